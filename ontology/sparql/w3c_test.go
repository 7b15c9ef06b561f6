package sparql_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio/rdfiotest"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// suites are folders of the W3C's tests: of SPARQL 1.1, without entailment, services and updates, and of SPARQL 1.0, which
// hold for 1.1 too.
func suites() []string {
	var all []string
	for _, name := range strings.Fields("aggregates bind bindings construct csv-tsv-res exists functions grouping json-res negation project-expression property-path subquery syntax-query") {
		all = append(all, "sparql11/"+name)
	}
	for _, name := range strings.Fields(`algebra ask basic bnode-coreference boolean-effective-value bound cast construct dataset distinct
expr-builtin expr-equals expr-ops graph i18n open-world optional optional-filter reduced regex solution-seq sort
syntax-sparql1 syntax-sparql2 syntax-sparql3 syntax-sparql4 syntax-sparql5 triple-match type-promotion`) {
		all = append(all, "dawg-data-r2/"+name)
	}
	return all
}

// differing are tests that fail on purpose, with the reason.
func differing() map[string]string {
	const (
		from     = "FROM is refused: who makes the dataset chooses its graphs (SPARQL 1.1 Protocol, 2.1.4: a service may refuse them)"
		rdf10    = "the expected answer is that of RDF 1.0; since RDF 1.1 a text without a datatype is an xsd:string (RDF 1.1 Concepts, 3.3)"
		function = "an unknown function is refused before the question runs; by 17.6 each of its calls would be an error"
	)
	all := map[string]string{
		"sparql11/aggregates/agg-empty-group":                              "the expected answer lacks the variable x, which SELECT names (18.2.4.4), and has a row although there is no group (18.5.1)",
		"dawg-data-r2/optional-filter/dawg-optional-filter-005-simplified": "not approved; 18.2.2.6 has it as the other test 005",
	}
	for why, names := range map[string]string{
		from: `sparql11/construct/constructwhere04 sparql11/syntax-query/test_42 dawg-data-r2/syntax-sparql2/syntax-dataset-01
dawg-data-r2/syntax-sparql2/syntax-dataset-02 dawg-data-r2/syntax-sparql2/syntax-dataset-03 dawg-data-r2/syntax-sparql2/syntax-dataset-04`,
		function: `sparql11/syntax-query/test_4 dawg-data-r2/syntax-sparql1/syntax-expr-05 dawg-data-r2/syntax-sparql1/syntax-order-05
dawg-data-r2/syntax-sparql1/syntax-order-06 dawg-data-r2/syntax-sparql2/syntax-function-01 dawg-data-r2/syntax-sparql2/syntax-function-02
dawg-data-r2/syntax-sparql2/syntax-function-03 dawg-data-r2/syntax-sparql2/syntax-function-04`,
		rdf10: `sparql11/functions/strdt03 sparql11/functions/strlang03 dawg-data-r2/distinct/distinct-2 dawg-data-r2/distinct/distinct-9`,
		"the expected answer is that of RDF 1.0; since RDF 1.1 a text with a language has the datatype rdf:langString (17.4.2.7)": "dawg-data-r2/expr-builtin/dawg-datatype-2",
		"1. is no number since SPARQL 1.1 (19.8, production 147)":                                                                 "dawg-data-r2/basic/term-6 dawg-data-r2/basic/term-7 dawg-data-r2/syntax-sparql1/syntax-lit-08",
		"DESCRIBE is refused: its answer is not defined (16.4)":                                                                   "dawg-data-r2/syntax-sparql2/syntax-form-describe01 dawg-data-r2/syntax-sparql2/syntax-form-describe02",
	} {
		for name := range strings.FieldsSeq(names) {
			all[name] = why
		}
	}
	for _, n := range strings.Fields("01 02 03 04 05 06 07 08 09 09b 10 10b 11 12 12b") {
		all["dawg-data-r2/dataset/dawg-dataset-"+n] = from
	}
	return all
}

// TestW3CQueries runs the W3C's tests of SPARQL 1.1 Query.
func TestW3CQueries(t *testing.T) {
	root := goldentest.Dir(t, "ontologies/w3c-sparql-tests")
	passed, all, each := 0, 0, map[string]int{}
	for _, suite := range suites() {
		for _, x := range sparqlTests(t, filepath.Join(root, suite)) {
			all++
			each[suite]++
			err := x.run(filepath.Join(root, suite))
			why, differs := differing()[suite+"/"+x.name]
			switch {
			case err == nil && !differs:
				passed++
			case err != nil && !differs:
				t.Errorf("%s/%s: %v", suite, x.name, err)
			case err == nil:
				t.Errorf("%s/%s passes, and is listed: %s", suite, x.name, why)
			}
		}
	}
	t.Logf("%d of %d pass", passed, all)
	t.Log(each)
	if all < 300 {
		t.Errorf("%d tests: the manifests were not read", all)
	}
}

// A sparqlTest is an entry of a manifest; its files are names in the folder.
type sparqlTest struct {
	name, kind, query, result string
	data, graphs              []string
}

func sparqlTests(t *testing.T, dir string) []sparqlTest {
	t.Helper()
	var d sparql.Dataset
	f, err := os.Open(filepath.Join(dir, "manifest.ttl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syntax.Decode(f, rdfio.Options{File: "manifest.ttl", Base: "file:///"}, func(x rdf.Triple) error { return d.Add("", x) }); err != nil {
		t.Fatal(err)
	}
	q, err := sparql.Parse(`PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#> PREFIX qt: <http://www.w3.org/2001/sw/DataAccess/tests/test-query#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
SELECT ?test ?kind ?query ?result (GROUP_CONCAT(DISTINCT ?data) AS ?all) (GROUP_CONCAT(DISTINCT ?graph) AS ?named) {
  [] mf:entries/rdf:rest*/rdf:first ?test . ?test a ?kind ; mf:action ?a
  OPTIONAL { ?a qt:query ?q } BIND(COALESCE(?q, ?a) AS ?query)
  OPTIONAL { ?a qt:data ?data } OPTIONAL { ?a qt:graphData ?graph } OPTIONAL { ?test mf:result ?result }
} GROUP BY ?test ?kind ?query ?result ORDER BY ?test`, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := d.Run(context.Background(), q, sparql.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var all []sparqlTest
	for _, r := range res.Rows {
		cell := func(i int) string {
			if r[i] == nil {
				return ""
			}
			return r[i].String()
		}
		_, name, _ := strings.Cut(cell(0), "#")
		_, kind, _ := strings.Cut(cell(1), "#")
		x := sparqlTest{name, kind, filepath.Base(cell(2)), filepath.Base(cell(3)), strings.Fields(cell(4)), strings.Fields(cell(5))}
		if strings.Contains(kind, "Query") || strings.Contains(kind, "CSV") || strings.Contains(kind, "Syntax") && !strings.Contains(kind, "Update") {
			all = append(all, x)
		}
	}
	return all
}

func (x *sparqlTest) run(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, x.query))
	if err != nil {
		return err
	}
	q, err := sparql.Parse("BASE <file:///> "+string(text), nil)
	switch {
	case strings.HasPrefix(x.kind, "Negative"):
		if err == nil {
			return fmt.Errorf("it was read: %s", text)
		}
		return nil
	case err != nil || strings.HasPrefix(x.kind, "Positive"):
		return err
	}
	var d sparql.Dataset
	for i, name := range append(slices.Clone(x.data), x.graphs...) {
		b, err := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil {
			return err
		}
		load := func(graph string) error { return d.Load(bytes.NewReader(b), filepath.Base(name), graph, i) }
		if i < len(x.data) {
			err = load("")
		} else {
			err = d.Aside(func() error { return load("file:///" + filepath.Base(name)) })
		}
		if err != nil {
			return err
		}
	}
	got, err := d.Run(context.Background(), q, sparql.Limits{})
	if err != nil {
		return err
	}
	return x.compare(filepath.Join(dir, x.result), got)
}

func (x *sparqlTest) compare(file string, got *sparql.Result) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	switch filepath.Ext(file) {
	case ".ttl", ".rdf", ".nt":
		if got.Kind == sparql.Construct {
			var want []rdf.Triple
			if err := syntax.Decode(strings.NewReader(string(b)), rdfio.Options{File: file, Base: "file:///"}, func(t rdf.Triple) error { want = append(want, t); return nil }); err != nil {
				return err
			}
			if !rdfiotest.Isomorphic(want, got.Triples) {
				return fmt.Errorf("other triples: %v", got.Triples)
			}
			return nil
		}
		return x.compareGraph(b, file, got)
	case ".srj":
		return compareAnswers(b, readJSON, got)
	case ".csv":
		return compareCSV(b, got)
	case ".tsv":
		return compareTSV(b, got)
	}
	return compareAnswers(b, readXML, got)
}

// An answer comes from a file of results; a cell is a term as text.
type answer struct {
	truth *bool
	vars  []string
	rows  []map[string]string
}

func compareAnswers(b []byte, read func([]byte) (answer, error), got *sparql.Result) error {
	want, err := read(b)
	if err != nil {
		return err
	}
	if want.truth != nil {
		if got.Kind != sparql.Ask || got.True != *want.truth {
			return fmt.Errorf("%v, want %v", got.True, *want.truth)
		}
		return nil
	}
	vars := slices.Clone(got.Vars)
	slices.Sort(vars)
	slices.Sort(want.vars)
	if !slices.Equal(vars, want.vars) {
		return fmt.Errorf("variables %v, want %v", vars, want.vars)
	}
	var rows []map[string]string
	for _, r := range got.Rows {
		m := map[string]string{}
		for i, t := range r {
			if t != nil {
				m[got.Vars[i]] = cellOf(t)
			}
		}
		rows = append(rows, m)
	}
	if !sameRows(rows, want.rows) {
		return fmt.Errorf("got\n%v\nwant\n%v", lines(rows), lines(want.rows))
	}
	return nil
}

func lines(rows []map[string]string) string {
	var all []string
	for _, r := range rows {
		all = append(all, fmt.Sprint(r))
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// sameRows compares sets of rows up to the names of blank nodes, by trying each pairing.
func sameRows(a, b []map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	return pairRows(a, b, map[string]string{}, map[string]string{})
}

func pairRows(a, b []map[string]string, to, from map[string]string) bool {
	if len(a) == 0 {
		return true
	}
	for i, r := range b {
		t, f := copied(to), copied(from)
		if pairRow(a[0], r, t, f) && pairRows(a[1:], slices.Concat(b[:i], b[i+1:]), t, f) {
			return true
		}
	}
	return false
}

func copied(m map[string]string) map[string]string {
	c := map[string]string{}
	for k, v := range m {
		c[k] = v
	}
	return c
}

func pairRow(a, b map[string]string, to, from map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, x := range a {
		y, ok := b[k]
		if !ok || strings.HasPrefix(x, "_:") != strings.HasPrefix(y, "_:") {
			return false
		}
		if !strings.HasPrefix(x, "_:") {
			if x != y {
				return false
			}
			continue
		}
		if z, ok := to[x]; ok && z != y {
			return false
		}
		if z, ok := from[y]; ok && z != x {
			return false
		}
		to[x], from[y] = y, x
	}
	return true
}

// cellOf is a term as text: numbers by their values.
func cellOf(t rdf.Term) string {
	switch t := t.(type) {
	case rdf.Blank:
		return "_:" + t.String()
	case rdf.IRI:
		return "<" + t.String() + ">"
	case rdf.Literal:
		return literalCell(t.String(), t.Lang(), t.DataType.String())
	}
	return ""
}

func literalCell(s, lang, dt string) string {
	const xsd = "http://www.w3.org/2001/XMLSchema#"
	switch {
	case lang != "":
		return strconv.Quote(s) + "@" + strings.ToLower(lang)
	case dt == "" || dt == xsd+"string":
		return strconv.Quote(s)
	case dt == xsd+"integer" && s == "-0":
		s = "0"
	case dt == xsd+"decimal", dt == xsd+"double", dt == xsd+"float":
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			s = strconv.FormatFloat(f, 'g', 7, 64)
		}
	}
	return strconv.Quote(s) + "^^" + dt
}

func readXML(b []byte) (answer, error) {
	var doc struct {
		Vars []struct {
			Name string `xml:"name,attr"`
		} `xml:"head>variable"`
		True *bool `xml:"boolean"`
		Rows []struct {
			Cells []struct {
				Name    string  `xml:"name,attr"`
				URI     *string `xml:"uri"`
				Blank   *string `xml:"bnode"`
				Literal *struct {
					Text string `xml:",chardata"`
					Lang string `xml:"http://www.w3.org/XML/1998/namespace lang,attr"`
					Type string `xml:"datatype,attr"`
				} `xml:"literal"`
			} `xml:"binding"`
		} `xml:"results>result"`
	}
	if err := xml.Unmarshal(b, &doc); err != nil {
		return answer{}, err
	}
	a := answer{truth: doc.True}
	for _, v := range doc.Vars {
		a.vars = append(a.vars, v.Name)
	}
	for _, r := range doc.Rows {
		m := map[string]string{}
		for _, c := range r.Cells {
			switch {
			case c.URI != nil:
				m[c.Name] = "<" + *c.URI + ">"
			case c.Blank != nil:
				m[c.Name] = "_:" + *c.Blank
			case c.Literal != nil:
				m[c.Name] = literalCell(c.Literal.Text, c.Literal.Lang, c.Literal.Type)
			}
		}
		a.rows = append(a.rows, m)
	}
	return a, nil
}

func readJSON(b []byte) (answer, error) {
	var doc struct {
		Head struct {
			Vars []string `json:"vars"`
		} `json:"head"`
		True    *bool `json:"boolean"`
		Results struct {
			Bindings []map[string]struct {
				Type, Value, Datatype string
				Lang                  string `json:"xml:lang"`
			} `json:"bindings"`
		} `json:"results"`
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		return answer{}, err
	}
	a := answer{truth: doc.True, vars: doc.Head.Vars}
	for _, r := range doc.Results.Bindings {
		m := map[string]string{}
		for k, v := range r {
			switch v.Type {
			case "uri":
				m[k] = "<" + v.Value + ">"
			case "bnode":
				m[k] = "_:" + v.Value
			default:
				m[k] = literalCell(v.Value, v.Lang, v.Datatype)
			}
		}
		a.rows = append(a.rows, m)
	}
	return a, nil
}

func compareCSV(b []byte, got *sparql.Result) error {
	var out strings.Builder
	if err := got.CSV(&out); err != nil {
		return err
	}
	return sameTable(string(b), out.String(), ',')
}

func compareTSV(b []byte, got *sparql.Result) error {
	var out strings.Builder
	if err := got.TSV(&out); err != nil {
		return err
	}
	return sameTable(string(b), out.String(), '\t')
}

// sameTable compares tables as sets of lines; of a blank node only that it is one.
func sameTable(want, got string, comma rune) error {
	table := func(s string) (string, error) {
		var all [][]string
		var err error
		if comma == '\t' {
			for line := range strings.Lines(s) {
				all = append(all, strings.Split(strings.Trim(line, "\r\n"), "\t"))
			}
		} else {
			all, err = csv.NewReader(strings.NewReader(s)).ReadAll()
		}
		var rows []string
		for _, x := range all {
			for i, c := range x {
				if strings.HasPrefix(c, "_:") {
					x[i] = "_:"
				}
				lexical, dt, _ := strings.Cut(strings.ReplaceAll(c, `"`, ""), "^^")
				if f, err := strconv.ParseFloat(lexical, 64); err == nil {
					x[i] = fmt.Sprint(f)
				} else if strings.HasSuffix(dt, "#string>") {
					x[i] = strconv.Quote(lexical)
				}
			}
			rows = append(rows, fmt.Sprintf("%q", x))
		}
		if len(rows) > 0 {
			slices.Sort(rows[1:])
		}
		return strings.Join(rows, "\n"), err
	}
	a, err := table(want)
	if err != nil {
		return err
	}
	b, err := table(got)
	if err == nil && a != b {
		err = fmt.Errorf("got\n%s\nwant\n%s", b, a)
	}
	return err
}

// compareGraph reads results that are a graph (rs:ResultSet).
func (x *sparqlTest) compareGraph(b []byte, file string, got *sparql.Result) error {
	var d sparql.Dataset
	if err := syntax.Decode(strings.NewReader(string(b)), rdfio.Options{File: file, Base: "file:///"}, func(t rdf.Triple) error { return d.Add("", t) }); err != nil {
		return err
	}
	ask := func(text string) (*sparql.Result, error) {
		q, err := sparql.Parse("PREFIX rs: <http://www.w3.org/2001/sw/DataAccess/tests/result-set#> "+text, nil)
		if err != nil {
			return nil, err
		}
		return d.Run(context.Background(), q, sparql.Limits{})
	}
	var want answer
	vars, err := ask("SELECT DISTINCT ?v { ?s rs:resultVariable ?v }")
	if err != nil {
		return err
	}
	for _, r := range vars.Rows {
		want.vars = append(want.vars, r[0].String())
	}
	cells, err := ask("SELECT ?row ?name ?value { ?s rs:solution ?row OPTIONAL { ?row rs:binding [ rs:variable ?name ; rs:value ?value ] } } ORDER BY STR(?row)")
	if err != nil {
		return err
	}
	at := map[string]map[string]string{}
	for _, r := range cells.Rows {
		m := at[r[0].String()]
		if m == nil {
			m = map[string]string{}
			at[r[0].String()] = m
			want.rows = append(want.rows, m)
		}
		if r[1] != nil {
			m[r[1].String()] = cellOf(r[2])
		}
	}
	return compareAnswers(nil, func([]byte) (answer, error) { return want, nil }, got)
}
