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


def measure(question):
    start = time.perf_counter()
    nxo = build(question)
    print("index", time.perf_counter() - start)
    pairs, n = question["pairs"], question["n"]

    def lin(pairs):
        start = time.perf_counter()
        for a, b in pairs:
            nxo.similarity(a, b, ic_metric="intrinsic_ic").lin
        return time.perf_counter() - start

    print("pair-first", lin(pairs) / len(pairs))
    for i in range(n):
        nxo.node_info(i).ancestors
    print("pair", min(lin(pairs) for _ in range(3)) / len(pairs))
    topic = pairs[0][0]
    print("topic", min(lin([(topic, i) for i in range(n)]) for _ in range(3)))


def load(path):
    from nxontology.imports import from_file

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    start = time.perf_counter()
    from_file(path)
    print("load", time.perf_counter() - start)


if __name__ == "__main__":
    if sys.argv[1] == "load":
        load(sys.argv[2])
    else:
        {"judge": judge, "time": measure}[sys.argv[1]](json.load(sys.stdin))
