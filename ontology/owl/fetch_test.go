package owl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/ontology"
)

// web serves ontologies by IRI and remembers what was asked for.
type web struct {
	pages map[string]string
	asked []string
}

func (w *web) fetch(ctx context.Context, iri string) (io.ReadCloser, error) {
	w.asked = append(w.asked, iri)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	text, ok := w.pages[iri]
	if !ok {
		return nil, errors.New("404 Not Found")
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

// imports writes how imports were found, one a line: by, IRI, how, where.
func imports(o *Ontology) string {
	var all []string
	for _, i := range o.Imports {
		all = append(all, fmt.Sprintf("%s %s %s %s", filepath.Base(i.By), i.IRI, i.Found, filepath.Base(i.File)))
	}
	return strings.Join(all, "\n")
}

func TestFetch(t *testing.T) {
	w := &web{pages: map[string]string{
		"http://w.org/b":  onto("http://w.org/b", "http://w.org/c", "http://x.org/local", "http://x.org/a"),
		"https://w.org/d": "<!DOCTYPE html><html>",
		"http://w.org/c":  packed(onto("http://w.org/c") + "<#rel> a owl:Class ."),
	}}
	files := map[string]string{
		"a.ttl":     onto("http://x.org/a", "http://x.org/local", "http://w.org/b", "https://w.org/d", "http://w.org/none", "http://www.w3.org/2004/02/skos/core", "urn:x:y"),
		"local.ttl": onto("http://x.org/local"),
	}
	path := filepath.Join(lay(t, files), "a.ttl")
	o, err := Open(path, Options{Fetch: w.fetch})
	if err != nil {
		t.Fatal(err)
	}
	if got := concepts(o.Graph); got != "a local b c rel" {
		t.Errorf("classes %q", got)
	}
	if _, ok := o.Graph.ByIRI("http://w.org/c#rel"); !ok {
		t.Error("a relative IRI is not resolved against the place it was fetched from")
	}
	if got := strings.Join(w.asked, " "); got != "http://w.org/b https://w.org/d http://w.org/none http://w.org/c" {
		t.Errorf("asked for %s", got)
	}
	const want = `a.ttl http://x.org/local folder local.ttl
a.ttl http://w.org/b fetched b
a.ttl https://w.org/d unreadable d
a.ttl http://w.org/none unreadable none
a.ttl http://www.w3.org/2004/02/skos/core vocabulary .
a.ttl urn:x:y missing .
b http://w.org/c fetched c
b http://x.org/local already local.ttl
b http://x.org/a already .`
	if got := imports(o); got != want {
		t.Errorf("imports\n%s\nwant\n%s", got, want)
	}
	if f := found(o, UnreadableImport); !strings.Contains(f, "this looks like an HTML page") || !strings.Contains(f, "404 Not Found") {
		t.Errorf("findings %q", f)
	}
	if len(o.Files) != 4 || o.Files[2] != "http://w.org/b" {
		t.Errorf("files %q", o.Files)
	}

	// Without it nothing is asked for.
	if o, err = Open(path, Options{}); err != nil || concepts(o.Graph) != "a local" || strings.Count(found(o, MissingImport), "\n") != 4 {
		t.Errorf("%v, %q", err, found(o, MissingImport))
	}
}

func TestFetchLimits(t *testing.T) {
	w := &web{pages: map[string]string{}}
	for i := range 9 {
		w.pages[fmt.Sprint("http://w.org/", i)] = onto(fmt.Sprint("http://w.org/", i), fmt.Sprint("http://w.org/", i+1))
	}
	w.pages["http://w.org/9"] = onto("http://w.org/9")
	path := filepath.Join(lay(t, map[string]string{"a.ttl": onto("http://x.org/a", "http://w.org/0")}), "a.ttl")
	for _, tt := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Fetched: 10, Depth: 10, Files: 11}, ""},
		{Limits{Fetched: 9}, "more than 9 imports to fetch"},
		{Limits{Depth: 9}, "imports go more than 9 deep"},
		{Limits{Files: 10}, "imports bring in more than 10 files"},
		{Limits{Bytes: 2000}, "larger than 2000 bytes with what it imports"},
	} {
		o, err := Open(path, Options{Fetch: w.fetch, Limits: tt.limits})
		limit := (*LimitError)(nil)
		if tt.want == "" && (err != nil || len(o.Files) != 11) || tt.want != "" && (!errors.As(err, &limit) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%+v: error %v, want %q", tt.limits, err, tt.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := OpenContext(ctx, path, Options{Fetch: w.fetch}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestPasswordOfImport: the address is asked as it is written, and shown without its
// password; IRIs relative to it have none either.
func TestPasswordOfImport(t *testing.T) {
	const at = "http://user:hush-hush@lib.example"
	w := &web{pages: map[string]string{
		at + "/b": "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<> a owl:Ontology ; owl:imports <" + at + "/gone> .\n<#B> a owl:Class .\n",
		at + "/c": "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<" + at + "/c> a owl:Ontology .\n<#C> a owl:Clas",
	}}
	file := filepath.Join(t.TempDir(), "o.ttl")
	text := "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n<http://x.example/o> a owl:Ontology ; owl:imports <" + at + "/b>, <" + at + "/c> .\n<http://x.example/o#A> a owl:Class .\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := Open(file, Options{Fetch: w.fetch})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.asked) != 3 || w.asked[0] != at+"/b" {
		t.Errorf("asked for %q", w.asked)
	}
	text = fmt.Sprintf("%+v\n%q\n%+v\n%+v", o.Imports, o.Files, o.Read, o.Findings)
	for i := range o.Graph.Len() {
		text += "\n" + o.Graph.Concept(ontology.ID(i)).IRI
	}
	for _, f := range o.Findings {
		text += "\n" + f.String()
	}
	if strings.Contains(text, "hush") || !strings.Contains(text, "\nhttp://lib.example/b#B") || !strings.Contains(text, "imports http://***@lib.example/gone") {
		t.Error(text)
	}
}
