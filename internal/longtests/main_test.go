package main

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestSearch(t *testing.T) {
	t.Parallel()
	root := fstest.MapFS{}
	for name, text := range map[string]string{
		"a/a.go": "package a",
		"a/a_test.go": `package a
import "os"
func size() int { if os.Getenv("ONTOCRAWL_LONG") == "1" { return 9 }; return 1 }
func TestItself(t *testing.T) { _ = os.Getenv("ONTOCRAWL_KILLS") }
func TestShort(t *testing.T) { _ = "ONTOCRAWL_LONGER" }`,
		// In another package of the folder, by way of a method and of a variable.
		"a/b_test.go": `package a_test
type trial struct{}
var pages = size()
func (k trial) disturb() { _ = pages }
func TestByMethod(t *testing.T) { trial{}.disturb() }
func FuzzByMethod(f *testing.F) { trial{}.disturb() }
func TestMain(m *testing.M) { size() }`,
		// A package for tests, used by way of another and under another name.
		"suite/suite.go":   "package suite\nimport (\"os\"; \"testing\")\nfunc Run(t *testing.T) { os.Getenv(`x`); _ = \"ONTOCRAWL_DATA\" }",
		"over/over.go":     "package over\nimport (\"testing\"; s \"" + module + "/suite\")\nfunc Run(t *testing.T) { s.Run(t) }",
		"c/c_test.go":      "package c\nimport o \"" + module + "/over\"\nfunc TestConforms(t *testing.T) { o.Run(t) }\nfunc TestAlone(t *testing.T) {}",
		"config/config.go": "package config\nvar known = \"ONTOCRAWL_LONG\"",
		"d/d_test.go":      "package d\nimport \"" + module + "/config\"\nfunc TestKnown(t *testing.T) { config.Open() }",
		"e/go.mod":         "module e",
		"e/e_test.go":      "package e\nvar x = \"ONTOCRAWL_LONG\"\nfunc TestElsewhere(t *testing.T) { _ = x }",
	} {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	got, err := search(root)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"a": {"FuzzByMethod", "TestByMethod", "TestItself"}, "c": {"TestConforms"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, want := printed(got), "^(FuzzByMethod|TestByMethod|TestConforms|TestItself)$\n./a\n./c\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	root["a/a.go"] = &fstest.MapFile{Data: []byte("package")}
	if _, err := search(root); err == nil || !strings.Contains(err.Error(), "a/a.go") {
		t.Errorf("of a file that is no Go: %v", err)
	}
}

// Of this repository, what is known to have a long form is found.
func TestOurs(t *testing.T) {
	t.Parallel()
	found, err := search(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for dir, name := range map[string]string{
		"cmd/ontocrawl/internal/endtoend": "TestKill", "crawl/choose/strategy": "TestTabuConforms", "crawl/judge/relevance": "TestLabelledWebs", "ontology/owl": "TestWholeCorpus",
	} {
		if !strings.Contains(strings.Join(found[dir], " ")+" ", name+" ") {
			t.Errorf("%s of %s is not among %q", name, dir, found[dir])
		}
	}
}
