"""`arable manual`, `arable completion` and `--version`: nothing that the binary accepts is missing from them.

The truth is what --help prints; completions are asked of the real shells.
"""
import os
import re
import shutil
import subprocess
import unittest

import binary
from binary import run

OPTION = re.compile(r"^  (-\w,)?(--[\w-]+)", re.M)


def commands():
    """The names that `arable --help` lists."""
    listed = run("--help").out.partition("Subcommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+)", listed, re.M)


def options(*command):
    return {name for pair in OPTION.findall(run(*command, "--help").out) for name in pair if name.startswith("--")}


class Version(unittest.TestCase):
    def test_the_first_line_is_the_version_alone(self):
        lines = run("--version").out.splitlines()
        self.assertRegex(lines[0], r"^arable \d+\.\d+\.\d+$")
        self.assertRegex(lines[1], r"^commit:    (not known|[0-9a-f]{40}(\+changes)?)$")
        self.assertRegex(lines[2], r"^built:     (GNU|Clang) \d+\.\d+\.\d+, \w+, for \w+-[\w-]+$")
        self.assertRegex(lines[3], r"^libraries: (shared|linked in): ")

    def test_every_library_has_a_version(self):
        libraries = run("--version").out.splitlines()[3].split(": ", 2)[2].split(", ")
        for library in libraries:
            self.assertRegex(library, r"^[\w-]+ \d+(\.\d+)+$")
        names = {library.split()[0] for library in libraries}
        self.assertLessEqual({"CLI11", "curl", "fmt", "nlohmann-json", "pugixml", "simdjson", "yaml-cpp", "zlib", "zstd"}, names)


class Manual(unittest.TestCase):
    def page(self, *command):
        """The page as man shows it."""
        source = run("manual", *command)
        self.assertEqual(source.code, 0, source.err)
        if not shutil.which("man"):
            self.skipTest("man is not installed")
        shown = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-"], input=source.out.encode(), timeout=60,
                               capture_output=True, check=True, env={**os.environ, "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        self.assertEqual(shown.stderr.decode(), "")
        return re.sub(r".\x08", "", shown.stdout.decode())

    def test_the_program_lists_its_commands(self):
        page = self.page()
        for command in commands():
            self.assertRegex(page, rf"(?m)^ +{command}(\n| )")
        self.assertLessEqual(options(), set(re.findall(r"--[\w-]+", page)))

    def test_each_command_lists_its_options(self):
        self.assertLessEqual({"audit", "generate", "manual", "completion"}, set(commands()))
        for command in commands():
            with self.subTest(command):
                page = self.page(command)
                self.assertLessEqual(options(command), set(re.findall(r"--[\w-]+", page)))
                self.assertIn("EXIT STATUS", page)

    def test_choices_and_defaults_are_shown(self):
        page = self.page("audit")
        self.assertRegex(page, r"--window DURATION\n +How far back from the end\. Default: 30d\.")
        self.assertRegex(page, r"--metrics FILE \.\.\.\n")
        self.assertIn("Prometheus text or OpenMetrics, plain, .gz or .zst; - is standard input", page)

    def test_an_unknown_command_is_wrong_usage(self):
        outcome = run("manual", "plough")
        self.assertEqual((outcome.code, outcome.out), (2, ""))
        self.assertIn("there is no such command", outcome.err)


class Completion(binary.BinaryTest):
    def script(self, shell, name):
        if not shutil.which(shell):
            self.skipTest(f"{shell} is not installed")
        return self.file(name, run("completion", shell).out)

    def ask(self, *command, folder=None):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=folder or self.folder,
                              stdin=subprocess.DEVNULL, env={**os.environ, "HOME": str(self.folder), "LC_ALL": "C.UTF-8"})
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def bash(self, *words):
        script = self.script("bash", "completion.bash")
        code = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _arable; '
                'for found in "${COMPREPLY[@]}"; do echo "$found"; done')
        return sorted(self.ask("bash", "-c", code, "-", script, "arable", *words, folder=self.inputs()))

    def fish(self, line):
        script = self.script("fish", "completion.fish")
        found = self.ask("fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line,
                         folder=self.inputs())
        return sorted(one.split("\t")[0] for one in found)

    def inputs(self):
        folder = self.folder / "inputs"
        (folder / "dumps").mkdir(parents=True, exist_ok=True)
        (folder / "two words.txt").touch()
        (folder / "metrics.txt").touch()
        return folder

    def test_bash_completes_commands_and_options(self):
        self.assertEqual(self.bash("au"), ["audit"])
        self.assertEqual(set(self.bash("")), set(commands()) | options() | {"-h"})
        self.assertEqual(self.bash("audit", "--form"), ["--format"])
        for command in commands():
            offered = set(self.bash(command, "-")) - {"--cloudwatch"}  # a second name, which the help need not list
            self.assertEqual(offered, options(command) | {"-h"})

    def test_bash_completes_values(self):
        self.assertEqual(self.bash("audit", "--format", ""), ["html", "json", "text"])
        self.assertIn("mig", self.bash("audit", "--estate", "mi"))
        self.assertEqual(self.bash("audit", "--metrics", "m"), ["metrics.txt"])
        self.assertEqual(self.bash("audit", "--metrics", "metrics.txt", "tw"), ["two words.txt"])
        self.assertEqual(self.bash("audit", "--cluster", ""), [])
        self.assertEqual(self.bash("audit", "--output", "x", "m"), [])
        self.assertEqual(self.bash("generate", ""), ["dumps"])
        self.assertEqual(self.bash("completion", ""), ["bash", "fish", "zsh"])

    def test_fish_completes(self):
        self.assertEqual(self.fish("arable au"), ["audit"])
        self.assertEqual(self.fish("arable audit --form"), ["--format"])
        self.assertEqual(self.fish("arable audit --format "), ["html", "json", "text"])
        self.assertEqual(self.fish("arable audit --metrics m"), ["metrics.txt"])
        self.assertEqual(self.fish("arable audit --cluster "), [])
        self.assertEqual(self.fish("arable generate "), ["dumps/"])
        for command in commands():
            self.assertLessEqual(options(command), set(self.fish(f"arable {command} --")))

    def test_zsh_completes(self):
        self.script("zsh", "_arable")
        self.assertEqual(self.zsh("arable au"), "arable audit ")
        self.assertEqual(self.zsh("arable audit --form"), "arable audit --format ")
        self.assertEqual(self.zsh("arable audit --format js"), "arable audit --format json ")
        self.assertEqual(self.zsh("arable audit --metrics met"), "arable audit --metrics metrics.txt ")
        self.assertEqual(self.zsh("arable generate du"), "arable generate dumps/")
        text = (self.folder / "_arable").read_text()
        for command in commands():
            for option in options(command):
                self.assertIn(f"{option}[", text)

    def zsh(self, line):
        """The line as zsh leaves it after a tab."""
        code = r"""
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; PS1=; unsetopt zle_bracketed_paste 2>/dev/null"
zpty -w shell 'show() { print -r -- "<<$BUFFER>>" >|'"$1"'/answer; zle send-break }; zle -N show; bindkey "^X" show'
zpty -w shell "print ready >|$1/ready"
repeat 200; do [[ -s $1/ready ]] && break; sleep 0.05; done
zpty -w -n shell "$2"$'\t\x18'
repeat 200; do [[ -s $1/answer ]] && break; sleep 0.05; done
zpty -d shell
cat $1/answer
rm -f $1/answer $1/ready
"""
        return "\n".join(self.ask("zsh", "-f", "-c", code, "-", str(self.folder), line, folder=self.inputs()))[2:-2]


if __name__ == "__main__":
    unittest.main()
