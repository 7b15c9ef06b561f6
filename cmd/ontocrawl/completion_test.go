package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a shell is offered, as its scripts ask for it.
func TestCompletion(t *testing.T) {
	t.Parallel()
	jobs := filepath.Join(t.TempDir(), "jobs.yaml")
	if err := os.WriteFile(jobs, []byte("jobs:\n  - name: typhoon\n  - name: floods\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ttl := filepath.Join(t.TempDir(), "mine.ttl")
	if err := os.WriteFile(ttl, []byte(`@prefix : <http://x.org/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Hail a owl:Class ; rdfs:label "hail"@en , "冰雹"@zh .`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want []string // among what is offered
		not  string
	}{
		{[]string{"crawl", "--strategy", "b"}, []string{"best-first", "breadth-first"}, "tabu"},
		{[]string{"crawl", "--judge", ""}, []string{"fielded", "density", "centroid"}, "hybrid"},
		{[]string{"crawl", "--method-option", "t"}, []string{"tenure=\t", "tries=\t"}, "temperature="},
		{[]string{"crawl", "--strategy", "annealing", "--method-option", "proposals=9,t"}, []string{"proposals=9,temperature=\t"}, "tries="},
		{[]string{"crawl", "--method-option", "learn=n"}, []string{"learn=none"}, "learn=auto"},
		{[]string{"eval", "--method-option", "chain=t"}, []string{"chain=true"}, "chain=false"},
		{[]string{"crawl", "--tr"}, []string{":4"}, "--tries"},
		{[]string{"crawl", "--warc", "r"}, []string{"relevant"}, "none"},
		{[]string{"crawl", "--topic", "typhoon,rain"}, []string{"typhoon,rainstorm"}, "typhoon"},
		{[]string{"crawl", "--ontology", ttl, "--topic", "冰"}, []string{"冰雹"}, "hail"},
		{[]string{"similarity", "台风"}, []string{"台风眼"}, "暴雨"},
		{[]string{"similarity", "--ontology", ttl, ""}, []string{"hail", "冰雹"}, "台风"},
		{[]string{"topic", "ty"}, []string{"typhoon"}, "rainstorm"},
		{[]string{"ontology", "inspect", "r"}, []string{"rainstorm"}, "typhoon"},
		{[]string{"job", "run", "--jobs", jobs, ""}, []string{"typhoon", "floods"}, "jobs.yaml"},
		{[]string{"job", "show", "--jobs", jobs, "f"}, []string{"floods"}, "typhoon"},
		{[]string{"ontology", "v"}, []string{"validate\t"}, "convert"},
	} {
		r := ontocrawl(t, append([]string{"__complete"}, tt.args...)...)
		offered := strings.Split(strings.TrimSpace(r.out), "\n")
		for _, w := range tt.want {
			if !slices.ContainsFunc(offered, func(s string) bool { return s == w || strings.Contains(w, "\t") && strings.HasPrefix(s, w) }) {
				t.Errorf("%q offers %q, not %q (%s)", tt.args, offered, w, r.err)
			}
		}
		if slices.Contains(offered, tt.not) {
			t.Errorf("%q offers %q", tt.args, tt.not)
		}
	}
}
