#pragma once
// A pass over a list of fields (model_fields.h) that shows each text that names something, to be noted or replaced.
// Inside `codec` only.

#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "codec/named.h"

namespace arable::codec {

// What the pass asks about each name; both may change the text in place.
class NameVisitor {
  public:
    virtual ~NameVisitor() = default;
    virtual void name(std::string& text, Named what) = 0;
    // A label, taint or toleration; a value that is none is not shown.
    virtual void label(std::string& key, std::string* value) = 0;
};

class NamePass {
  public:
    explicit NamePass(NameVisitor& visitor) : visitor_(visitor) {}

    template <class T>
    void operator()(const char*, T& value) {
        into(value);
    }
    template <class T>
    void operator()(const char*, T& value, Named what) {
        shown(value, what);
    }
    template <class E>
    void choice(const char*, E&, E) {}
    void keyed(std::string& key, const char*, std::string& value) { visitor_.label(key, &value); }
    void keyed(std::string& key, const char*, std::vector<std::string>& values) {
        std::string first = key;
        for (std::string& value : values) {
            std::string same = first;
            visitor_.label(same, &value);
            key = same;
        }
        if (values.empty()) visitor_.label(key, nullptr);
    }
    void labels(const char*, std::map<std::string, std::string>& labels) {
        std::map<std::string, std::string> renamed;
        for (const auto& [key, value] : labels) {
            std::pair<std::string, std::string> label(key, value);
            visitor_.label(label.first, &label.second);
            renamed.insert(std::move(label));
        }
        labels = std::move(renamed);
    }

  private:
    template <class T>
    void shown(T& text, Named what) {
        if constexpr (std::same_as<T, std::string>) {
            visitor_.name(text, what);
        } else {
            text_of_words(text, what);
        }
    }
    void shown(std::vector<std::string>& texts, Named what) {
        for (std::string& text : texts) visitor_.name(text, what);
    }
    void shown(std::map<std::string, std::int64_t>& counts, Named what) {
        std::map<std::string, std::int64_t> renamed;
        for (const auto& [name, count] : counts) {
            std::string text = name;
            visitor_.name(text, what);
            renamed[text] = count;
        }
        counts = std::move(renamed);
    }
    // A sentence that is data (base/text.h).
    template <class Sentence>
    void text_of_words(Sentence& sentence, Named what) {
        std::string words = sentence.english();
        visitor_.name(words, what);
        sentence = Sentence(words);
    }

    template <class T>
    void into(T& value) {
        if constexpr (std::is_class_v<T> && requires(NamePass& pass) { fields(pass, value); }) fields(*this, value);
    }
    template <class T>
    void into(std::vector<T>& list) {
        for (T& item : list) into(item);
    }
    template <class T>
    void into(std::optional<T>& value) {
        if (value) into(*value);
    }
    template <class A, class B>
    void into(std::pair<A, B>& pair) {
        into(pair.first);
        into(pair.second);
    }

    NameVisitor& visitor_;
};

}  // namespace arable::codec
