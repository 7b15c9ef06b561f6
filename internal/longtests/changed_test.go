package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// A change concerns what imports it, and long tests also what depends on it further away; a
// package for tests concerns the tests that use it.
func TestConcerned(t *testing.T) {
	t.Parallel()
	g := graph{
		"a": {}, "b": {code: []string{"a"}}, "c": {code: []string{"b"}}, "kit": {}, "d": {tests: []string{"kit"}}, "e": {code: []string{"d"}}, "f": {tests: []string{"c"}},
	}
	for _, tt := range []struct {
		files     []string
		near, far string
		all       bool
	}{
		{files: nil},
		{files: []string{"README.md", "docs/a/b.md", "e.go"}},
		{files: []string{"a/a.go", "a/a_test.go"}, near: "a b", far: "a b c f"},
		{files: []string{"a/testdata/deep/x.txt"}, near: "a b", far: "a b c f"},
		{files: []string{"kit/kit.go"}, near: "d kit", far: "d kit"},
		{files: []string{"c/c.go", "e/e.go"}, near: "c e f", far: "c e f"},
		{files: []string{"a/a.go", "go.sum"}, all: true},
		{files: []string{".ci/run"}, all: true},
	} {
		changed, all := g.changed(tt.files)
		if all != tt.all {
			t.Errorf("%q concerns all: %v", tt.files, all)
		}
		if all {
			continue
		}
		if got := strings.Join(slices.Sorted(maps.Keys(g.near(changed))), " "); got != tt.near {
			t.Errorf("%q: near are %q, want %q", tt.files, got, tt.near)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(g.far(changed))), " "); got != tt.far {
			t.Errorf("%q: far are %q, want %q", tt.files, got, tt.far)
		}
	}
}

// The race detector gets packages with tests, and goroutines or locks in code or tests.
func TestRacy(t *testing.T) {
	t.Parallel()
	root := fstest.MapFS{}
	for name, text := range map[string]string{
		"a/a.go": "package a\nvar mu sync.Mutex", "a/a_test.go": "package a",
		"b/b.go": "package b\nvar mu sync.Mutex",
		"c/c.go": "package c", "c/c_test.go": "package c\nfunc TestC(t *testing.T) { t.Parallel() }",
		"d/d.go": "package d", "d/d_test.go": "package d",
	} {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	got, err := listed(root, "", true)
	if want := "./a\n./c\n"; err != nil || got != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// Of this repository, cmd/ontocrawl depends on the engine, and the engine on no command.
func TestOurGraph(t *testing.T) {
	t.Chdir("../..")
	g, err := readGraph()
	if err != nil {
		t.Fatal(err)
	}
	changed, _ := g.changed([]string{"crawl/engine/engine.go"})
	if far := g.far(changed); !far["cmd/ontocrawl"] || !far["crawl/engine"] || far["ontology"] || len(far) < 10 {
		t.Errorf("far of the engine: %q", slices.Sorted(maps.Keys(far)))
	}
	changed, _ = g.changed([]string{"cmd/ontocrawl/main.go", "docs/install.md"})
	if d := cmp.Diff(map[string]bool{"cmd/ontocrawl": true}, g.far(changed)); d != "" {
		t.Error(d)
	}
}
