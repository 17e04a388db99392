#pragma once
// A pass over a list of fields (model_fields.h) that makes JSON of them. Inside `codec` only.
// What is not known (an absent optional, an empty text or list, an index that leads nowhere) is left out; times and
// durations are whole milliseconds, an interval is [begin, end].

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/index.h"
#include "base/text.h"
#include "base/time.h"
#include "base/units.h"
#include "codec/named.h"

namespace arable::codec {

class FieldWriter {
  public:
    using Json = nlohmann::ordered_json;

    template <class T>
    void operator()(const char* key, const T& value) {
        Json json = json_of(value);
        if (!json.is_null()) out_[key] = std::move(json);
    }
    template <class T>
    void operator()(const char* key, const T& value, Named) {
        (*this)(key, value);
    }
    template <class E>
    void choice(const char* key, E value, E) {
        out_[key] = static_cast<int>(value);
    }
    template <class V>
    void keyed(const std::string& key, const char* name, const V& value) {
        (*this)("key", key);
        (*this)(name, value);
    }
    void labels(const char* key, const std::map<std::string, std::string>& labels) { (*this)(key, labels); }

    Json take() { return std::move(out_); }

  private:
    static Json json_of(bool value) { return value; }
    static Json json_of(int value) { return value; }
    static Json json_of(std::int64_t value) { return value; }
    static Json json_of(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
    static Json json_of(const Text& sentence) { return json_of(sentence.english()); }
    static Json json_of(Time time) { return time.ms; }
    static Json json_of(Duration duration) { return duration.ms; }
    static Json json_of(const Interval& i) { return Json::array({i.begin.ms, i.end.ms}); }
    template <class Tag>
    static Json json_of(Unit<Tag> unit) {
        return unit.value;
    }
    template <class Tag>
    static Json json_of(Index<Tag> index) {
        return index.known() ? Json(index.value) : Json(nullptr);
    }
    template <class T>
    static Json json_of(const std::optional<T>& value) {
        return value ? json_of(*value) : Json(nullptr);
    }
    template <class T>
    static Json json_of(const std::vector<T>& list) {
        if (list.empty()) return nullptr;
        Json json = Json::array();
        for (const T& item : list) {
            Json one = json_of(item);
            // An empty text in a list is a value ("key in ('')"), and so is an empty list of rules.
            if (one.is_null()) one = std::is_same_v<T, std::string> ? Json("") : Json::array();
            json.push_back(std::move(one));
        }
        return json;
    }
    template <class T>
    static Json json_of(const std::map<std::string, T>& map) {
        if (map.empty()) return nullptr;
        Json json = Json::object();
        for (const auto& [key, value] : map) {
            Json one = json_of(value);
            json[key] = one.is_null() ? Json("") : std::move(one);
        }
        return json;
    }
    template <class A, class B>
    static Json json_of(const std::pair<A, B>& pair) {
        return Json::array({json_of(pair.first), json_of(pair.second)});
    }
    template <class Struct>
    static Json json_of(const Struct& value) {
        FieldWriter writer;
        fields(writer, value);
        return writer.out_.is_null() ? Json::object() : writer.take();
    }

    Json out_ = Json::object();
};

}  // namespace arable::codec
