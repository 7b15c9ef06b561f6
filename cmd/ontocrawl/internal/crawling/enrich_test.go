package crawling

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/judge/coverage"
	"github.com/ontocrawl/ontocrawl/crawl/judge/enrich"
)

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
	ontology = write(t, dir, "storm.ttl", cmdtest.StormOntology)
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
	r = ontocrawl(t, "ontology", "enrich", ontology, "--from", run, "--terms", "0", "--json")
	if err := json.Unmarshal([]byte(r.out), &names); err != nil || len(names) != 2 || names[0].Name != "Meranti" || names[0].Pages != 3 || names[1].Lang != "zh" {
		t.Errorf("%v\n%s%s", err, r.out, r.err)
	}
	// What was refused on the page is offered no more, unless it is named.
	refused := enrich.Offer{Name: coverage.Name{Name: "山竹"}}
	if err := enrich.AddDecisions(run, enrich.Decision{ID: refused.ID(), Name: "山竹", Verdict: enrich.Refused}); err != nil {
		t.Fatal(err)
	}
	if r = ontocrawl(t, "ontology", "enrich", ontology, "--from", run, "--terms", "0"); r.code != cli.ExitOK || !strings.Contains(r.out, "Meranti") || strings.Contains(r.out, "山竹") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	out := filepath.Join(t.TempDir(), "more.ttl")
	for as, want := range map[string]string{
		"subclass":    `:Meranti a owl:Class`,
		"alternative": `altLabel "Meranti"@en`,
		"hidden":      `hiddenLabel "Meranti"@en`,
	} {
		r = ontocrawl(t, "ontology", "enrich", ontology, "--from", run, "--terms", "0", "--accept", "meranti", "--as", as, "--out", out)
		text, err := os.ReadFile(out)
		if err != nil || r.code != cli.ExitOK || !strings.Contains(strings.Join(strings.Fields(string(text)), " "), want) || strings.Contains(string(text), "山竹") {
			t.Errorf("%s: code %d, %v\n%s%s\n%s", as, r.code, err, r.out, r.err, text)
		}
	}
	if text, err := os.ReadFile(ontology); err != nil || string(text) != cmdtest.StormOntology {
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
		{[]string{"--from", run, "--as", "name"}, "subclass, core, alternative, hidden, includes or included"},
		{[]string{"--from", run, "--terms", "0", "--accept", "Sudilo", "--out", out}, "it is not offered"},
		{[]string{"--from", run, "--terms", "0", "--accept", "Meranti", "--accept", "Meranti", "--out", out}, "already"},
		{[]string{"--from", run, "--accept", "Meranti", "--out", ontology}, "--force"},
		{[]string{"--from", t.TempDir()}, "no run folder"},
		{[]string{"--from", run, "--terms", "-1"}, "0 to 600"},
		{[]string{"--from", run, "--patch", ontology}, "name another file"},
		{[]string{"--from", run, "--patch", out, "--accept", "Meranti", "--out", out}, "contradict"},
		{[]string{"--from", run, "--apply", out, "--out", out}, "do not go with it"},
		{[]string{"--apply", out}, "belong together"},
	} {
		r := ontocrawl(t, append([]string{"ontology", "enrich", ontology}, c.args...)...)
		if r.code != cli.ExitUsage || !strings.Contains(r.err, c.want) {
			t.Errorf("%v: code %d, %s, want %q", c.args, r.code, r.err, c.want)
		}
	}
}

// TestEnrichPatch: offers are written one a line, with the pages that each would bring; the lines
// with + and no others enter a copy.
func TestEnrichPatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rows := ""
	page := func(n int, text string) {
		write(t, dir, fmt.Sprintf("pages/%d.html", n), "<title>Report "+fmt.Sprint(n)+"</title><p>"+text+"</p><a href=/"+fmt.Sprint(n+1)+">next report</a>")
		rows += fmt.Sprintf("http://a.example/%d\t%d.html\ttext/html\n", n, n)
	}
	for n := 1; n <= 4; n++ {
		page(n, "A storm and its storm surge. The storm grew, a storm of storms. A willy-willy is a storm; storms such as the willy-willy come late. The willy-willy turned.")
	}
	page(5, "The willy-willy came. A willy-willy at the coast, and another willy-willy: the willy-willy turned. What a willy-willy, after the willy-willy of May! Each willy-willy was a willy-willy.")
	page(6, "An onion soup with bread. The soup is hot. Eat the soup slowly.")
	write(t, dir, "index.tsv", rows)
	ontology := write(t, dir, "storm.ttl", cmdtest.StormOntology+":core a owl:AnnotationProperty . :Storm :core true .\n")
	run := filepath.Join(dir, "run")
	r := ontocrawl(t, "crawl", "--web", dir, "--ontology", ontology, "--topic", "storm", "--seeds", write(t, dir, "seeds.txt", "http://a.example/1\n"), "--keep-text", "all", "--method-option", "learn=none", "--out", run)
	if r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	patch := filepath.Join(dir, "offers.tsv")
	r = ontocrawl(t, "ontology", "enrich", ontology, "--from", run, "--patch", patch, "--json")
	var offers []struct {
		Name, As, IRI string
		Brings        []string
	}
	if err := json.Unmarshal([]byte(r.out), &offers); err != nil || r.code != cli.ExitOK || len(offers) == 0 {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if o := offers[0]; o.Name != "willy-willy" || o.As != "core" || o.IRI != "http://e.example/o#Storm" {
		t.Errorf("the first offer is %+v", o)
	} else if strings.Join(o.Brings, " ") != "http://a.example/5" {
		t.Errorf("it brings %q", o.Brings)
	}
	text, err := os.ReadFile(patch)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) != len(offers)+2 {
		t.Fatalf("%d lines for %d offers\n%s", len(lines), len(offers), text)
	}
	at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "\twilly-willy\t") })
	if at < 0 {
		t.Fatalf("no line of the willy-willy\n%s", text)
	}
	// Accepted as it is offered, and as a label of the storm itself.
	out := filepath.Join(dir, "more.ttl")
	r = ontocrawl(t, "ontology", "enrich", ontology, "--apply", write(t, dir, "accepted.tsv", strings.Replace(string(text), "\n\twilly-willy", "\n+\twilly-willy", 1)), "--out", out)
	more, err := os.ReadFile(out)
	if err != nil || r.code != cli.ExitOK || strings.Count(string(more), ":core true") != 2 || strings.Count(string(more), "a owl:Class") != 3 {
		t.Errorf("code %d, %v\n%s%s\n%s", r.code, err, r.out, r.err, more)
	}
	fields := strings.Split(lines[at], "\t")
	fields[0], fields[3] = "+", "alternative"
	lines[at] = strings.Join(fields, "\t")
	r = ontocrawl(t, "ontology", "enrich", ontology, "--apply", write(t, dir, "accepted.tsv", strings.Join(lines, "\r\n")), "--out", out)
	more, err = os.ReadFile(out)
	if err != nil || r.code != cli.ExitOK || strings.Count(string(more), "altLabel \"willy-willy\"@en") != 1 || strings.Count(string(more), "a owl:Class") != 2 {
		t.Errorf("code %d, %v\n%s%s\n%s", r.code, err, r.out, r.err, more)
	}
	for _, c := range []struct{ text, want string }{
		{"x\twilly\ten\tsubclass\thttp://e.example/o#Storm\n", ":1: the first column"},
		{"\n+\twilly\n", ":2: the line has fewer"},
		{"+\t\ten\tsubclass\thttp://e.example/o#Storm\n", "name is empty"},
		{"+\twilly\ten\tclass\thttp://e.example/o#Storm\n", "subclass, core, alternative, hidden, includes or included"},
		{"+\twilly\ten\tsubclass\thttp://e.example/o#Gale\n", ":1: the file does not have"},
		{"+\twilly\ten\tcore\thttp://e.example/o#Surge\n", "no core mark"},
		{"\twilly\ten\tsubclass\thttp://e.example/o#Storm\n", "nothing is accepted"},
	} {
		r := ontocrawl(t, "ontology", "enrich", ontology, "--apply", write(t, t.TempDir(), "p.tsv", c.text), "--out", filepath.Join(t.TempDir(), "x.ttl"))
		if r.code != cli.ExitUsage || !strings.Contains(r.err, c.want) {
			t.Errorf("%q: code %d, %s, want %q", c.text, r.code, r.err, c.want)
		}
	}
}
