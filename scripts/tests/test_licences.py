"""Reading link maps and dependency records, and the texts that licences name."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import licences  # noqa: E402

GNU = """Archive member included to satisfy reference by file (symbol)

/usr/lib/x86_64-linux-gnu/libz.a(inflate.o)
                              src/wire/libarable_wire.a(gunzip.cpp.o) (inflate)
LOAD /usr/lib/x86_64-linux-gnu/Scrt1.o
 .text          0x0000000000401000       0x2f /usr/lib/x86_64-linux-gnu/Scrt1.o
LOAD /lib/x86_64-linux-gnu/libm.so.6
"""
MOLD = """             VMA       Size Align Out     In      Symbol
          4082d0        10f    16         /x/static-libraries/curl/lib/libcurl.a(easy.c.o):(.text)
"""
DEPS = """src/a.cpp.o: #deps 2, deps mtime 17 (VALID)
    ../../src/a.cpp
    /usr/include/zlib.h
"""


class Licences(unittest.TestCase):
    def test_archives_and_objects_of_both_linkers(self):
        self.assertEqual({path.name for path in licences.linked_files(GNU)}, {"libz.a", "Scrt1.o"})
        self.assertEqual({str(path) for path in licences.linked_files(MOLD)}, {"/x/static-libraries/curl/lib/libcurl.a"})

    def test_headers_outside_of_the_tree(self):
        self.assertEqual({str(path) for path in licences.included_files(DEPS)}, {"/usr/include/zlib.h"})

    def test_a_file_of_nobody_is_an_error(self):
        with tempfile.NamedTemporaryFile() as file, self.assertRaisesRegex(ValueError, "belongs to no package"):
            licences.packages_of([pathlib.Path(file.name)])

    def test_texts_that_a_licence_names_are_copied(self):
        with tempfile.TemporaryDirectory() as folder:
            output = pathlib.Path(folder)
            licences.write(output, {"x": ("1.0", "see /usr/share/common-licenses/Apache-2.0.", "libx.a; 3 headers")})
            self.assertEqual(sorted(path.name for path in output.iterdir()), ["Apache-2.0.licence.txt", "INDEX.txt", "x.txt"])
            self.assertIn("x 1.0: libx.a; 3 headers", (output / "INDEX.txt").read_text())


if __name__ == "__main__":
    unittest.main()
