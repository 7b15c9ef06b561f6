package sparql

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"
)

// crowd is a dataset of so many subjects with a name each, in a circle.
func crowd(t testing.TB, n int) *Dataset {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<urn:s%d> <urn:name> \"name %d\" .\n<urn:s%d> <urn:next> <urn:s%d> .\n", i, rand.N(n), i, (i+1)%n)
	}
	var d Dataset
	if err := d.Load(strings.NewReader(b.String()), "crowd.nt", "", 0); err != nil {
		t.Fatal(err)
	}
	return &d
}

// longQuestions are questions that cost as much as they can, each in another loop.
func longQuestions() map[string]string {
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
	deep := strings.Repeat("{?a ?p ?b . ", 190) + strings.Repeat("}", 190)
	doubled := "BIND(STR(?s) AS ?x0) " + list(16, "BIND(CONCAT(?x#,?x#) AS ?y#)", " ")
	return map[string]string{
		"ORDER BY with 1,500 keys":    "SELECT ?s {?s <urn:name> ?o} ORDER BY " + list(1500, `STRLEN(CONCAT(STR(?o),"#"))`, " "),
		"ORDER BY with 30 long keys":  "SELECT ?s {?s ?p ?o} ORDER BY " + list(30, `(`+list(60, `STRLEN(CONCAT(STR(?o),"#"))`, "+")+`)`, " "),
		"IN of 11,000":                "SELECT ?s {?s ?p ?o . ?t ?q ?r FILTER(?o IN (" + list(11000, `#`, ",") + "))}",
		"IN of 9,000 in the answer":   "SELECT ?s (STR(?o) IN (" + list(9000, `"#"`, ",") + ") AS ?x) {?s ?p ?o}",
		"IN of IN of IN":              "SELECT ?a {?a ?p ?o FILTER " + nested + "}",
		"! x 60,000":                  "SELECT ?s {?s ?p ?o FILTER(" + strings.Repeat("!", 60000) + "(STR(?s) = ?o))}",
		"- x 60,000":                  "SELECT ?s {?s ?p ?o FILTER(" + strings.Repeat("-", 60000) + "(1) = ?o)}",
		"+ x 30,000":                  "SELECT ?s {?s ?p ?o FILTER(" + list(20000, "1", "+") + " = ?o)}",
		"a pair of all":               "SELECT ?s {?s ?p ?o . ?t ?q ?r FILTER(STRLEN(?o) > STRLEN(?r))} ORDER BY ?o",
		"NOT EXISTS within EXISTS":    "SELECT * {?a ?b ?c FILTER EXISTS {?d ?e ?f FILTER NOT EXISTS {?g ?h ?i FILTER(?g=?a && ?h=?f)}}} LIMIT 1",
		"1,000 aggregates":            "SELECT " + list(1000, "(MAX(STRLEN(CONCAT(STR(?o),STR(?s)))) AS ?x#)", " ") + " {?s ?p ?o}",
		"CONCAT of 18,000":            "SELECT (STRLEN(CONCAT(" + list(18000, "?o", ",") + ")) AS ?n) {?s ?p ?o}",
		"every group of its own, and": "SELECT ?o (COUNT(*) AS ?n) {?s ?p ?o} GROUP BY ?o ORDER BY " + list(500, "STRLEN(?o)", " "),
		"groups within groups":        "SELECT * " + deep,
		"VALUES of 8,000, squared":    "SELECT (COUNT(*) AS ?n) { VALUES ?a { " + list(8000, "#", " ") + " } VALUES ?b { " + list(4000, "#", " ") + " } }",
		"a circle, all pairs":         "SELECT (COUNT(*) AS ?n) { ?a <urn:next>+ ?b }",
		"a circle of circles":         "SELECT (COUNT(*) AS ?n) { ?a (((<urn:next>*/<urn:next>)*/<urn:next>)*/<urn:next>)* ?b }",
		"paths of any property":       "SELECT (COUNT(*) AS ?n) { ?a (!<urn:x>|^<urn:next>)* ?b . ?b (!<urn:y>)* ?c }",
		"a pattern that doubles":      `SELECT ?s { ?s ?p ?o . ?t ?q ?r FILTER(REGEX(CONCAT(STR(?s),"aaaaaaaaaaaaaaaaaaaaaaaaaaaa"), "((a{0,30}){0,30}){0,1}$"))}`,
		"a long pattern, a long text": "SELECT ?s { ?s ?p ?o " + strings.ReplaceAll(doubled, "?y", "?z") + ` FILTER(REGEX(CONCAT(?x0,?x0), "(` + strings.Repeat("a|b|", 200) + `c)*d"))}`,
		"a group of all":              `SELECT (GROUP_CONCAT(CONCAT(STR(?a),STR(?b),STR(?c))) AS ?x) { ?a ?p ?b . ?c ?q ?d }`,
		"REPLACE that grows":          `SELECT ?s (REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(STR(?s),".","` + strings.Repeat("$0", 400) + `"),".","` + strings.Repeat("$0", 400) + `"),".","$0$0$0$0"),".","$0$0$0$0"),".","$0$0") AS ?x) { ?s ?p ?o }`,
		"REPLACE of many":             `SELECT ?s (REPLACE(REPLACE(STR(?s),".","` + strings.Repeat("$0", 400) + `"),".","$0$0") AS ?x) { ?s ?p ?o }`,
		"REPLACE that looks behind":   `SELECT ?s (REPLACE(REPLACE(STR(?s),".","` + strings.Repeat("$0 ", 400) + `"),"\\b",".") AS ?x) { ?s ?p ?o }`,
		"products of products":        "SELECT * { BIND(99999999999 AS ?a0) " + list(60, "BIND(?a0*?a0*?a0*?a0*?a0*?a0*?a0*?a0*?a0*?a0 AS ?b#)", " ") + "}",
		"variables":                   "SELECT * { " + list(3500, "?a# ?p ?o#", " . ") + " }",
		"DISTINCT of pairs":           "SELECT DISTINCT ?a ?c { ?a ?p ?b . ?c ?q ?d }",
		"OPTIONAL of pairs":           "SELECT ?a { ?a ?p ?b OPTIONAL { { ?c ?q ?d FILTER(?q != ?d) } FILTER(STRLEN(STR(?a)) > STRLEN(STR(?c))) } }",
		"MINUS of pairs":              "SELECT ?a { ?a ?p ?b OPTIONAL { ?a <urn:none> ?c } MINUS { ?x ?p ?y OPTIONAL { ?x <urn:none> ?c } } }",
		"CONSTRUCT of pairs":          "CONSTRUCT { ?a ?p ?d } { ?a ?p ?b . ?c ?q ?d }",
		"UNION of pairs":              "SELECT (COUNT(*) AS ?n) { " + list(40, "{ ?a ?p ?b . ?c ?q ?d }", " UNION ") + " }",
		"hashes":                      "SELECT ?x { ?s ?p ?o . ?t ?q ?r BIND(" + strings.Repeat("SHA512(", 150) + "STR(?o)" + strings.Repeat(")", 150) + " AS ?x) }",
	}
}

// TestLongQuestions: whatever a question has, it ends soon after its time, or is refused; and what it had does not keep the
// next one from its answer.
func TestLongQuestions(t *testing.T) {
	d := crowd(t, 3000)
	allowed := []error{context.DeadlineExceeded, ErrWork, ErrSolutions, ErrRows, ErrText, ErrSize}
	for what, q := range longQuestions() {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		parsed, err := Parse(q, nil)
		read := time.Since(begun)
		if err == nil {
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			_, err = d.Run(ctx, parsed, Limits{})
			cancel()
		}
		took := time.Since(begun)
		runtime.ReadMemStats(&after)
		var refused *SyntaxError
		known := err == nil || errors.As(err, &refused)
		for _, e := range allowed {
			known = known || errors.Is(err, e)
		}
		if !known {
			t.Errorf("%s: %v", what, err)
		}
		t.Logf("%-28s read in %v, over after %v, %d MB: %.60v", what, read.Round(time.Millisecond), took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20, err)
		if took > 2*time.Second {
			t.Errorf("%s: over after %v", what, took)
		}
		plainCount(t, d)
	}
}

func plainCount(t *testing.T, d *Dataset) {
	t.Helper()
	plain, err := Parse("SELECT (COUNT(*) AS ?n) {?s <urn:name> ?o}", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := d.Run(t.Context(), plain, Limits{})
	if err != nil || len(res.Rows) != 1 || res.Rows[0][0].String() != "3000" {
		t.Errorf("%v %v", res, err)
	}
}

// TestTurns: questions that are much work take turns; one that is little work is answered at once.
func TestTurns(t *testing.T) {
	d := crowd(t, 3000)
	long, err := Parse("SELECT (COUNT(*) AS ?n) { ?a (<urn:next>|<urn:name>)* ?b . ?c <urn:next>* ?d FILTER(?a = ?c) }", nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	turns := make(chan struct{}, 2)
	done := make(chan error, 6)
	for range 6 {
		go func() {
			_, err := d.Run(ctx, long, Limits{Turns: turns, Solutions: 1 << 30})
			done <- err
		}()
	}
	for len(turns) < 2 && ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	begun := time.Now()
	plainCount(t, d)
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("a plain count took %v beside six long questions", took)
	}
	if ctx.Err() != nil {
		t.Error("the long questions took no turns")
	}
	cancel()
	for range 6 {
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, ErrSolutions) {
			t.Error(err)
		}
	}
	if len(turns) != 0 {
		t.Errorf("%d turns are still taken", len(turns))
	}
}
