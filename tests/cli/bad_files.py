"""Makes the files of the tests of bad input: one GPU for two hours, and ways to spoil it."""
import gzip

START = 1_767_225_600  # 2026-01-01T00:00:00Z
MINUTES = range(120)
LABELS = ('gpu="0",UUID="GPU-aaaaaaaa-0000-0000-0000-000000000001",Hostname="n1",'
          'modelName="NVIDIA A100-SXM4-80GB",namespace="ml",pod="p",container="c"')


def lines(labels=LABELS, engine=lambda minute: 0.5, used=lambda minute: 40000, unit=1000, minutes=MINUTES):
    """Engine activity, used and free memory, minute by minute. Half of the time counts as computing."""
    text = []
    for name, value in (("DCGM_FI_PROF_GR_ENGINE_ACTIVE", engine), ("DCGM_FI_DEV_FB_USED", used),
                        ("DCGM_FI_DEV_FB_FREE", lambda minute: 41920)):
        text += [f"{name}{{{labels}}} {value(minute)} {(START + 60 * minute) * unit}\n" for minute in minutes]
    return "".join(text)


def other_gpu(labels=LABELS):
    return labels.replace('gpu="0"', 'gpu="1"').replace("aaaaaaaa", "bbbbbbbb").replace('pod="p"', 'pod="q"')


def other_gpu_at(*seconds):
    return "".join(f"DCGM_FI_DEV_FB_USED{{{LABELS}}} 40000 {time * 1000}\n" for time in seconds)


def dump_with_a_future_pod():
    pod = ('{"kind": "Pod", "metadata": {"namespace": "ml", "name": "p%d", '
           '"creationTimestamp": "%s-01-01T00:%02d:00Z"}}')
    pods = [pod % (number, "2026", number) for number in range(20)] + [pod % (20, "2099", 0)]
    return '{"kind": "List", "apiVersion": "v1", "items": [' + ", ".join(pods) + "]}"


def smi_log(time, uuid):
    return (f'<?xml version="1.0" ?>\n<nvidia_smi_log><timestamp>{time}</timestamp><attached_gpus>1</attached_gpus>'
            f'<gpu id="00000000:0{len(uuid)}:00.0"><product_name>NVIDIA A100-SXM4-80GB</product_name>'
            f"<uuid>GPU-{uuid}</uuid><fb_memory_usage><total>81920 MiB</total><used>40000 MiB</used></fb_memory_usage>"
            "<utilization><gpu_util>50 %</gpu_util></utilization></gpu></nvidia_smi_log>\n")


GOOD = lines()
SECOND = lines(other_gpu())

FILES = {
    "good.prom": GOOD,
    "second.prom": SECOND,
    "cut.prom.gz": gzip.compress((GOOD + SECOND).encode())[:-400],
    "long.prom": GOOD + 'x{a="' + "y" * (3 << 20) + '"} 1 1767225600000\n' + SECOND,
    "utf8.prom": GOOD.encode() + b'DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-\xff\xfe"} 1 1767225600000\n' + SECOND.encode(),
    "nonsense.prom": GOOD + "this is no sample\n" + SECOND,
    "twice.prom": GOOD + GOOD,
    "backwards.prom": lines(minutes=reversed(MINUTES)),
    "seconds.prom": lines(unit=1),
    "openmetrics.prom": lines(unit=1) + "# EOF\n",
    "openmetrics_cut.prom": "# TYPE a unknown\n# UNIT a \n" + lines(unit=1),
    "both_units.prom": lines(minutes=range(60)) + lines(minutes=range(60, 120), unit=1),
    "nan.prom": lines(engine=lambda minute: "NaN" if minute % 2 else 0.5),
    "sentinel.prom": lines(used=lambda minute: 9223372036854775794),
    "resets.prom": GOOD + "# TYPE DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION counter\n" + "".join(
        f"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{{{LABELS}}} {minute % 40 * 18_000_000} {(START + 60 * minute) * 1000}\n"
        for minute in MINUTES),
    "profile.prom": lines(LABELS + ',GPU_I_ID="3",GPU_I_PROFILE="9g.99gb"'),
    "product.prom": lines(LABELS.replace("A100-SXM4-80GB", "Z9000")),
    "unknown_metrics.prom": GOOD + "my_gpu_thing 1 1767225600000\n" * 3,
    "dark.prom": GOOD + lines(other_gpu(), minutes=[*range(10), *range(110, 120)]),
    "empty.prom": "",
    "binary.prom": bytes(range(256)) * 400,
    "page.prom": "<html><body>404 not found</body></html>\n",
    "none.json": '{"kind": "List", "apiVersion": "v1", "items": []}',
    "cpu_node.json": '{"kind": "NodeList", "apiVersion": "v1", "items": [{"kind": "Node", "metadata": {"name": "c", '
                     '"creationTimestamp": "2026-01-01T00:00:00Z"}, "status": {"capacity": {"cpu": "8"}}}]}',
    "cut.json": '{"kind": "List", "items": [{"kind": "Node", "meta',
    "prices.csv": "instance_type,price\n",
    "ages.prom": GOOD + other_gpu_at(3_600, 4_070_908_800),
    "untimed.prom": "".join(f"DCGM_FI_DEV_FB_USED{{{other_gpu()}}} {used}\n" for used in (40000,)),
    "future.json": dump_with_a_future_pod(),
    "smi-1.xml": smi_log("Thu Jan  1 09:00:00 2026", "aaaa"),
    "smi-2.xml": smi_log("Thu Jan  1 12:00:00 2026", "bbbb"),
    "smi-3.txt": "==============NVSMI LOG==============\n\nTimestamp : Thu Jan  1 12:00:05 2026\n"
                 "GPU 00000000:03:00.0\n    Product Name : NVIDIA A100-SXM4-80GB\n    GPU UUID : GPU-cccc\n"
                 "    FB Memory Usage\n        Total : 81920 MiB\n        Used : 40000 MiB\n"
                 "    Utilization\n        GPU : 50 %\n",
    "nameless.csv": "time,pool,total,running,pending\n0,a,4,1,0\n60,,4,1,0\n120,a,4,1,0\n",
    "over.csv": "time,pool,total,running,pending\n0,a,4,9,0\n3600,a,4,9,0\n7200,a,4,2,0\n",
    "twice.csv": "product,price_per_gpu_hour,gpus\nA100-SXM4-80GB,2.0,1\nA100-SXM4-80GB,3.0,1\n",
}
