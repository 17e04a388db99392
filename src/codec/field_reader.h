#pragma once
// A pass over a list of fields (model_fields.h) that fills them from JSON. Inside `codec` only.
// The JSON is not trusted: a field of the wrong type, a number out of range, times that are none, intervals out of
// order and values that no enumeration has are errors that name the field. What is not there stays as it was; keys
// that nothing asks for are passed over.

#include <limits>
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

class FieldReader {
  public:
    using Json = nlohmann::ordered_json;

    explicit FieldReader(const Json& object) : object_(object) {
        if (!object.is_object()) fault_ = "is not an object";
    }

    template <class T>
    void operator()(const char* key, T& value) {
        const Json* json = find(key);
        if (json != nullptr && !read(*json, value) && fault_.empty()) fault_ = std::string("has a bad '") + key + "'";
    }
    template <class T>
    void operator()(const char* key, T& value, Named) {
        (*this)(key, value);
    }
    template <class E>
    void choice(const char* key, E& value, E last) {
        int number = static_cast<int>(value);
        (*this)(key, number);
        if (number < 0 || number > static_cast<int>(last)) {
            if (fault_.empty()) fault_ = std::string("has an unknown '") + key + "'";
            return;
        }
        value = static_cast<E>(number);
    }
    template <class V>
    void keyed(std::string& key, const char* name, V& value) {
        (*this)("key", key);
        (*this)(name, value);
    }
    void labels(const char* key, std::map<std::string, std::string>& labels) { (*this)(key, labels); }

    // "" when all is well; else what to say after the name of the value: "has a bad 'present'".
    const std::string& fault() const { return fault_; }

  private:
    const Json* find(const char* key) const {
        if (!fault_.empty()) return nullptr;
        const auto at = object_.find(key);
        return at == object_.end() ? nullptr : &*at;
    }

    static bool read(const Json& json, bool& value) {
        if (!json.is_boolean()) return false;
        value = json.get<bool>();
        return true;
    }
    static bool read(const Json& json, std::int64_t& value) {
        if (!json.is_number_integer()) return false;
        if (json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(kMost)) return false;
        value = json.get<std::int64_t>();
        return value >= -kMost && value <= kMost;
    }
    static bool read(const Json& json, int& value) {
        std::int64_t wide = 0;
        if (!read(json, wide) || wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
            return false;
        value = static_cast<int>(wide);
        return true;
    }
    static bool read(const Json& json, std::string& text) {
        if (!json.is_string()) return false;
        text = json.get<std::string>();
        return true;
    }
    static bool read(const Json& json, Text& sentence) {
        std::string words;
        if (!read(json, words)) return false;
        sentence = Text(std::move(words));
        return true;
    }
    static bool read(const Json& json, Time& time) {
        return read(json, time.ms) && time >= kBeginningOfTime && time <= kEndOfTime;
    }
    static bool read(const Json& json, Duration& duration) { return read(json, duration.ms) && duration.ms >= 0; }
    static bool read(const Json& json, Interval& i) {
        return json.is_array() && json.size() == 2 && read(json[0], i.begin) && read(json[1], i.end) &&
               i.begin <= i.end;
    }
    template <class Tag>
    static bool read(const Json& json, Unit<Tag>& unit) {
        return read(json, unit.value);
    }
    template <class Tag>
    static bool read(const Json& json, Index<Tag>& index) {
        std::int64_t value = 0;
        if (!read(json, value) || value < 0 || value >= std::numeric_limits<std::uint32_t>::max()) return false;
        index.value = static_cast<std::uint32_t>(value);
        return true;
    }
    template <class T>
    static bool read(const Json& json, std::optional<T>& value) {
        return read(json, value.emplace());
    }
    template <class T>
    static bool read(const Json& json, std::vector<T>& list) {
        if (!json.is_array()) return false;
        list.clear();
        for (const Json& item : json) {
            if (!read(item, list.emplace_back())) return false;
        }
        return true;
    }
    template <class T>
    static bool read(const Json& json, std::map<std::string, T>& map) {
        if (!json.is_object()) return false;
        map.clear();
        for (const auto& [key, value] : json.items()) {
            if (!read(value, map[key])) return false;
        }
        return true;
    }
    template <class A, class B>
    static bool read(const Json& json, std::pair<A, B>& pair) {
        return json.is_array() && json.size() == 2 && read(json[0], pair.first) && read(json[1], pair.second);
    }
    template <class Struct>
    static bool read(const Json& json, Struct& value) {
        FieldReader reader(json);
        if (reader.fault_.empty()) fields(reader, value);
        return reader.fault_.empty();
    }

    // Whole numbers that a double holds exactly: what is added up later cannot overflow by one of them.
    static constexpr std::int64_t kMost = std::int64_t{1} << 53U;

    const Json& object_;
    std::string fault_;
};

}  // namespace arable::codec
