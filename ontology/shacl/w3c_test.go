package shacl_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/shacl"
	"github.com/ontocrawl/ontocrawl/ontology/syntax/turtle"
)

// differing are tests of the W3C that fail, with the reason.
func differing() map[string]string {
	return map[string]string{
		"property/qualifiedValueShape-001.ttl": "its data, which are its shapes, too, have sh:nodeShape, which SHACL has not: a misspelt property is refused",
	}
}

// TestW3C holds the reports on the W3C's tests of SHACL Core to all results that they expect.
func TestW3C(t *testing.T) {
	root := filepath.Join(goldentest.Dir(t, "ontologies/w3c-shacl-tests"), "core")
	passed, all := 0, 0
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(file) != ".ttl" || e.Name() == "manifest.ttl" {
			return err
		}
		name, _ := filepath.Rel(root, file) //nolint:errcheck // below root
		d := read(t, file)
		for s := range d {
			if !d.is(s, rdfNS+"type", "http://www.w3.org/ns/shacl-test#Validate") {
				continue
			}
			all++
			err := d.validate(t, s, filepath.Dir(file))
			why, differs := differing()[name]
			switch {
			case err == nil && !differs:
				passed++
			case err != nil && !differs:
				t.Errorf("%s: %v", name, err)
			case err == nil:
				t.Errorf("%s passes, and is listed: %s", name, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d of %d pass", passed, all)
	if all < 90 {
		t.Errorf("%d tests: they were not read", all)
	}
}

const (
	shNS  = "http://www.w3.org/ns/shacl#"
	rdfNS = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	mfNS  = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
	shtNS = "http://www.w3.org/ns/shacl-test#"
)

// A graph has the objects of each subject by property.
type graph map[string]map[string][]rdf.Term

func triplesOf(t *testing.T, file string) (all []rdf.Triple) {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	err = turtle.Decode(strings.NewReader(string(b)), rdfio.Options{File: file, Base: "file://" + file}, func(x rdf.Triple) error { all = append(all, x); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func read(t *testing.T, file string) graph {
	g := graph{}
	for _, x := range triplesOf(t, file) {
		s := named(x.Subj)
		if g[s] == nil {
			g[s] = map[string][]rdf.Term{}
		}
		g[s][x.Pred.String()] = append(g[s][x.Pred.String()], x.Obj)
	}
	return g
}

func named(t rdf.Term) string {
	if b, ok := t.(rdf.Blank); ok {
		return "_:" + b.String()
	}
	return t.String()
}

func (g graph) is(s, p, o string) bool {
	return slices.ContainsFunc(g[s][p], func(t rdf.Term) bool { return t.String() == o })
}

func (g graph) one(s, p string) rdf.Term {
	if all := g[s][p]; len(all) > 0 {
		return all[0]
	}
	return nil
}

func (g graph) validate(t *testing.T, test, dir string) error {
	action, want := named(g.one(test, mfNS+"action")), g.one(test, mfNS+"result")
	shapes, err := shacl.Parse(triplesOf(t, filepath.Join(dir, filepath.Base(g.one(action, shtNS+"shapesGraph").String()))))
	if want.String() == shtNS+"Failure" {
		if err == nil {
			return fmt.Errorf("the shapes were taken")
		}
		return nil
	}
	if err != nil {
		return err
	}
	r, err := shapes.Validate(context.Background(), triplesOf(t, filepath.Join(dir, filepath.Base(g.one(action, shtNS+"dataGraph").String()))))
	if err != nil {
		return err
	}
	report := named(want)
	if conforms := g.one(report, shNS+"conforms").String(); fmt.Sprint(r.Conforms) != conforms {
		return fmt.Errorf("conforms %v, want %s", r.Conforms, conforms)
	}
	var got, expected []string
	for _, x := range g[report][shNS+"result"] {
		expected = append(expected, g.result(named(x)))
	}
	for _, x := range r.Results {
		got = append(got, ours(&x))
	}
	slices.Sort(got)
	slices.Sort(expected)
	if !slices.Equal(got, expected) {
		return fmt.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(expected, "\n"))
	}
	return nil
}

// result is an expected result as text; blank nodes have no name.
func (g graph) result(s string) string {
	cell := func(p string) string {
		switch x := g.one(s, shNS+p).(type) {
		case nil:
			return "-"
		case rdf.Blank:
			return "_:"
		case rdf.Literal:
			if p == "focusNode" {
				return x.String()
			}
			dt := x.DataType.String()
			if x.Lang() != "" {
				dt = ""
			}
			return fmt.Sprintf("%q@%s^%s", x.String(), strings.ToLower(x.Lang()), strings.TrimSuffix(dt, "http://www.w3.org/2001/XMLSchema#string"))
		default:
			return x.String()
		}
	}
	return strings.Join([]string{cell("resultSeverity"), cell("focusNode"), cell("resultPath"), cell("value"), cell("sourceConstraintComponent"), cell("sourceShape")}, " ")
}

func ours(x *shacl.Result) string {
	name := func(s string) string {
		switch {
		case s == "":
			return "-"
		case strings.HasPrefix(s, "_:"):
			return "_:"
		}
		return s
	}
	severity := x.Severity
	if !strings.Contains(severity, ":") {
		severity = shNS + severity
	}
	return strings.Join([]string{severity, name(x.Focus), name(x.Path), valueOf(x), shNS + x.Constraint + "ConstraintComponent", name(x.Shape)}, " ")
}

func valueOf(x *shacl.Result) string {
	switch {
	case x.Language != "", x.Datatype != "":
		return fmt.Sprintf("%q@%s^%s", x.Value, strings.ToLower(x.Language), x.Datatype)
	case x.Value == "":
		return "-"
	case strings.HasPrefix(x.Value, "_:"):
		return "_:"
	case strings.Contains(x.Value, ":"):
		return x.Value
	}
	return fmt.Sprintf("%q@^", x.Value)
}
