package sparql

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tggo/goRDFlib/graph"
	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"
)

// TestOrderOfTerms: any two terms stand to each other as the library orders them.
func TestOrderOfTerms(t *testing.T) {
	lit := func(s string, dt term.URIRef) term.Term { return term.NewLiteral(s, term.WithDatatype(dt)) }
	terms := []term.Term{
		nil, term.NewBNode("b1"), term.NewBNode("b2"), term.NewURIRefUnsafe("http://a.example/"), term.NewURIRefUnsafe("urn:b"),
		lit("7", term.XSDInteger), lit("7.0", term.XSDDecimal), lit("-1e3", term.XSDDouble), lit("NaN", term.XSDDouble), lit("INF", term.XSDDouble), lit("many", term.XSDInteger), lit("10", term.XSDLong),
		lit("2026-11-28", term.XSDDate), lit("2026-11-28Z", term.XSDDate), lit("2026-11-28+08:00", term.XSDDate), lit("some day", term.XSDDate),
		lit("2026-11-28T10:00:00Z", term.XSDDateTime), lit("2026-11-28T10:00:00.5Z", term.XSDDateTime), lit("2026-11-28T18:00:00+08:00", term.XSDDateTime), lit("2026-11-28T09:00:00", term.XSDDateTime), lit("10:00:00", term.XSDTime),
		term.NewLiteral("7"), term.NewLiteral("台风"), term.NewLiteral("typhoon", term.WithLang("en")), term.NewLiteral("typhoon", term.WithLang("zh")), term.NewLiteral(""), term.NewLiteral(true),
	}
	for _, a := range terms {
		for _, b := range terms {
			q := &sparql.ParsedQuery{Type: "SELECT", Limit: -1, Variables: []string{"n"}, OrderBy: []sparql.OrderExpr{{Expr: &sparql.VarExpr{Name: "v"}}},
				Where: &sparql.ValuesPattern{Vars: []string{"n", "v"}, Values: [][]term.Term{{term.NewLiteral(0), a}, {term.NewLiteral(1), b}}}}
			out, err := sparql.EvalQuery(graph.NewGraphFromStore(readOnly{}, nil), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			pa, pb := rankOf(a), rankOf(b)
			if first := out.Bindings[0]["n"].String(); (first == "0") != (pa.compare(&pb) <= 0) {
				t.Errorf("%v and %v: the library has %s first, compare says %d", a, b, first, pa.compare(&pb))
			}
		}
	}
}

// crowd is a dataset of so many subjects with a name each.
func crowd(t *testing.T, n int) *Dataset {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<urn:s%d> <urn:name> \"name %d\" .\n", i, rand.N(n))
	}
	var d Dataset
	if err := d.Load(strings.NewReader(b.String()), "crowd.nt", "", 0); err != nil {
		t.Fatal(err)
	}
	return &d
}

// TestLongQuestions: whatever a question has, it ends soon after its time, or is refused, and what is left
// of it keeps no turn from the next one.
func TestLongQuestions(t *testing.T) {
	d := crowd(t, 5000)
	list := func(n int, form, sep string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = strings.ReplaceAll(form, "#", fmt.Sprint(i))
		}
		return strings.Join(all, sep)
	}
	nested := "?a"
	for range 12 {
		nested = "(" + nested + " IN (1,2,3,4,5,6,7,8,9))"
	}
	for what, q := range map[string]string{
		"ORDER BY with 1,500 keys":    "SELECT ?s {?s ?p ?o} ORDER BY " + list(1500, `STRLEN(CONCAT(STR(?o),"#"))`, " "),
		"ORDER BY with 30 long keys":  "SELECT ?s {?s ?p ?o} ORDER BY " + list(30, `(`+list(60, `STRLEN(CONCAT(STR(?o),"#"))`, "+")+`)`, " "),
		"IN of 20,000":                "SELECT ?s {?s ?p ?o . ?t ?q ?r FILTER(STR(?o) IN (" + list(9000, `"#"`, ",") + "))}",
		"IN of 20,000 in the answer":  "SELECT ?s (STR(?o) IN (" + list(9000, `"#"`, ",") + ") AS ?x) {?s ?p ?o}",
		"IN of IN of IN":              "SELECT ?a {?a ?p ?o FILTER " + nested + "}",
		"! x 2,000":                   "SELECT ?s {?s ?p ?o . ?t ?q ?r FILTER(" + strings.Repeat("!", 2000) + "(STR(?s) = ?r))}",
		"a pair of all":               "SELECT ?s {?s ?p ?o . ?t ?q ?r FILTER(STRLEN(?o) > STRLEN(?r))} ORDER BY ?o",
		"NOT EXISTS within EXISTS":    "SELECT * {?a ?b ?c FILTER EXISTS {?d ?e ?f FILTER NOT EXISTS {?g ?h ?i FILTER(?g=?a && ?h=?f)}}} LIMIT 1",
		"1,000 aggregates":            "SELECT " + list(1000, "(MAX(STRLEN(CONCAT(STR(?o),STR(?s)))) AS ?x#)", " ") + " {?s ?p ?o}",
		"CONCAT of 20,000":            "SELECT (STRLEN(CONCAT(" + list(18000, "?o", ",") + ")) AS ?n) {?s ?p ?o}",
		"every group of its own, and": "SELECT ?o (COUNT(*) AS ?n) {?s ?p ?o} GROUP BY ?o ORDER BY " + list(500, "STRLEN(?o)", " "),
	} {
		begun := time.Now()
		parsed, err := Parse(q, nil)
		if err == nil {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			_, err = d.Run(ctx, parsed, Limits{})
			cancel()
		}
		var refused *SyntaxError
		if err != nil && !errors.As(err, &refused) && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, ErrWork) && !errors.Is(err, ErrSolutions) && !errors.Is(err, ErrRows) {
			t.Errorf("%s: %v", what, err)
		}
		took := time.Since(begun)
		plain, err := Parse("SELECT (COUNT(*) AS ?n) {?s ?p ?o}", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := d.Run(t.Context(), plain, Limits{})
		if err != nil || len(res.Rows) != 1 || res.Rows[0][0].String() != "5000" {
			t.Errorf("after %s: %v %v", what, res, err)
		}
		if all := time.Since(begun); all > 10*time.Second {
			t.Errorf("%s: %v, and %v with the count after it", what, took, all)
		}
	}
}
