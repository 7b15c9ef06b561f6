"""Similarity by nxontology of concepts in a hierarchy.

    similarity.py judge < QUESTION > ANSWER    values, to be compared
    similarity.py time < QUESTION              seconds, to be shown beside ours
    similarity.py load FILE                    seconds to read an ontology

QUESTION is JSON: {"n": concepts, "edges": [[parent, child], ...],
"pairs": [[a, b], ...]} with concepts as numbers from 0.

ANSWER is JSON: {"seco": [...], "sanchez": [...]} by concept, scaled to 0 .. 1,
and "pairs": for each pair {"jaccard": x, "seco": {...}, "sanchez": {...}} with
resnik, lin and jiang under each information content.
"""

import json
import logging
import sys
import time
import warnings

from nxontology import NXOntology

METRICS = {"seco": "intrinsic_ic", "sanchez": "intrinsic_ic_sanchez"}


def build(question):
    nxo = NXOntology()
    for i in range(question["n"]):
        nxo.add_node(i)
    for parent, child in question["edges"]:
        nxo.add_edge(parent, child)
    nxo.freeze()  # lets it keep what it computed
    return nxo


def judge(question):
    nxo = build(question)
    answer = {
        name: [getattr(nxo.node_info(i), metric + "_scaled") for i in range(question["n"])]
        for name, metric in METRICS.items()
    }
    answer["pairs"] = []
    for a, b in question["pairs"]:
        values = {}
        for name, metric in METRICS.items():
            s = nxo.similarity(a, b, ic_metric=metric)
            values[name] = {"resnik": s.resnik_scaled, "lin": s.lin, "jiang": s.jiang_seco}
            values["jaccard"] = s.batet
        answer["pairs"].append(values)
    json.dump(answer, sys.stdout)


class Watch:
    """Seconds by the clock and by the processor."""

    def __init__(self):
        self.began = time.perf_counter(), time.process_time()

    def read(self):
        return time.perf_counter() - self.began[0], time.process_time() - self.began[1]


def show(name, seconds, parts=1):
    print(name, *(s / parts for s in seconds))


def measure(question):
    watch = Watch()
    nxo = build(question)
    show("index", watch.read())
    pairs, n = question["pairs"], question["n"]

    def lin(pairs):
        watch = Watch()
        for a, b in pairs:
            nxo.similarity(a, b, ic_metric="intrinsic_ic").lin
        return watch.read()

    def least(pairs):
        tries = [lin(pairs) for _ in range(3)]
        return [min(t[i] for t in tries) for i in range(2)]

    show("first", lin(pairs), len(pairs))
    for i in range(n):
        nxo.node_info(i).ancestors
    show("pair", least(pairs), len(pairs))
    show("topic", least([(pairs[0][0], i) for i in range(n)]))


def load(path):
    from nxontology.imports import from_file

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    watch = Watch()
    from_file(path)
    show("load", watch.read())


if __name__ == "__main__":
    if sys.argv[1] == "load":
        load(sys.argv[2])
    else:
        {"judge": judge, "time": measure}[sys.argv[1]](json.load(sys.stdin))
