package sparql_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

const people = `@prefix : <http://x.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ann :knows :bob , :ann ; :age 30 ; :name "Ann" , "安"@zh .
:bob :knows :cat ; :age 25 ; :name "Bob" .
:cat :knows :dan ; :name "Cat\u001b[2J" .
:dan :knows :ann ; :age 30.0 .
:A rdfs:subClassOf :B . :B rdfs:subClassOf :C .`

const more = `@prefix : <http://x.example/> . :ann :age 31 . :eve :knows _:b . _:b :name "nobody" .`

func dataset(t testing.TB) *sparql.Dataset {
	t.Helper()
	d := new(sparql.Dataset)
	add(t, d, "http://g.example/people", people)
	add(t, d, "http://g.example/more", more)
	return d
}

func add(t testing.TB, d *sparql.Dataset, name, ttl string) {
	t.Helper()
	err := turtle.Decode(strings.NewReader(ttl), rdfio.Options{BlankPrefix: "t"}, func(x rdf.Triple) error { return d.Add(name, x) })
	if err != nil {
		t.Fatal(err)
	}
}

var prefixes = map[string]string{"": "http://x.example/", "g": "http://g.example/", "rdfs": "http://www.w3.org/2000/01/rdf-schema#", "xsd": "http://www.w3.org/2001/XMLSchema#"}

func ask(d *sparql.Dataset, text string, lim sparql.Limits) (*sparql.Result, error) {
	q, err := sparql.Parse(text, prefixes)
	if err != nil {
		return nil, err
	}
	return d.Run(context.Background(), q, lim)
}

// rows are the rows of an answer as text, sorted unless the query orders them.
func rows(t testing.TB, r *sparql.Result, ordered bool) string {
	t.Helper()
	var all []string
	for _, row := range r.Rows {
		var cells []string
		for _, x := range row {
			if x == nil {
				cells = append(cells, "-")
			} else {
				cells = append(cells, strings.TrimPrefix(x.String(), "http://x.example/"))
			}
		}
		all = append(all, strings.Join(cells, " "))
	}
	if !ordered {
		slices.Sort(all)
	}
	return strings.Join(all, "; ")
}

// Each answer was found by hand.
func TestSelect(t *testing.T) {
	d := dataset(t)
	for _, tt := range []struct{ name, query, want string }{
		{"one triple", `SELECT ?x { ?x :knows :ann }`, "ann; dan"},
		{"the same variable twice", `SELECT ?x { ?x :knows ?x }`, "ann"},
		{"a text is no subject", `SELECT ?n ?o { :bob :name ?n . ?n ?p ?o }`, ""},
		{"an unknown term", `SELECT ?x { ?x :knows :nobody }`, ""},
		{"join", `SELECT ?x ?z { ?x :knows ?y . ?y :knows ?z FILTER(?x != ?z) }`, "ann bob; ann cat; bob dan; cat ann; dan ann; dan bob"},
		{"default is the union", `SELECT ?a { :ann :age ?a }`, "30; 31"},
		{"one graph", `SELECT ?a { GRAPH g:more { :ann :age ?a } }`, "31"},
		{"any graph", `SELECT ?g ?a { GRAPH ?g { :ann :age ?a } } ORDER BY ?a`, "http://g.example/people 30; http://g.example/more 31"},
		{"a graph that is not there", `SELECT ?a { GRAPH g:none { :ann :age ?a } }`, ""},
		{"joined across graphs", `SELECT ?y { GRAPH g:more { :ann :age ?a } GRAPH g:people { :ann :knows ?y } }`, "ann; bob"},
		{"optional", `SELECT ?x ?a { ?x :name ?n OPTIONAL { ?x :age ?a } FILTER(!isBlank(?x) && lang(?n) = "") }`, "ann 30; ann 31; bob 25; cat -"},
		{"optional with a filter on what is outside", `SELECT ?x ?y { ?x :age ?a OPTIONAL { ?x :knows ?y . ?y :age ?b FILTER(?b < ?a) } }`, "ann ann; ann bob; ann bob; bob -; dan -"},
		{"optional group", `SELECT ?x ?z { ?x :age 25 OPTIONAL { ?x :knows ?y OPTIONAL { ?y :knows ?z } } }`, "bob dan"},
		{"union", `SELECT ?x { { ?x :age 25 } UNION { ?x :knows :dan } }`, "bob; cat"},
		{"minus", `SELECT DISTINCT ?x { ?x :knows ?y MINUS { ?x :age ?a } }`, "cat; eve"},
		{"minus shares nothing", `SELECT ?x { ?x :age 25 MINUS { ?y :age 25 } }`, "bob"},
		{"exists", `SELECT ?x { ?x :age 25 FILTER EXISTS { ?x :knows ?y } }`, "bob"},
		{"not exists", `SELECT DISTINCT ?x { ?x :knows ?y FILTER NOT EXISTS { ?x :age ?a } }`, "cat; eve"},
		{"not exists sees what is outside", `SELECT DISTINCT ?x { ?x :age ?a FILTER NOT EXISTS { ?y :age ?b FILTER(?b > ?a) } }`, "ann"},
		{"no value is no value", `SELECT ?x { ?x :name ?n OPTIONAL { ?x :age ?a } FILTER(?a != 30) }`, "ann; ann; bob"},
		{"no value or something else", `SELECT DISTINCT ?x { ?x :name ?n OPTIONAL { ?x :age ?a } FILTER(!bound(?a) || ?a = 25) FILTER(isIRI(?x)) }`, "bob; cat"},
		{"equal numbers", `SELECT DISTINCT ?x { ?x :age ?a FILTER(?a = 30) }`, "ann; dan"},
		{"in", `SELECT ?x { ?x :age ?a FILTER(?a IN (25, 31)) }`, "ann; bob"},
		{"regex", `SELECT ?x { ?x :name ?n FILTER regex(?n, "^b", "i") }`, "bob"},
		{"a filter of a group sees its group only", `SELECT ?x { ?x :age 25 { FILTER(bound(?x)) } }`, ""},
		{"bind", `SELECT ?b { :bob :age ?a BIND(?a * 2 AS ?b) }`, "50"},
		{"values", `SELECT ?x ?a { VALUES ?x { :bob :cat } ?x :age ?a }`, "bob 25"},
		{"values after", `SELECT ?x ?a { ?x :age ?a } VALUES (?x ?a) { (:bob UNDEF) (:ann 31) }`, "ann 31; bob 25"},
		{"count", `SELECT (COUNT(*) AS ?n) { ?x :knows ?y }`, "6"},
		{"count of nothing", `SELECT (COUNT(*) AS ?n) { ?x :hates ?y }`, "0"},
		{"group", `SELECT ?x (COUNT(?y) AS ?n) (MAX(?a) AS ?m) { ?x :knows ?y . ?x :age ?a } GROUP BY ?x HAVING (COUNT(?y) > 1)`, "ann 4 31"},
		{"order and limit", `SELECT ?a { ?x :age ?a } ORDER BY DESC(?a) ?x LIMIT 2 OFFSET 1`, "30; 30.0"},
		{"distinct", `SELECT DISTINCT ?p { :ann ?p ?o } ORDER BY ?p`, "age; knows; name"},
		{"subquery", `SELECT ?x ?m { { SELECT (MAX(?a) AS ?m) { ?y :age ?a } } ?x :age ?m }`, "ann 31"},
		{"path of one or more", `SELECT ?x { :A rdfs:subClassOf+ ?x }`, "B; C"},
		{"path of any length", `SELECT ?x { ?x rdfs:subClassOf* :C }`, "A; B; C"},
		{"path in a circle", `SELECT ?x { :ann :knows+ ?x }`, "ann; bob; cat; dan"},
		{"path from nowhere", `SELECT ?x ?y { ?x rdfs:subClassOf+ ?y }`, "A B; A C; B C"},
		{"path of zero or one", `SELECT ?x { :A rdfs:subClassOf? ?x }`, "A; B"},
		{"inverse, sequence, choice", `SELECT ?x { :bob ^:knows/(:age|:name) ?x }`, "30; 31; Ann; 安"},
		{"any other property", `SELECT ?o { :bob !(:knows|:name) ?o }`, "25"},
		{"both ends known", `SELECT ?n { :A rdfs:subClassOf+ :C . :bob :name ?n }`, "Bob"},
		{"all variables", `SELECT * { ?x :age 25 . ?x :knows [ :knows ?z ] }`, "bob dan"},
		{"minus shows no variables", `SELECT * { ?x :age 25 MINUS { ?y :age 1 } }`, "bob"},
		{"dollar", `SELECT $x { $x :age 25 }`, "bob"},
		{"comment", "SELECT ?x { # FROM here\n ?x :age 25 }", "bob"},
		{"words within texts and names", `SELECT ?x ?load { ?x :age 25 BIND("LOAD <x> FROM" AS ?load) }`, "bob LOAD <x> FROM"},
		{"cast", `SELECT (xsd:integer("7") AS ?n) {}`, "7"},
		{"language", `SELECT ?n { :ann :name ?n FILTER langMatches(lang(?n), "zh") }`, "安"},
	} {
		r, err := ask(d, tt.query, sparql.Limits{})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := rows(t, r, strings.Contains(tt.query, "ORDER")); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestEmptyFile: an empty file is an empty graph, whatever its syntax.
func TestEmptyFile(t *testing.T) {
	for _, name := range []string{"a.ttl", "a.nt", "a.trig", "a.nq", "a.rdf"} {
		var d sparql.Dataset
		if err := d.Load(strings.NewReader(" \n"), name, "http://g.example/", 0); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if r, err := ask(&d, "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }", sparql.Limits{}); err != nil || rows(t, r, false) != "0" {
			t.Errorf("%s: %v %v", name, r, err)
		}
	}
}

func TestAskAndConstruct(t *testing.T) {
	d := dataset(t)
	for query, want := range map[string]bool{`ASK { :ann :knows :bob }`: true, `ASK { :bob :knows :ann }`: false, `ASK { ?x :age ?a FILTER(?a > 30) }`: true} {
		if r, err := ask(d, query, sparql.Limits{}); err != nil || r.True != want {
			t.Errorf("%s: %v, %v", query, r, err)
		}
	}
	r, err := ask(d, `CONSTRUCT { ?y :knownBy ?x . ?n :is ?x } WHERE { ?x :knows ?y ; :name ?n FILTER(?x = :bob) }`, sparql.Limits{})
	if err != nil || len(r.Triples) != 1 || r.Triples[0].Subj.String() != "http://x.example/cat" {
		t.Errorf("a text must be no subject: %v, %v", r, err)
	}
	if r, err = ask(d, `CONSTRUCT WHERE { ?x :age 25 }`, sparql.Limits{}); err != nil || len(r.Triples) != 1 {
		t.Errorf("short form: %v, %v", r, err)
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct{ query, want string }{
		{"SELECT * {\n ?s ?p }", "query:2:8: expected a term instead of"},
		{"SELECT * { ?s ?p ?o ", "query:1:21: expected }, but the query ends here"},
		{"SELECT * { ?s ?p ?o }\nLIMT 10", `query:2:1: "LIMT" is no word of SPARQL; did you mean LIMIT?`},
		{"SELECT * { ?s ?p ?o FILTER(nofunc(?s)) }", `query:1:28: "nofunc" is no word`},
		{"SELECT * { ?台 ?p foo:x }", `query:1:18: the prefix "foo:" is not declared`},
		{"SELECT * { SERVICE <http://x> { ?s ?p ?o } }", "SERVICE is refused: no other server is asked"},
		{"LOAD <http://x.example/>", "LOAD is refused: a query cannot change anything"},
		{"INSERT DATA { :a :b :c }", "INSERT is refused"},
		{"SELECT * FROM <http://x> { ?s ?p ?o }", "FROM is refused"},
		{"DESCRIBE :ann", "DESCRIBE is refused"},
		{"", "expected SELECT"},
		{"SELECT * { ?s ?p \"abc }", "query:1:18: this text has no end"},
		{"SELECT * { ?s ?p ?o }}", "this } closes nothing"},
		{"SELECT * { " + strings.Repeat("{", 300) + strings.Repeat("}", 300) + " }", "nested more than 200 deep"},
		{"SELECT (SUM(COUNT(?s)) AS ?x) { ?s ?p ?o }", "not within another"},
		{"SELECT ?x { ?s ?p ?o FILTER(COUNT(*) > 1) }", "may stand only in SELECT, HAVING and ORDER BY"},
		{"SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o }", "?p is neither grouped nor within an aggregate"},
		{"SELECT * { ?s ?p ?o } GROUP BY ?s", "SELECT * cannot be grouped"},
		{"SELECT (1 AS ?s) { ?s ?p ?o }", "?s has a value already"},
		{"SELECT * { ?s ?p ?o BIND(1 AS ?o) }", "query:1:31: ?o has a value already"},
		{"SELECT * { _:a ?p ?o OPTIONAL { _:a ?q ?r } }", "the blank node _:a stands in another group"},
		{"SELECT * { VALUES (?a ?b) { (1) } }", "1 values for 2 variables"},
		{"SELECT (STRLEN() AS ?x) {}", "STRLEN takes another number of values than 0"},
		{"SELECT (:own(1) AS ?x) {}", `there is no function ":own"`},
		{"SELECT * { ?s ?p ?o ?a ?b ?c }", "query:1:21: expected ."},
		{"SELECT * { ?s ?p 'a\\q' }", "unknown escape sequence"},
		{"CONSTRUCT { ?s :p+ ?o } { ?s ?p ?o }", "a property path cannot be made"},
		{"SELECT ?x { ?x ?p <> }", "expected an absolute IRI"},
		{"SELECT * { << :a :b :c >> ?p ?o }", "RDF 1.2"},
		{strings.Repeat(" ", sparql.LongestQuery+1), "longer than"},
	} {
		_, err := ask(dataset(t), tt.query, sparql.Limits{})
		var se *sparql.SyntaxError
		if !errors.As(err, &se) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.60s: %v, want %s", tt.query, err, tt.want)
		}
	}
}

func TestLimits(t *testing.T) {
	d := dataset(t)
	for _, tt := range []struct {
		query string
		lim   sparql.Limits
		want  error
	}{
		{`SELECT * { ?s ?p ?o }`, sparql.Limits{Rows: 5}, sparql.ErrRows},
		{`SELECT * { ?s ?p ?o } LIMIT 5`, sparql.Limits{Rows: 5}, nil},
		{`CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }`, sparql.Limits{Rows: 5}, sparql.ErrRows},
		{`SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }`, sparql.Limits{Solutions: 1000}, sparql.ErrSolutions},
		{`SELECT (COUNT(*) AS ?n) { ?a :knows* ?b . ?c :knows* ?d . ?e :knows* ?f }`, sparql.Limits{Solutions: 1000}, sparql.ErrSolutions},
		{`SELECT * { BIND("0123456789012345678901234567890123456789" AS ?a) ` + doubling() + ` }`, sparql.Limits{}, sparql.ErrText},
	} {
		if _, err := ask(d, tt.query, tt.lim); !errors.Is(err, tt.want) {
			t.Errorf("%.60s: %v, want %v", tt.query, err, tt.want)
		}
	}
}

// doubling makes a text of 2^19 times another.
func doubling() string {
	var b strings.Builder
	for i := range 19 {
		b.WriteString("BIND(CONCAT(?" + string(rune('a'+i)) + ", ?" + string(rune('a'+i)) + ") AS ?" + string(rune('b'+i)) + ") ")
	}
	return b.String()
}

// A query that would take for ever ends with its context, whatever it is at.
func TestStops(t *testing.T) {
	d := dataset(t)
	many := "VALUES ?N { " + strings.Repeat("1 ", 100) + "} "
	for _, text := range []string{
		`SELECT (COUNT(*) AS ?count) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n ?o . ?p ?q ?r . ?s ?t ?u }`,
		`SELECT (COUNT(*) AS ?count) { ` + strings.ReplaceAll(many, "N", "a") + strings.ReplaceAll(many, "N", "b") + strings.ReplaceAll(many, "N", "c") + strings.ReplaceAll(many, "N", "d") + strings.ReplaceAll(many, "N", "e") + `}`,
		`SELECT (COUNT(*) AS ?count) { ?a (:knows|:age|:name)* ?b . ?c (:knows|:name)* ?d . ?e (:knows)* ?f . ?g :knows* ?h . ?i :knows* ?j }`,
	} {
		q, err := sparql.Parse(text, prefixes)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if _, err := d.Run(ctx, q, sparql.Limits{Solutions: 1 << 30}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%.60s: %v", text, err)
		}
		cancel()
	}
}

func TestForms(t *testing.T) {
	r, err := ask(dataset(t), `SELECT ?x ?n ?a { ?x :name ?n OPTIONAL { ?x :age ?a } FILTER(?x IN (:bob, :cat)) } ORDER BY ?x`, sparql.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		write func(*bytes.Buffer) error
		want  string
	}{
		{"table", func(b *bytes.Buffer) error { return r.Table(b, prefixes) }, "x     n           a\n:bob  Bob         25\n:cat  Cat\\x1b[2J\n"},
		{"csv", func(b *bytes.Buffer) error { return r.CSV(b) }, "x,n,a\r\nhttp://x.example/bob,Bob,25\r\nhttp://x.example/cat,Cat\\x1b[2J,\r\n"},
		{"tsv", func(b *bytes.Buffer) error { return r.TSV(b) }, "?x\t?n\t?a\n<http://x.example/bob>\t\"Bob\"\t\"25\"^^<http://www.w3.org/2001/XMLSchema#integer>\n<http://x.example/cat>\t\"Cat\\U0000001B[2J\"\t\n"},
		{"json", func(b *bytes.Buffer) error { return r.JSON(b) }, `"value": "Cat\u001b[2J"`},
	} {
		var b bytes.Buffer
		if err := tt.write(&b); err != nil || !strings.Contains(b.String(), tt.want) {
			t.Errorf("%s: %v\n%q lacks\n%q", tt.name, err, b.String(), tt.want)
		}
		if strings.Contains(b.String(), "\x1b") {
			t.Errorf("%s: an escape sequence reaches the terminal", tt.name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"SELECT * { ?s ?p ?o }", "ASK { :a :b* [] }", "CONSTRUCT WHERE { ?s a ?o }", "SELECT (COUNT(*) AS ?count) { { SELECT ?x { ?x ?y 1 } } FILTER NOT EXISTS { ?x :p \"\\\"\" } } GROUP BY ?x", "SELECT ?x { ?x !(:a|^:b) ?y VALUES ?x { UNDEF } }"} {
		f.Add(s)
	}
	d := dataset(f)
	f.Fuzz(func(t *testing.T, text string) {
		q, err := sparql.Parse(text, prefixes)
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_, _ = d.Run(ctx, q, sparql.Limits{Rows: 100, Solutions: 1000})
	})
}
