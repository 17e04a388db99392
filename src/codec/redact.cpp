#include "codec/redact.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <regex>
#include <set>
#include <string_view>

#include "base/text.h"
#include "codec/estate_fields.h"
#include "codec/name_pass.h"
#include "codec/well_known.h"
#include "diagnose/model_size.h"

namespace arable::codec {
namespace {

using Names = std::array<std::set<std::string>, kNamedKinds>;

constexpr std::array<std::string_view, kNamedKinds> kStems{
    "cluster", "node", "ns",    "pod",  "workload", "gang",     "queue",  "pool", "gpu",
    "image",   "key",  "value", "kind", "product",  "resource", "source", "text"};

std::size_t at(Named what) { return static_cast<std::size_t>(what); }

// Numbers, yes and no are nobody's names; what is compared with Gt and Lt must stay a number.
bool says_nothing(std::string_view value) {
    if (value.empty() || value == "true" || value == "false") return true;
    return value.size() <= 3 && std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c) != 0; });
}

// What stays of a name that says how many parameters a model has: the diagnosis reads it from there.
std::string size_hint(const std::string& name, Named what) {
    if (what != Named::pod && what != Named::workload && what != Named::image) return "";
    const std::optional<double> weights = diagnose::weights_of(name);
    if (!weights) return "";
    for (const auto& [divisor, suffix] : {std::pair(2e9, ""), std::pair(1e9, "-fp8"), std::pair(0.5e9, "-int4")}) {
        const std::string hint = fmt::format("-{:g}b{}", *weights / divisor, suffix);
        if (diagnose::weights_of("x" + hint) == weights) return hint;
    }
    return "";
}

class Collector final : public NameVisitor {
  public:
    void name(std::string& text, Named what) override {
        if (what != Named::text && !text.empty() && !is_well_known(text, what)) names[at(what)].insert(text);
    }
    void label(std::string& key, std::string* value) override {
        const LabelRule rule = label_rule(key);
        if (!rule.key_stays) names[at(Named::label_key)].insert(key);
        if (value != nullptr && rule.value && !says_nothing(*value)) names[at(*rule.value)].insert(*value);
    }
    Names names;
};

class Replacer final : public NameVisitor {
  public:
    explicit Replacer(const Redaction& redaction) : redaction_(redaction) {}
    void name(std::string& text, Named what) override {
        text = what == Named::text ? redaction_.sentence(text) : redaction_.pseudonym(text, what);
    }
    void label(std::string& key, std::string* value) override {
        const LabelRule rule = label_rule(key);
        if (value != nullptr && rule.value && !says_nothing(*value)) *value = redaction_.pseudonym(*value, *rule.value);
        if (!rule.key_stays) key = redaction_.pseudonym(key, Named::label_key);
    }

  private:
    const Redaction& redaction_;
};

void show(SnapshotValues& values, NameVisitor& visitor) {
    NamePass pass(visitor);
    fields(pass, values.timeline);
    for_each_list(values.timeline, values.prices, [&](const char*, auto& list) {
        for (auto& value : list) fields(pass, value);
    });
}

Text said_of(model::Gap::Kind kind) {
    switch (kind) {
        case model::Gap::Kind::unreadable:
            return text("something could not be read");
        case model::Gap::Kind::truncated:
            return text("an input ended too early");
        case model::Gap::Kind::missing_samples:
            return text("samples were missing");
        case model::Gap::Kind::missing_metric:
            return text("a quantity was not exported");
        case model::Gap::Kind::unknown_metric:
            return text("metrics were not known");
        case model::Gap::Kind::unknown_product:
            return text("a product was not known");
        case model::Gap::Kind::unknown_owner:
            return text("holders could not be named");
        case model::Gap::Kind::broken_reading:
            return text("readings were broken");
        case model::Gap::Kind::duplicate:
            return text("something was there twice and counted once");
        case model::Gap::Kind::conflict:
            return text("inputs disagreed");
        case model::Gap::Kind::too_short:
            return text("the window was short");
        case model::Gap::Kind::assumption:
            return text("something was taken as true for lack of data");
        case model::Gap::Kind::lost_input:
            return text("it could not be read");
    }
    return text("something was not known");
}

// What gaps are about where it is nothing of the site's.
constexpr std::array<std::string_view, 10> kOurSubjects{"GPUs",  "claims", "clusters", "layouts",     "metrics",
                                                        "nodes", "pods",   "prices",   "pool tables", "window"};

// The lengths of time that a message tells, "5 h 55 min, 30 s": they name nobody.
std::string durations_in(std::string_view message) {
    // A figure that ends a name is no length.
    static const std::regex kLength(R"((?:^|[ (])((?:\d[\d,]* (?:d|h|min|s|ms)\b ?)+))");
    std::string all;
    const std::string words(message);
    for (std::sregex_iterator it(words.begin(), words.end(), kLength); it != std::sregex_iterator(); ++it) {
        std::string one = it->str(1);
        if (one.ends_with(' ')) one.pop_back();
        all += (all.empty() ? "" : ", ") + one;
    }
    return all;
}

bool part_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_./()'").find(c) != std::string_view::npos;
}

bool number(std::string_view word) {
    return std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c) != 0 || c == '.' || c == '/'; });
}

}  // namespace

Redaction::Redaction(SnapshotValues& values) {
    Collector collector;
    show(values, collector);
    for (std::size_t kind = 0; kind < kNamedKinds; ++kind) {
        const std::set<std::string>& names = collector.names[kind];
        const std::size_t width = std::to_string(names.size()).size();
        std::size_t n = 0;
        for (const std::string& name : names) {
            pseudonyms_[kind][name] =
                fmt::format("{}-{:0{}}{}", kStems[kind], ++n, width, size_hint(name, static_cast<Named>(kind)));
        }
    }
}

std::string Redaction::pseudonym(const std::string& name, Named what) const {
    const auto found = pseudonyms_[at(what)].find(name);
    return found == pseudonyms_[at(what)].end() ? name : found->second;
}

std::string Redaction::sentence(const std::string& text) const {
    const auto word = [&](const std::string& w) -> std::string {
        for (const auto& of_kind : pseudonyms_) {
            if (const auto found = of_kind.find(w); found != of_kind.end()) return found->second;
        }
        return number(w) || is_plain_word(w) || is_well_known(w, Named::resource) ? w : "(…)";
    };
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        if (!part_of_word(text[i])) {
            out += text[i++];
            continue;
        }
        std::size_t end = i;
        while (end < text.size() && part_of_word(text[end])) ++end;
        std::size_t bare = end;  // a full stop ends the sentence and not the word
        while (bare > i + 1 && text[bare - 1] == '.') --bare;
        out += word(text.substr(i, bare - i));
        i = bare;
        for (; i < end; ++i) out += '.';
    }
    return out;
}

void Redaction::apply(std::vector<model::Gap>& gaps) const {
    for (model::Gap& gap : gaps) {
        if (std::ranges::find(kOurSubjects, gap.subject) == kOurSubjects.end()) gap.subject = sentence(gap.subject);
        const std::string lengths = durations_in(gap.message.english());
        gap.message = lengths.empty() ? said_of(gap.kind) : text("{} ({})", said_of(gap.kind), lengths);
    }
}

void Redaction::apply(SnapshotValues& values) const {
    std::vector<model::Gap> gaps = std::move(values.timeline.gaps);
    values.timeline.gaps.clear();
    Replacer replacer(*this);
    show(values, replacer);
    apply(gaps);
    values.timeline.gaps = std::move(gaps);
    for (model::SourceNote& note : values.timeline.sources) note.detail.clear();
    values.header.redacted = true;
}

}  // namespace arable::codec
