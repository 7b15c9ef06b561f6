package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/coverage"
)

const stormOntology = `@prefix : <http://e.example/o#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Storm a owl:Class ; rdfs:label "storm"@en , "风暴"@zh . :Surge a owl:Class ; rdfs:label "surge"@en ; rdfs:subClassOf :Storm .
`

// stormRun crawls three pages that call Meranti a storm, two of them 山竹, and one both Sudilo.
func stormRun(t *testing.T) (run, ontology string) {
	dir := t.TempDir()
	page := func(n, more string) string {
		return "<title>Storm " + n + "</title><p>A storm and its surge. The storm grew, a storm of storms. " + more + "</p><a href=2>storm</a> <a href=3>storm</a>"
	}
	write(t, dir, "pages/1.html", page("1", "Meranti is a violent storm. Sudilo is a storm."))
	write(t, dir, "pages/2.html", page("2", "Storms such as Meranti and Tempest Five are dangerous. 山竹是一种风暴。"))
	write(t, dir, "pages/3.html", page("3", "They met Meranti and other storms. 山竹是一种风暴。"))
	write(t, dir, "index.tsv", "http://a.example/1\t1.html\ttext/html\nhttp://a.example/2\t2.html\ttext/html\nhttp://a.example/3\t3.html\ttext/html\n")
	ontology = write(t, dir, "storm.ttl", stormOntology)
	run = filepath.Join(dir, "run")
	r := ontocrawl(t, "crawl", "--web", dir, "--ontology", ontology, "--topic", "storm", "--seeds", write(t, dir, "seeds.txt", "http://a.example/1\n"), "--keep-text", "all", "--out", run)
	if r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	return run, ontology
}

// TestEnrich: names that pages call by a concept are listed; accepted ones, and no others, become
// classes or labels of a copy.
func TestEnrich(t *testing.T) {
	t.Parallel()
	run, ontology := stormRun(t)
	r := ontocrawl(t, "ontology", "enrich", ontology, "--from", run)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "Meranti") || !strings.Contains(r.out, "山竹") || strings.Contains(r.out, "Sudilo") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var names []coverage.Name
	r = ontocrawl(t, "ontology", "enrich", ontology, "--from", run, "--json")
	if err := json.Unmarshal([]byte(r.out), &names); err != nil || len(names) != 2 || names[0].Name != "Meranti" || names[0].Pages != 3 || names[1].Lang != "zh" {
		t.Errorf("%v\n%s%s", err, r.out, r.err)
	}
	out := filepath.Join(t.TempDir(), "more.ttl")
	for as, want := range map[string]string{
		"subclass":    `:Meranti a owl:Class`,
		"alternative": `altLabel "Meranti"@en`,
		"hidden":      `hiddenLabel "Meranti"@en`,
	} {
		r = ontocrawl(t, "ontology", "enrich", ontology, "--from", run, "--accept", "meranti", "--as", as, "--out", out)
		text, err := os.ReadFile(out)
		if err != nil || r.code != cli.ExitOK || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) || strings.Contains(string(text), "山竹") {
			t.Errorf("%s: code %d, %v\n%s%s\n%s", as, r.code, err, r.out, r.err, text)
		}
	}
	if text, err := os.ReadFile(ontology); err != nil || string(text) != stormOntology {
		t.Errorf("the file that was read: %v\n%s", err, text)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "--from RUN is missing"},
		{[]string{"--from", run, "--accept", "Meranti"}, "belong together"},
		{[]string{"--from", run, "--out", out}, "belong together"},
		{[]string{"--from", run, "--pages", "0"}, "1 or more"},
		{[]string{"--from", run, "--as", "name"}, "subclass, alternative or hidden"},
		{[]string{"--from", run, "--accept", "Sudilo", "--out", out}, "no 2 pages"},
		{[]string{"--from", run, "--accept", "Meranti", "--accept", "Meranti", "--out", out}, "already"},
		{[]string{"--from", run, "--accept", "Meranti", "--out", ontology}, "--force"},
		{[]string{"--from", t.TempDir()}, "no run folder"},
	} {
		r := ontocrawl(t, append([]string{"ontology", "enrich", ontology}, c.args...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, c.want) {
			t.Errorf("%v: code %d, %s, want %q", c.args, r.code, r.err, c.want)
		}
	}
}
