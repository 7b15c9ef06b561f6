package rdfio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// blanks returns the labels of the blank subjects, in order.
func blanks(t *testing.T, doc string, opt rdfio.Options) []string {
	t.Helper()
	triples, err := decode([]byte(doc), opt)
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, tr := range triples {
		if b, ok := tr.Subj.(rdf.Blank); ok {
			labels = append(labels, b.String())
		}
	}
	return labels
}

// Generated labels never meet the document's, whatever those are.
func TestBlankLabels(t *testing.T) {
	var doc strings.Builder
	doc.WriteString("@prefix e: <e:> .\n")
	var want []string
	for i := range 20 {
		for _, g := range []string{"g", "gg", "ggg"} {
			fmt.Fprintf(&doc, "[] e:p %d . _:%s%d e:p %d . ", i, g, i, i)
		}
		want = append(want, "x")
	}
	labels := blanks(t, doc.String(), rdfio.Options{})
	seen := map[string]bool{}
	for _, l := range labels {
		seen[l] = true
	}
	if len(seen) != len(labels) || len(labels) != 6*len(want) {
		t.Errorf("%d labels for %d blank nodes", len(seen), len(labels))
	}

	got := blanks(t, "_:x <e:p> 1 . _:g <e:p> 1 . _:gx <e:p> 1 . _:g1x <e:p> 1 . _:g1 <e:p> 1 . [] <e:p> 1 .", rdfio.Options{})
	if s := strings.Join(got, " "); s != "x g gx g1x gg1 g1" {
		t.Errorf("got %s: labels of the document are kept, apart from those like g1", s)
	}
	got = blanks(t, inRDF(`<e:T rdf:nodeID="g1"/><e:T/><e:T rdf:nodeID="台"/>`), rdfio.Options{})
	if s := strings.Join(got, " "); s != "gg1 g1 台" {
		t.Errorf("RDF/XML: got %s", s)
	}
}

func TestBlankPrefix(t *testing.T) {
	doc := "_:x <e:p> 1 . [] <e:p> 1 ."
	a := blanks(t, doc, rdfio.Options{BlankPrefix: "a"})
	b := blanks(t, doc, rdfio.Options{BlankPrefix: "b"})
	if s := strings.Join(append(a, b...), " "); s != "a-x a-g1 b-x b-g1" {
		t.Errorf("got %s", s)
	}
	if _, err := decode([]byte(doc), rdfio.Options{BlankPrefix: "a-"}); err == nil {
		t.Error("a prefix is accepted with which labels could meet")
	}
}

// Warn is told of flaws, and the rest of the document is read.
func TestWarn(t *testing.T) {
	doc := inRDF(`<e:T rdf:about="e:s" position="1">
<e:p xml:lang="chinese language">a</e:p><e:p rdf:ID="i">b</e:p>
<e:p rdf:ID="i">c</e:p></e:T>`)
	var warnings []string
	opt := rdfio.Options{File: "f", Base: testBase, Warn: func(e *rdfio.SyntaxError) { warnings = append(warnings, e.Error()) }}
	got, err := decode([]byte(doc), opt)
	if err != nil {
		t.Fatal(err)
	}
	want := `f:3:22: the attribute "position" has no namespace; expected a prefix, such as rdfs:position
f:4:6: xml:lang: "chinese language" is not a language tag: expected something like zh or zh-Hant
f:5:1: the rdf:ID "i" appears twice; use rdf:about to say more about it`
	if s := strings.Join(warnings, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	wantGraph(t, got, `<e:s> <rdf:type> <e:T> . <e:s> <e:p> "a" . <e:s> <e:p> "b" . <e:s> <e:p> "c" .
<b:#i> <rdf:type> <rdf:Statement> . <b:#i> <rdf:subject> <e:s> . <b:#i> <rdf:predicate> <e:p> . <b:#i> <rdf:object> "b" . <b:#i> <rdf:object> "c" .`)
	opt.Warn = nil
	if _, err := decode([]byte(doc), opt); err == nil || err.Error() != strings.Split(want, "\n")[0] {
		t.Errorf("without Warn: %v", err)
	}
}
