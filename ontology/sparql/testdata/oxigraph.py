"""Answers queries by pyoxigraph. First line: the data as N-Quads, as JSON; then a query in JSON on each line. Each is
answered by a line: {"rows": [...], "ask": bool} or {"error": text}. A cell is [kind, value, language or datatype]."""
import json
import sys

import pyoxigraph as ox

store = ox.Store()
store.load(json.loads(sys.stdin.readline()).encode(), format=ox.RdfFormat.N_QUADS)


def cell(t):
    if t is None:
        return None
    if isinstance(t, ox.NamedNode):
        return ["iri", t.value, ""]
    if isinstance(t, ox.BlankNode):
        return ["blank", "", ""]
    if t.language:
        return ["lang", t.value, t.language]
    return ["literal", t.value, t.datatype.value]


for line in sys.stdin:
    try:
        r = store.query(json.loads(line))
        if isinstance(r, ox.QuerySolutions):
            out = {"vars": [v.value for v in r.variables], "rows": [[cell(x) for x in row] for row in r]}
        elif isinstance(r, ox.QueryBoolean):
            out = {"ask": bool(r)}
        else:
            out = {"rows": [[cell(t.subject), cell(t.predicate), cell(t.object)] for t in r]}
    except Exception as e:
        out = {"error": str(e)}
    print(json.dumps(out), flush=True)
