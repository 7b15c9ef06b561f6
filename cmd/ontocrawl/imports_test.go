package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// library serves ontologies at /a to /z, each of which imports the next.
func library(t *testing.T) *httptest.Server {
	t.Helper()
	var s *httptest.Server
	s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		iri := s.URL + r.URL.Path
		switch r.URL.Path {
		case "/robots.txt", "/none":
			http.NotFound(w, r)
		case "/moved":
			http.Redirect(w, r, "/a", http.StatusSeeOther)
		case "/a":
			w.Header().Set("Content-Type", "text/turtle")
			fmt.Fprintf(w, "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<%s> a owl:Ontology ; owl:imports <%s/b> .\n<%[1]s#A> a owl:Class .\n", iri, s.URL)
		case "/b":
			w.Header().Set("Content-Type", "application/octet-stream")
			fmt.Fprintf(w, "Ontology(<%s> Declaration(Class(<%[1]s#B>)))", iri)
		case "/page":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<!DOCTYPE html><title>our ontology</title>")
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func TestFetchImports(t *testing.T) {
	t.Parallel()
	s := library(t)
	env := []string{"LANG=en_GB.UTF-8", "ONTOCRAWL_DELAY=0s"}
	ontocrawl := func(args ...string) result {
		var out, errs bytes.Buffer
		code := run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, env)
		return result{code, out.String(), errs.String()}
	}
	file := write(t, t.TempDir(), "o.omn", "Ontology: <http://x.example/o>\n"+
		"Import: <"+s.URL+"/moved>\nImport: <"+s.URL+"/none>\nImport: <"+s.URL+"/page>\nClass: <http://x.example/o#O>\n")

	// Not asked for: nothing is fetched.
	in := decode[inspected](t, ontocrawl("ontology", "inspect", file, "--json"))
	if in.Concepts != 1 || len(in.Files) != 1 {
		t.Errorf("%d concepts from %v", in.Concepts, in.Files)
	}

	// Asked for, but the addresses are not public.
	got := ontocrawl("ontology", "inspect", file, "--fetch-imports", "--json")
	in = decode[inspected](t, got)
	if in.Concepts != 1 || !strings.Contains(got.out, "cannot be read: fetch "+s.URL) || !strings.Contains(got.out, "not public") {
		t.Errorf("private addresses: %d concepts\n%s", in.Concepts, got.out)
	}

	env = append(env, "ONTOCRAWL_ALLOW_PRIVATE=true")
	got = ontocrawl("ontology", "inspect", file, "--fetch-imports", "--json")
	in = decode[inspected](t, got)
	if in.Concepts != 3 || len(in.Files) != 3 {
		t.Errorf("%d concepts from %v", in.Concepts, in.Files)
	}
	contains(t, "findings", got.out, "/none: the server answers 404 Not Found", "looks like an HTML page")
	for _, verb := range [][]string{
		{"validate", file}, {"tree", "O", "--ontology", file}, {"export", file, "--format", "csv"}, {"diff", file, file},
		{"paths", "A", "B", "--ontology", file}, {"view", file, "--help"},
	} {
		args := append([]string{"ontology"}, verb...)
		if got := ontocrawl(append(args, "--fetch-imports")...); strings.Contains(got.err, "unknown flag") {
			t.Errorf("%s: %s", verb, got.err)
		}
	}
	if got := ontocrawl("ontology", "paths", "A", "B", "--ontology", file, "--fetch-imports"); strings.Contains(got.err, "no concept") {
		t.Errorf("paths between fetched concepts: %s", got.err)
	}
}

// inspected is the part of the report of ontology inspect that these tests read.
type inspected struct {
	Concepts  int
	Files     []struct{ Name string }
	Relations []struct{ Relation, Property string }
}

// decode reads the JSON that a command printed.
func decode[T any](t *testing.T, r result) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(r.out), &v); err != nil {
		t.Fatalf("%v\n%s%s", err, r.out, r.err)
	}
	return v
}
