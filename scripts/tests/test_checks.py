"""Each check must pass a good sample and fail a bad one."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import check_docs  # noqa: E402
import check_layers  # noqa: E402
import check_rules  # noqa: E402
import check_sizes  # noqa: E402
import check_words  # noqa: E402

TABLE = 'set(ARABLE_ROOMS\n  "0 base"\n  "1 model"\n  "1 wire"\n  "2 kube wire"\n  "6 codec model"\n)\n'


class House:
    """A throwaway repository."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        self.write("cmake/rooms.cmake", TABLE)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check(self, module):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = module.main(["", str(self.root)])
        return code, out.getvalue()


class Layers(unittest.TestCase):
    def setUp(self):
        self.house = House()
        self.addCleanup(self.house.folder.cleanup)

    def faults(self):
        return self.house.check(check_layers)

    def test_known_rooms_and_base_pass(self):
        self.house.write("src/kube/pod.h", '#include <string>\n#include <fmt/core.h>\n#include "wire/json.h"\n')
        self.house.write("src/kube/pod.cpp", '#include "kube/pod.h"\n#include <simdjson.h>\n#include "base/error.h"\n')
        self.assertEqual(self.faults()[0], 0)

    def test_stranger_fails_with_file_and_line(self):
        self.house.write("src/kube/pod.cpp", '#include "kube/pod.h"\n#include "model/gpu.h"\n')
        code, text = self.faults()
        self.assertEqual(code, 1)
        self.assertIn("src/kube/pod.cpp:2:", text)

    def test_include_of_a_higher_floor_fails(self):
        self.house.write("src/wire/json.cpp", '#include "kube/pod.h"\n')
        self.assertEqual(self.faults()[0], 1)

    def test_third_party_header_in_a_header_fails(self):
        self.house.write("src/kube/pod.h", "#include <simdjson.h>\n")
        self.assertIn("third-party", self.faults()[1])

    def test_third_party_header_in_a_header_of_an_upper_floor_passes(self):
        self.house.write("src/codec/json.h", "#include <nlohmann/json.hpp>\n")
        self.assertEqual(self.faults()[0], 0)

    def test_path_without_room_fails(self):
        self.house.write("src/kube/pod.cpp", '#include "pod.h"\n')
        self.assertEqual(self.faults()[0], 1)

    def test_test_may_use_rooms_it_names(self):
        self.house.write("src/wire/json_test.cpp", '#include "kube/pod.h"\n')
        self.assertEqual(self.faults()[0], 1)
        self.house.write("src/wire/CMakeLists.txt", "arable_add_room(NAME wire FLOOR 1 TEST_LIBRARIES kube)\n")
        self.assertEqual(self.faults()[0], 0)

    def test_room_outside_the_table_fails(self):
        self.house.write("src/cellar/a.cpp", "\n")
        self.assertEqual(self.faults()[0], 1)

    def test_table_that_knows_upwards_fails(self):
        self.house.write("cmake/rooms.cmake", TABLE.replace('"1 model"', '"1 model kube"'))
        self.assertEqual(self.faults()[0], 1)

    def test_command_may_use_app_only(self):
        self.house.write("cmd/arable/main.cpp", '#include "app/pipeline.h"\n')
        self.assertEqual(self.faults()[0], 0)
        self.house.write("cmd/arable/main.cpp", '#include "kube/pod.h"\n')
        self.assertEqual(self.faults()[0], 1)


class Sizes(unittest.TestCase):
    def check(self, name, text):
        house = House()
        self.addCleanup(house.folder.cleanup)
        house.write(name, text)
        return house.check(check_sizes)

    def test_limits_are_inclusive(self):
        for name, limit in (("a.h", 200), ("a.cpp", 400), ("a_test.cpp", 500)):
            self.assertEqual(self.check(f"src/base/{name}", "\n" * limit)[0], 0, name)
            self.assertEqual(self.check(f"src/base/{name}", "\n" * (limit + 1))[0], 1, name)

    def test_function_of_61_lines_fails_with_its_line(self):
        self.assertEqual(self.check("src/base/a.cpp", "\n\nint f() {\n" + "    g();\n" * 58 + "}\n")[0], 0)
        code, text = self.check("src/base/a.cpp", "\n\nint f() {\n" + "    g();\n" * 59 + "}\n")
        self.assertEqual(code, 1)
        self.assertIn("src/base/a.cpp:3: function of 61 lines", text)


class Rules(unittest.TestCase):
    def check(self, name, text):
        house = House()
        self.addCleanup(house.folder.cleanup)
        house.write(name, text)
        return house.check(check_rules)[0]

    def test_zero_for_a_missing_measurement_fails(self):
        for zero in ("0", "0.0", "0U", "Bytes{0}", "Bytes(0)", " 0 "):
            self.assertEqual(self.check("src/diagnose/a.cpp", f"x = y.value_or({zero});\n"), 1, zero)
        for fine in ("1", "0.5", "now", "10"):
            self.assertEqual(self.check("src/diagnose/a.cpp", f"x = y.value_or({fine});\n"), 0, fine)

    def test_other_rooms_may_have_a_default_of_zero(self):
        self.assertEqual(self.check("src/app/a.cpp", "x = y.value_or(0);\n"), 0)

    def test_empty_name_fails(self):
        self.assertEqual(self.check("src/base/utils.cpp", "\n"), 1)
        self.assertEqual(self.check("src/base/time.cpp", "\n"), 0)

    def test_header_without_guard_or_with_using_fails(self):
        self.assertEqual(self.check("src/base/a.h", "int f();\n"), 1)
        self.assertEqual(self.check("src/base/a.h", "#pragma once\nusing namespace std;\n"), 1)
        self.assertEqual(self.check("src/base/a.h", "#pragma once\n"), 0)

    def test_unfinished_work_fails(self):
        self.assertEqual(self.check("src/base/a.cpp", "// TODO: later\n"), 1)


class Words(unittest.TestCase):
    CODE = 'auto a = text("{} of \\"{}\\""\n   " held", x, y);  // text("not this")\n'
    FRENCH = 'Entry{"{} of \\"{}\\" held",\n      "{1} : tenu par {0}"},\n'

    def check(self, code, french):
        house = House()
        self.addCleanup(house.folder.cleanup)
        house.write("src/diagnose/a.cpp", code)
        house.write("src/diagnose/a_test.cpp", 'text("only tested");\n')
        house.write("src/report/french_a.cpp", french)
        return house.check(check_words)

    def fails(self, code, french, reason):
        result, said = self.check(code, french)
        self.assertEqual(result, 1, said)
        self.assertIn(reason, said)

    def test_a_sentence_over_several_literals_with_its_french_passes(self):
        code, said = self.check(self.CODE, self.FRENCH.replace(" :", "\u202f:"))
        self.assertEqual(code, 0, said)

    def test_a_sentence_without_french_fails_with_its_line(self):
        self.fails("\n" + self.CODE, "", 'src/diagnose/a.cpp:2: no French of: {} of "{}" held')

    def test_both_numbers_of_a_noun_and_words_of_tables_are_sentences(self):
        code = 'plural(f(a, "x, )"), "{} card", "{} cards");\nconstexpr A kA{1, translatable("free")};\n'
        said = self.check(code, "")[1]
        for words in ("{} card", "{} cards", "free"):
            self.assertIn(f"no French of: {words}\n", said + "\n")
        self.assertEqual(said.count("no French"), 3)

    def test_french_that_nobody_says_or_twice_fails(self):
        entry = 'Entry{"only tested", "x"},\n'
        self.fails("", entry, "nobody says: only tested")
        self.fails('text("only tested");', entry * 2, "a second time: only tested")

    def test_other_placeholders_fail(self):
        self.fails('text("{} of {}", a, b);', 'Entry{"{} of {}", "{0} de {0}"},\n', "other placeholders")
        self.assertEqual(self.check('text("{} of {}", a, b);', 'Entry{"{} of {}", "{1}, {0}, {1}"},\n')[0], 0)

    def test_signs_need_their_no_break_spaces_and_apostrophes_are_bent(self):
        for french in ("non :", "non;", "5 %", "l'or", "« a\u00a0»"):
            self.fails('text("no");', f'Entry{{"no", "{french}"}},\n', "src/report/french_a.cpp:1:")
        for french in ("non\u202f:", "5\u00a0%", "l\u2019or", "http://a:9400/b", "\u202f; a"):
            self.assertEqual(self.check('text("no");', f'Entry{{"no", "{french}"}},\n')[0], 0, french)

    def test_templates_without_words_need_no_french(self):
        self.assertEqual(self.check('text("{} ({})", a, b);\n', "")[0], 0)


class Docs(unittest.TestCase):
    def check(self, name, text):
        house = House()
        self.addCleanup(house.folder.cleanup)
        house.write("src/base/time.h", "")
        house.write(name, text)
        return house.check(check_docs)

    def test_paths_from_the_root_from_src_and_beside_the_page_exist(self):
        self.assertEqual(self.check("docs/a.md", "`src/base/time.h` `base/time.h` [x](a.md#part) `1.5/2`\n")[0], 0)

    def test_path_that_does_not_exist_fails_with_its_line(self):
        code, text = self.check("docs/a.md", "\n`base/clock.h`\n")
        self.assertEqual(code, 1)
        self.assertIn("docs/a.md:2: base/clock.h", text)
        self.assertEqual(self.check("README.md", "[x](docs/gone.md)\n")[0], 1)

    def test_code_blocks_and_addresses_are_not_read(self):
        self.assertEqual(self.check("a.md", "```\n`x/y.md`\n```\n[x](https://example.org/y.md)\n")[0], 0)

    def test_long_readme_of_a_room_fails(self):
        self.assertEqual(self.check("src/base/README.md", "\n" * 31)[0], 1)


if __name__ == "__main__":
    unittest.main()
