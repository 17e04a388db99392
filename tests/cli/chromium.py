"""Drives a headless Chromium over its debugging pipe. Needs the Debian package chromium and nothing else."""
import base64
import fcntl
import json
import os
import select
import shutil
import signal
import subprocess
import time

PROGRAM = shutil.which("chromium")
DEADLINE = 90  # seconds for one answer; only a hang comes near it

FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
         "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe")


class Browser:
    """One browser with one page. Use as a context manager; `folder` holds its profile."""

    def __init__(self, folder):
        commands, self._to = os.pipe()
        self._from, answers = os.pipe()

        def only_pipes():  # the browser reads commands from 3 and writes answers to 4
            spare = [fcntl.fcntl(fd, fcntl.F_DUPFD, 10) for fd in (commands, answers)]
            os.dup2(spare[0], 3)
            os.dup2(spare[1], 4)

        self._process = subprocess.Popen(
            [PROGRAM, *FLAGS, f"--user-data-dir={folder}", "about:blank"], preexec_fn=only_pipes, pass_fds=(3, 4),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "HOME": str(folder)})
        os.close(commands)
        os.close(answers)
        self._buffer, self._number, self._session = b"", 0, None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        os.close(self._to)
        os.close(self._from)

    def _message(self, deadline):
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._from], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self._from, 1 << 20) if ready else b""
            if not chunk:
                raise TimeoutError("the browser gives no answer")
            self._buffer += chunk
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            command["sessionId"] = self._session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data):]
        deadline = time.monotonic() + DEADLINE
        while True:
            message = self._message(deadline)
            if message.get("id") == self._number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def look(self, width=1200, height=900, dark=False, media="screen"):
        """How the next page is shown."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, url):
        """Loads a page; returns the addresses that were asked for and what the console said."""
        self.events = []
        self.call("Page.navigate", url=url)
        deadline = time.monotonic() + DEADLINE
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._message(deadline))
        asked = [event["params"]["request"]["url"] for event in self.events
                 if event.get("method") == "Network.requestWillBeSent"]
        said = [event["params"]["entry"]["text"] for event in self.events if event.get("method") == "Log.entryAdded"]
        return asked, said

    def run(self, script):
        """The value of a script, promises awaited."""
        done = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise RuntimeError(done["exceptionDetails"])
        return done["result"].get("value")

    def picture(self):
        """A PNG of the whole page."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True,
                         clip={"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1})
        return base64.b64decode(shot["data"])

    def paper(self):
        """The page as PDF."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
