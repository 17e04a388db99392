"""A server with the part of the Prometheus query API that an audit asks for, on a loopback port.

It holds the samples of an OpenMetrics dump, answers as a real one does (ranges closed at both ends, as version 2), keeps
the limits that real ones keep, and fails as it is told.
"""
import bisect
import collections
import gzip
import http.server
import json
import re
import threading
import time
import urllib.parse

LINE = re.compile(r'([^{ ]+)(?:\{(.*)\})? (\S+) (\S+)$')
LABEL = re.compile(r'([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"')
MATCHER = re.compile(r'([A-Za-z_]\w*)(=~|!~|!=|=)"((?:[^"\\]|\\.)*)"')
SELECTOR = r'([A-Za-z_:][\w:]*)?(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?'
LOOKBACK = 300

Series = collections.namedtuple("Series", "labels times values")


def unescape(text):
    return text.replace('\\"', '"').replace("\\n", "\n").replace("\\\\", "\\")


def load(path):
    """{metric: [Series]} of a dump."""
    found = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#"):
                continue
            name, labels, value, stamp = LINE.match(line.rstrip("\n")).groups()
            series = found.get((name, labels))
            if series is None:
                pairs = {key: unescape(text) for key, text in LABEL.findall(labels or "")}
                series = found[(name, labels)] = Series({"__name__": name, **pairs}, [], [])
            series.times.append(round(float(stamp) * 1000))
            series.values.append(value)
    store = collections.defaultdict(list)
    for (name, _), series in found.items():
        order = sorted(range(len(series.times)), key=series.times.__getitem__)
        store[name].append(Series(series.labels, [series.times[i] for i in order], [series.values[i] for i in order]))
    return dict(store)


class Refusal(Exception):
    def __init__(self, status, kind, text):
        super().__init__(text)
        self.status, self.kind, self.text = status, kind, text


class Limits:
    """What a kind of server refuses."""

    def __init__(self, kind="prometheus", samples=50_000_000, series=None, range_vectors=True, longest=None):
        self.kind, self.samples, self.series = kind, samples, series
        self.range_vectors, self.longest = range_vectors, longest

    def check(self, seconds, series, samples):
        if self.longest and seconds > self.longest:
            raise Refusal(422, "execution", "the query time range exceeds the limit (query length: "
                          f"{seconds}s, limit: {self.longest}s)")
        if self.series and series > self.series:
            raise Refusal(422, "execution", "the query exceeded the maximum number of series "
                          f"(limit: {self.series} series)")
        if samples > self.samples:
            raise Refusal(422, "execution", "query processing would load too many samples into memory in query execution")


class Engine:
    """Answers the questions that an audit asks."""

    def __init__(self, store, limits=None):
        self.store, self.limits = store, limits or Limits()

    def select(self, selector):
        name, inside = re.fullmatch(SELECTOR, selector).groups()
        matchers = [(label, sign, unescape(value)) for label, sign, value in MATCHER.findall(inside or "")]
        names = [name] if name else self.store
        for metric in names:
            for series in self.store.get(metric, []):
                if all(self.holds(series.labels.get(label, ""), sign, value) for label, sign, value in matchers):
                    yield series

    @staticmethod
    def holds(value, sign, wanted):
        if sign in ("=", "!="):
            return (value == wanted) == (sign == "=")
        return (re.fullmatch(wanted, value) is not None) == (sign == "=~")

    def label_values(self, label, selectors, start, end):
        found = set()
        for selector in selectors:
            for series in self.select(selector):
                at = bisect.bisect_left(series.times, start * 1000)
                if at < len(series.times) and series.times[at] <= end * 1000 and label in series.labels:
                    found.add(series.labels[label])
        return sorted(found)

    def instant(self, query, stamp):
        if query == "1":
            return "scalar", [stamp, "1"]
        raw = re.fullmatch(SELECTOR + r"\[(\d+)s\]", query)
        if raw:
            if not self.limits.range_vectors:
                raise Refusal(400, "bad_data", 'invalid expression type "range vector" for instant query, must be Scalar '
                              "or instant Vector")
            seconds = int(raw[3])
            result, samples = [], 0
            for series in self.select(query[:query.rindex("[")]):
                first = bisect.bisect_left(series.times, (stamp - seconds) * 1000)
                last = bisect.bisect_right(series.times, stamp * 1000)
                if first < last:
                    samples += last - first
                    result.append((series, first, last))
            self.limits.check(seconds, len(result), samples)
            return "matrix", [{"metric": s.labels, "values": [[s.times[i] / 1000, s.values[i]] for i in range(a, b)]}
                              for s, a, b in result]
        return "vector", [one for part in query.split(" or ") for one in self.probe(part, stamp)]

    def probe(self, query, stamp):
        inner, name = re.fullmatch(r'label_replace\((.*),"metric","([^"]*)","",""\)', query).groups()
        count = re.fullmatch(r"count\(count_over_time\((.*)\[1h\]\)\)", inner)
        density = re.fullmatch(r"max\(count_over_time\((.*)\[1h\]\)\)", inner)
        last = re.fullmatch(r"max_over_time\(max\(timestamp\((.*)\)\)\[(\d+)s:300s\]\)", inner)
        if count:
            value = sum(1 for s in self.select(count[1]) if self.latest(s, stamp, 3600) is not None)
        elif density:
            value = max((bisect.bisect_right(s.times, stamp * 1000) - bisect.bisect_left(s.times, (stamp - 3600) * 1000)
                         for s in self.select(density[1])), default=0)
        else:
            found = ((s, self.latest(s, stamp, int(last[2]) + LOOKBACK)) for s in self.select(last[1]))
            value = max((s.times[at] / 1000 for s, at in found if at is not None), default=0)
        if value:
            yield {"metric": {"metric": name}, "value": [stamp, repr(value)]}

    @staticmethod
    def latest(series, stamp, seconds=LOOKBACK):
        at = bisect.bisect_right(series.times, stamp * 1000) - 1
        return at if at >= 0 and series.times[at] > (stamp - seconds) * 1000 else None

    def stepped(self, query, start, end, step):
        selector, seconds = re.fullmatch(r"last_over_time\((.*)\[(\d+)s\]\)", query).groups()
        if (end - start) / step > 11_000:
            raise Refusal(400, "bad_data", "exceeded maximum resolution of 11,000 points per timeseries")
        result = []
        for series in self.select(selector):
            values = []
            for i in range(int((end - start) // step) + 1):
                at = self.latest(series, start + i * step, int(seconds))
                if at is not None:
                    values.append([start + i * step, series.values[at]])
            if values:
                result.append({"metric": series.labels, "values": values})
        return "matrix", result

    def answer(self, path, fields):
        """The body of a good answer; raises Refusal."""
        one = {key: values[0] for key, values in fields.items()}
        label = re.fullmatch(r"/api/v1/label/(\w+)/values", path)
        if label:
            return {"status": "success", "data": self.label_values(label[1], fields["match[]"], float(one["start"]),
                                                                   float(one["end"]))}
        if path == "/api/v1/query":
            kind, result = self.instant(one["query"], float(one.get("time", 0)))
        elif path == "/api/v1/query_range":
            kind, result = self.stepped(one["query"], float(one["start"]), float(one["end"]), float(one["step"]))
        else:
            raise Refusal(404, "not_found", "404 page not found")
        return {"status": "success", "data": {"resultType": kind, "result": result}}


class QueryServer:
    """Serves an engine. `fault(path, fields)` may give (status, headers, body, cut): bytes to send instead, cut short."""

    def __init__(self, engine, fault=None):
        self.engine, self.fault = engine, fault
        self.times, self.requests = [], []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # else every answer takes 40 ms
            wbufsize = -1

            def log_message(self, *_):
                pass

            def do_GET(self):
                path, _, query = self.path.partition("?")
                self.respond(path, query)

            def do_POST(self):
                self.respond(self.path, self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

            def respond(self, path, query):
                outer.times.append(time.monotonic())
                outer.requests.append((path, query, dict(self.headers), self.command))
                fields = urllib.parse.parse_qs(query, strict_parsing=bool(query))
                wrong = outer.fault(path, fields) if outer.fault else None
                if wrong is None:
                    return self.send(*outer.good(path, fields))
                status, headers, body, cut = wrong
                if status is None:  # nothing at all
                    self.close_connection = True
                    return None
                if body is None:
                    status, body, headers = outer.good(path, fields)
                return self.send(status, body, headers, cut)

            def send(self, status, body, headers=None, cut=None):
                headers = dict(headers or {})
                if "gzip" in self.headers.get("Accept-Encoding", "") and len(body) > 1000:
                    body = gzip.compress(body, 1)
                    headers["Content-Encoding"] = "gzip"
                self.send_response(status)
                for key, value in headers.items():
                    self.send_header(key, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body if cut is None else body[:int(len(body) * cut)])
                if cut is not None:
                    self.close_connection = True

        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self.thread.start()

    def good(self, path, fields):
        try:
            return 200, json.dumps(self.engine.answer(path, fields)).encode(), {"Content-Type": "application/json"}
        except Refusal as refusal:
            body = {"status": "error", "errorType": refusal.kind, "error": refusal.text}
            return refusal.status, json.dumps(body).encode(), {"Content-Type": "application/json"}

    @property
    def url(self):
        return f"http://127.0.0.1:{self.http.server_address[1]}"

    def close(self):
        self.http.shutdown()
        self.http.server_close()
        self.thread.join()
