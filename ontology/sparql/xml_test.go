package sparql

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/knakk/rdf"
)

// TestXML: the answer has the W3C's format, well-formed whatever the terms hold.
func TestXML(t *testing.T) {
	iri, err := rdf.NewIRI("http://o.example/?a=1&b=2")
	if err != nil {
		t.Fatal(err)
	}
	blank, err := rdf.NewBlank("b0")
	if err != nil {
		t.Fatal(err)
	}
	zh, err := rdf.NewLangLiteral("台风\x1b[2J\u202e<&\x00", "zh")
	if err != nil {
		t.Fatal(err)
	}
	integer, err := rdf.NewIRI("http://www.w3.org/2001/XMLSchema#integer")
	if err != nil {
		t.Fatal(err)
	}
	r := &Result{Kind: Select, Vars: []string{"x", "y"}, Rows: [][]rdf.Term{{iri, zh}, {blank, nil}, {nil, rdf.NewTypedLiteral("7", integer)}}}
	var b strings.Builder
	if err := r.XML(&b); err != nil {
		t.Fatal(err)
	}
	want := `<?xml version="1.0" encoding="UTF-8"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
  <head>
    <variable name="x"/>
    <variable name="y"/>
  </head>
  <results>
    <result>
      <binding name="x"><uri>http://o.example/?a=1&amp;b=2</uri></binding>
      <binding name="y"><literal xml:lang="zh">台风` + "\ufffd" + `[2J&#x202E;&lt;&amp;` + "\ufffd" + `</literal></binding>
    </result>
    <result>
      <binding name="x"><bnode>b0</bnode></binding>
    </result>
    <result>
      <binding name="y"><literal datatype="http://www.w3.org/2001/XMLSchema#integer">7</literal></binding>
    </result>
  </results>
</sparql>
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	if err := xml.Unmarshal([]byte(b.String()), new(struct{})); err != nil {
		t.Error(err)
	}
	b.Reset()
	if err := (&Result{Kind: Ask, True: true}).XML(&b); err != nil || !strings.Contains(b.String(), "<boolean>true</boolean>") {
		t.Errorf("%s %v", &b, err)
	}
}
