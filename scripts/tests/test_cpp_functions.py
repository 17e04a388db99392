"""The function finder on the shapes that occur in this code base."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from cpp_functions import functions  # noqa: E402


def found(text):
    return [(line, length) for line, length, _ in functions(text)]


class Functions(unittest.TestCase):
    def test_free_function_in_a_namespace(self):
        self.assertEqual(found("namespace a::b {\n\nint f(int x) {\n    return x;\n}\n\n}  // namespace\n"), [(3, 3)])

    def test_signature_over_several_lines_counts(self):
        self.assertEqual(found("Result<int> f(int x,\n              int y) {\n    return x;\n}\n"), [(1, 4)])

    def test_comment_above_does_not_count(self):
        self.assertEqual(found("// About f, { and }.\n/* more { */\nint f() {\n}\n"), [(3, 2)])

    def test_methods_inside_a_class(self):
        text = "class A final : public B {\n  public:\n    A() : x_{1}, y_(2) {\n        go();\n    }\n"
        text += "    int x() const { return x_; }\n\n  private:\n    int x_{0};\n};\n"
        self.assertEqual(found(text), [(3, 3), (6, 1)])

    def test_template_class_and_template_function(self):
        text = "template <typename T, typename = std::enable_if_t<(sizeof(T) > 1)>>\nstruct A {\n    T get() {\n"
        text += "        return {};\n    }\n};\ntemplate <typename T>\nT g() {\n    return T{};\n}\n"
        self.assertEqual(found(text), [(3, 3), (7, 4)])

    def test_long_table_is_no_function(self):
        rows = '    {"a", f(1), {1, 2}},\n' * 100
        self.assertEqual(found("constexpr std::array<Row, 100> kRows{{\n" + rows + "}};\n"), [])
        self.assertEqual(found("const std::vector<Row> kRows = {\n" + rows + "};\n"), [])
        self.assertEqual(found("constexpr auto kRows = std::to_array<Row>({\n" + rows + "});\n"), [])

    def test_enum_and_aggregate_are_no_functions(self):
        self.assertEqual(found("enum class E : int {\n    kA,\n};\nstruct S {\n    int a = 0;\n    B b{};\n};\n"), [])

    def test_function_after_a_table(self):
        self.assertEqual(found("const int k[] = {1, 2};\n\nint f() {\n}\n"), [(3, 2)])

    def test_lambda_in_a_table_counts_alone(self):
        text = 'const std::vector<Row> k = {\n    {"a", [](int x) {\n        return x;\n    }},\n    {"b", g},\n};\n'
        self.assertEqual([length for _, length in found(text)], [3])

    def test_lambda_and_block_inside_a_function_belong_to_it(self):
        text = "int f() {\n    auto g = [&](int x) {\n        return x;\n    };\n    if (a) {\n    }\n    return g(1);\n}\n"
        self.assertEqual(found(text), [(1, 8)])

    def test_strings_and_characters_with_braces(self):
        text = "int f() {\n    a(\"{\", '{', R\"x(}}\n}\")x\", 1'000'000);\n}\nint g() {\n}\n"
        self.assertEqual(found(text), [(1, 4), (5, 2)])

    def test_default_argument_with_braces(self):
        self.assertEqual(found("int f(Options options = {}) {\n    return 1;\n}\n"), [(1, 3)])

    def test_operators_and_trailing_return(self):
        text = "bool operator==(const A& a, const A& b) {\n    return true;\n}\nauto f(int x) -> Result<int> {\n    return x;\n}\n"
        self.assertEqual(found(text), [(1, 3), (4, 3)])

    def test_gtest_case(self):
        self.assertEqual(found("TEST(Quantity, ReadsMilli) {\n    EXPECT_EQ(1, 1);\n}\n"), [(1, 3)])

    def test_macro_lines_are_ignored(self):
        self.assertEqual(found("#define F(x) \\\n    do { \\\n\n int f() {\n}\n"), [(4, 2)])

    def test_struct_in_anonymous_namespace_then_function(self):
        text = "namespace {\n\nstruct Frame {\n    int a;\n    std::string name{};\n};\n\nvoid f(Frame& x) {\n    x = {1};\n}\n\n}\n"
        self.assertEqual(found(text), [(8, 3)])


if __name__ == "__main__":
    unittest.main()
