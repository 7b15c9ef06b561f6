package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/ontologies"
)

func TestCrawlStoredWeb(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	args := []string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out}
	r := ontocrawl(t, args...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "no link is left to follow") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	if strings.Contains(r.out, "\x1b]52") {
		t.Error("a title's escape sequence reached the terminal")
	}
	pages := readFile(t, out, "pages.jsonl")
	if got := strings.Count(pages, "\n"); got != 4 {
		t.Errorf("%d pages, want 4:\n%s", got, pages)
	}
	failures := readFile(t, out, "errors.jsonl")
	if !strings.Contains(failures, "/nul") || !strings.Contains(failures, "/gone") {
		t.Errorf("errors.jsonl lacks the page of NULs or the dead link:\n%s", failures)
	}
	again := ontocrawl(t, args...)
	if again.code != cli.ExitOK || !strings.Contains(again.out, "This run is finished") {
		t.Errorf("again: code %d\n%s%s", again.code, again.out, again.err)
	}
	if got := readFile(t, out, "pages.jsonl"); got != pages {
		t.Error("a finished run changed pages.jsonl")
	}
	other := ontocrawl(t, append(args, "--phi", "0.3", "--method-option", "tries=9")...)
	if other.code != cli.ExitConflict || !strings.Contains(other.err, "settings.phi is 0.3, was 0") || !strings.Contains(other.err, "settings.tries is 9, was 5") {
		t.Errorf("other parameters: code %d\n%s", other.code, other.err)
	}
	fresh := ontocrawl(t, append(args, "--phi", "0.3", "--fresh")...)
	if fresh.code != cli.ExitOK || !strings.Contains(fresh.out, "Done:") {
		t.Errorf("--fresh: code %d\n%s%s", fresh.code, fresh.out, fresh.err)
	}
}

// Another ontology under the same name is another run.
func TestCrawlRefusesAnotherOntology(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	owl, err := ontologies.FS.ReadFile("typhoon.owl")
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, dir, "mine.owl", string(owl))
	args := []string{"crawl", "--ontology", file, "--topic", "台风灾害", "--web", web, "--seeds", seeds, "--out", filepath.Join(dir, "run")}
	if r := ontocrawl(t, args...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	write(t, dir, "mine.owl", strings.Replace(string(owl), ">typhoons<", ">typhones<", 1))
	r := ontocrawl(t, args...)
	if r.code != cli.ExitConflict || !strings.Contains(r.err, "ontologies[0].sha256") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}

// Bad input gives one clear line that names what is wrong and the way out.
func TestBadInput(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	html := write(t, dir, "page.owl", "<!DOCTYPE html>\n<html><head><title>Not found</title></head></html>\n")
	torn := write(t, dir, "torn.owl", "<?xml version=\"1.0\"?>\n<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n  <rdf:Description>\n</rdf:RDF>\n")
	rubbish := write(t, dir, "rubbish.txt", "http://a.example/\nwww.nmc.cn\n")
	nuls := write(t, dir, "nul.html", strings.Repeat("\x00", 4096))
	plain := write(t, dir, "plain", "a file")
	settings := write(t, dir, "o.yaml", "topic: typhoon\nmax_pages: 3\n")
	crawl := func(args ...string) []string {
		return append([]string{"crawl", "--web", web, "--out", filepath.Join(dir, "run")}, args...)
	}
	for _, tt := range []struct {
		name string
		args []string
		code int
		want []string
	}{
		{"ontology is HTML", crawl("--ontology", html, "--seeds", seeds), cli.ExitUsage, []string{html + ":1", "HTML"}},
		{"ontology is torn", crawl("--ontology", torn, "--seeds", seeds), cli.ExitUsage, []string{torn + ":4"}},
		{"no such ontology", crawl("--ontology", "tyfoon", "--seeds", seeds), cli.ExitUsage, []string{"tyfoon", "embedded", "typhoon, rainstorm"}},
		{"no such topic", crawl("--topic", "tyfoon", "--seeds", seeds), cli.ExitUsage, []string{`"tyfoon"`, "nearest", "typhoon"}},
		{"no such concept", crawl("--ontology", "typhoon", "--topic", "台风路经", "--seeds", seeds), cli.ExitUsage, []string{`"台风路经"`, "台风路径"}},
		{"rubbish in seeds", crawl("--topic", "typhoon", "--seeds", rubbish), cli.ExitUsage, []string{rubbish + ":2", `"www.nmc.cn"`, "one URL a line"}},
		{"no seeds file", crawl("--topic", "typhoon", "--seeds", filepath.Join(dir, "none")), cli.ExitUsage, []string{"none", "no such file"}},
		{"no stored web", []string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", filepath.Join(dir, "r"), "--web", dir}, cli.ExitUsage, []string{"index.tsv"}},
		{"run folder under a file", []string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--web", web, "--out", filepath.Join(plain, "run")}, cli.ExitFailure, []string{plain}},
		{"page of NULs", []string{"score", nuls, "--topic", "typhoon"}, cli.ExitUsage, []string{nuls, "not a text page"}},
		{"no such page", []string{"score", "nopage.html"}, cli.ExitUsage, []string{"nopage.html", "no such file"}},
		{"unknown setting", []string{"crawl", "--config", settings, "--topic", "typhoon"}, cli.ExitUsage, []string{settings + ":2", "max-pages"}},
		{"nothing given", []string{"crawl"}, cli.ExitUsage, []string{"an address, --seeds or --search, --out, --topic"}},
		{"no address", crawl("--topic", "typhoon", "台风"), cli.ExitUsage, []string{`"台风"`, "https://weather.example/"}},
		{"no web address", crawl("--topic", "typhoon", "ftp://a.example/"), cli.ExitUsage, []string{"ftp://a.example/", "no http or https URL"}},
		{"weights", []string{"similarity", "台风", "飓风", "--alpha", "0.9"}, cli.ExitUsage, []string{"--alpha", "add up to 1"}},
		{"two ontologies", []string{"similarity", "台风", "梅雨"}, cli.ExitUsage, []string{`"台风" of typhoon`, `"梅雨" of rainstorm`}},
		{"unknown to both", []string{"similarity", "台风", "台凤"}, cli.ExitUsage, []string{`no concept of typhoon or rainstorm or hazards is called "台凤"`, "台风"}},
		{"unknown verb", []string{"scrape"}, cli.ExitUsage, []string{"no command \"scrape\""}},
		{"unknown flag", []string{"topic", "--tua", "3"}, cli.ExitUsage, []string{"unknown flag"}},
		{"ambiguous", []string{"similarity", "--ontology", twoStorms(t, dir), "storm", "rain"}, cli.ExitUsage, []string{`"storm" names 2 concepts`, "SandStorm", "SnowStorm"}},
	} {
		r := ontocrawl(t, tt.args...)
		if r.code != tt.code {
			t.Errorf("%s: code %d, want %d\n%s%s", tt.name, r.code, tt.code, r.out, r.err)
		}
		if n := strings.Count(strings.TrimSuffix(r.err, "\n"), "\n"); n > 0 && tt.name != "ambiguous" {
			t.Errorf("%s: the message has %d lines:\n%s", tt.name, n+1, r.err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.err, w) {
				t.Errorf("%s: the message lacks %q:\n%s", tt.name, w, r.err)
			}
		}
	}
}

// twoStorms is an ontology in which one name is borne by two concepts.
func twoStorms(t *testing.T, dir string) string {
	t.Helper()
	return write(t, dir, "storms.ttl", `@prefix : <http://storms.example/o#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Weather a owl:Class ; rdfs:label "weather"@en .
:SandStorm a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "storm"@en .
:SnowStorm a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "storm"@en .
:Rain a owl:Class ; rdfs:subClassOf :Weather ; rdfs:label "rain"@en .
`)
}

// The demo begins afresh each time, but never on somebody's crawl.
func TestDemoSparesACrawl(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie"); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	pages := readFile(t, out, "pages.jsonl")
	r := ontocrawl(t, "demo", "--out", out, "--web-pages", "200", "--max-pages", "20", "--segmenter", "trie")
	if r.code != cli.ExitConflict || !strings.Contains(r.err, "holds a crawl") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	if got := readFile(t, out, "pages.jsonl"); got != pages {
		t.Error("the demo changed a crawl")
	}
	own := filepath.Join(t.TempDir(), "demo")
	for range 2 {
		if r := ontocrawl(t, "demo", "--out", own, "--web-pages", "200", "--max-pages", "20", "--segmenter", "trie"); r.code != cli.ExitOK || !strings.Contains(r.out, "Try next") || !strings.Contains(r.out, "Open it in a browser: file:///") || !exists(filepath.Join(own, "report.html")) {
			t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
		}
	}
}

// A file of the user's that bears a name of ours is not overwritten.
func TestForeignFolder(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir := t.TempDir()
	write(t, dir, "pages.jsonl", "mine\n")
	r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", dir, "--fresh")
	if r.code != cli.ExitConflict || !strings.Contains(r.err, "pages.jsonl") || readFile(t, dir, "pages.jsonl") != "mine\n" || exists(filepath.Join(dir, "state")) {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	write(t, dir, "own/parts/000/pages.jsonl", "mine\n")
	for _, own := range []string{dir, filepath.Join(dir, "own")} {
		r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", own, "--fresh")
		if r.code != cli.ExitConflict || !strings.Contains(r.err, "pages.jsonl") {
			t.Errorf("%s: code %d\n%s", own, r.code, r.err)
		}
	}
	if readFile(t, dir, "pages.jsonl") != "mine\n" || readFile(t, dir, "own/parts/000/pages.jsonl") != "mine\n" {
		t.Error("a file of the user's is lost")
	}
}

// A topic's name is known in any case, and between Chinese commas.
func TestTopicNames(t *testing.T) {
	t.Parallel()
	want := ontocrawl(t, "topic", "typhoon,rainstorm").out
	if got := ontocrawl(t, "topic", "Typhoon，RAINSTORM").out; strings.SplitN(got, "\n", 3)[2] != strings.SplitN(want, "\n", 3)[2] {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r := ontocrawl(t, "topic", "登陆点", "--ontology", "typhoon")
	if r.code != cli.ExitOK || !strings.Contains(r.err, "leave --topic out") {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
	r = ontocrawl(t, "topic", "台风", "--ontology", "typhoon")
	if r.code != cli.ExitOK || r.err != "" || !strings.Contains(r.out, "22 of them core (*), as the ontology marks them") {
		t.Errorf("the name of the ontology: code %d\n%s%s", r.code, r.err, r.out)
	}
}

// A crawl that got nothing at all has failed, and says where to look.
func TestNoSeedAnswers(t *testing.T) {
	t.Parallel()
	web, _ := storedWeb(t)
	dir := t.TempDir()
	seeds := write(t, dir, "seeds.txt", "http://a.example/missing\n")
	r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", filepath.Join(dir, "run"))
	if r.code != cli.ExitFailure || !strings.Contains(r.err, "no seed (1 in all) brought a page") || !strings.Contains(r.err, "errors.jsonl") {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
}

// Pages of this machine: what refuses them says which setting permits them, and with it they are read.
func TestPagesOfThisMachine(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, page1("Typhoon landfall", strings.Repeat(storm, 3), ""))
	}))
	defer srv.Close()
	for _, args := range [][]string{
		{"crawl", srv.URL, "--topic", "typhoon", "--segmenter", "trie", "--out", filepath.Join(t.TempDir(), "run")},
		{"try", srv.URL, "--topic", "typhoon", "--segmenter", "trie"},
	} {
		r := ontocrawl(t, args...)
		if r.code != cli.ExitFailure || !strings.Contains(r.err, "not public") || !strings.Contains(r.err, "--allow-private") {
			t.Errorf("%s: code %d\n%s%s", args[0], r.code, r.out, r.err)
		}
		args = append(args, "--allow-private")
		if args[0] == "crawl" {
			args = append(args, "--fresh")
		}
		if r = ontocrawl(t, args...); r.code != cli.ExitOK || !strings.Contains(r.out, "Typhoon landfall") {
			t.Errorf("%s --allow-private: code %d\n%s%s", args[0], r.code, r.out, r.err)
		}
	}
}

// A run folder from which files were lost is refused, and what is left stays.
func TestHalfDeletedRunFolder(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	for _, tt := range []struct {
		name string
		lose func(run string) error
		want string
	}{
		{"state", func(run string) error { return os.RemoveAll(filepath.Join(run, "state")) }, "state"},
		{"database", func(run string) error { return os.RemoveAll(filepath.Join(run, "state", "db")) }, "state"},
		{"manifest", func(run string) error { return os.Remove(filepath.Join(run, "state", "db", "MANIFEST")) }, "MANIFEST"},
	} {
		out := filepath.Join(t.TempDir(), "run")
		args := []string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie"}
		if r := ontocrawl(t, args...); r.code != cli.ExitOK {
			t.Fatalf("%s: code %d\n%s", tt.name, r.code, r.err)
		}
		pages := readFile(t, out, "pages.jsonl")
		if err := tt.lose(out); err != nil {
			t.Fatal(err)
		}
		r := ontocrawl(t, args...)
		if r.code != cli.ExitConflict || !strings.Contains(r.err, tt.want) {
			t.Errorf("%s: code %d\n%s", tt.name, r.code, r.err)
		}
		if got := readFile(t, out, "pages.jsonl"); got != pages {
			t.Errorf("%s: pages.jsonl was changed", tt.name)
		}
		if r := ontocrawl(t, append(args, "--fresh")...); r.code != cli.ExitOK {
			t.Errorf("%s: --fresh: code %d\n%s", tt.name, r.code, r.err)
		}
	}
}

// pages.jsonl is derived: deleted, it comes back.
func TestDeletedPagesComeBack(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	args := []string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie"}
	if r := ontocrawl(t, args...); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	pages := readFile(t, out, "pages.jsonl")
	if err := os.Remove(filepath.Join(out, "pages.jsonl")); err != nil {
		t.Fatal(err)
	}
	if r := ontocrawl(t, args...); r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	if got := readFile(t, out, "pages.jsonl"); got != pages {
		t.Errorf("rebuilt:\n%s\nwas:\n%s", got, pages)
	}
}

func TestSimilarityCommand(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		want []string
	}{
		// 台风 Includes 风暴潮: distance 1, tau 34: IFDis = 34/35; both hang under
		// 热带气旋 (depth 2) at depth 3: IFDep = 2*2/6; IFCoi = 2/4; IFRel = 0.6.
		{[]string{"similarity", "台风", "风暴潮"}, []string{"Sim = 0.9141", "0.9714", "0.6667", "0.5000", "0.6000", "台风 -Includes(引发)-> 风暴潮", "热带气旋"}},
		{[]string{"similarity", "颱風", "storm surge"}, []string{"Sim = 0.9141"}},
		{[]string{"similarity", "Typhoon", "https://ontocrawl.github.io/ontologies/typhoon#StormSurge", "--lang", "en"}, []string{"Sim = 0.9141", "typhoon -Includes(causes)-> storm surge"}},
		{[]string{"similarity", "台风", "飓风"}, []string{"Sim = 1.0000", "One concept by two names"}},
		{[]string{"similarity", "台风", "--top", "3"}, []string{"1.0000  飓风", "0.9411  热带气旋"}},
		{[]string{"similarity", "暴雨", "山洪", "--ontology", "rainstorm"}, []string{"ontology rainstorm"}},
		{[]string{"topic", "typhoon"}, []string{"Topic typhoon", "1.0000  *", "0.8996  *     tropical cyclone"}},
		{[]string{"topic", "typhoon,rainstorm", "--lang", "zh"}, []string{"台风灾害", "暴雨灾害"}},
		{[]string{"config", "--json"}, []string{`"name": "tau"`, `"source": "default"`}},
		{[]string{"--version"}, []string{"ontocrawl " + cli.Version}},
	} {
		r := ontocrawl(t, tt.args...)
		if r.code != cli.ExitOK {
			t.Errorf("%q: code %d\n%s", tt.args, r.code, r.err)
		}
		for _, w := range tt.want {
			if !strings.Contains(r.out, w) {
				t.Errorf("%q: the output lacks %q:\n%s", tt.args, w, r.out)
			}
		}
	}
}

func TestMatrixCSV(t *testing.T) {
	t.Parallel()
	r := ontocrawl(t, "similarity", "--matrix", "--format", "csv", "--ontology", "typhoon", "--lang", "zh")
	if r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if len(lines) != 46 {
		t.Fatalf("%d lines, want a head and 45 concepts", len(lines))
	}
	for i, l := range lines {
		if n := strings.Count(l, ","); n != 45 {
			t.Errorf("line %d has %d commas, want 45", i+1, n)
		}
	}
}

func TestScoreCommand(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "p.html", page1("Typhoon landfall", strings.Repeat(storm, 3), ""))
	r := ontocrawl(t, "score", file, "--topic", "typhoon", "--json")
	if r.code != cli.ExitOK {
		t.Fatal(r.err)
	}
	var rep relevance.Explanation
	if err := json.Unmarshal([]byte(r.out), &rep); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, e := range rep.Evidence {
		sum += e.Contribution
	}
	if !rep.Relevant || rep.Relevance <= rep.Phi || len(rep.Evidence) == 0 || math.Abs(sum-rep.Relevance) > 1e-9 {
		t.Errorf("sum of contributions %v, report %+v", sum, rep)
	}
	soup := ontocrawlIn(t, page1("Soup", "Cut the leeks.", ""), "score", "-", "--topic", "typhoon")
	if soup.code != cli.ExitOK || !strings.Contains(soup.out, "not relevant") {
		t.Errorf("code %d\n%s%s", soup.code, soup.out, soup.err)
	}
}

// try says what score and read say.
func TestTry(t *testing.T) {
	t.Parallel()
	file := write(t, t.TempDir(), "p.html", strings.Replace(page1("Typhoon landfall", strings.Repeat(storm, 3), ""), "<head>", `<head><meta property="article:published_time" content="2026-07-01T08:00:00Z">`, 1))
	text := ontocrawl(t, "try", file, "--topic", "typhoon", "--segmenter", "trie")
	contains(t, "try", text.out, ": relevant", "typhoon", "kind", "published", "2026-07-01")
	if strings.Count(text.out, strings.TrimSpace(storm)) == 0 {
		t.Errorf("the main text is not there:\n%s", text.out)
	}
	r := ontocrawl(t, "try", file, "--topic", "typhoon", "--segmenter", "trie", "--json")
	var got struct {
		Kind, Date, Text string
		Verdict          json.RawMessage
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil || r.code != cli.ExitOK {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	var verdict, score relevance.Explanation
	if err := errors.Join(json.Unmarshal(got.Verdict, &verdict), json.Unmarshal([]byte(ontocrawl(t, "score", file, "--topic", "typhoon", "--segmenter", "trie", "--json").out), &score)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(score, verdict); d != "" || got.Date != "2026-07-01" || got.Kind == "" || got.Text == "" {
		t.Errorf("%+v\nthe verdict is not that of score:\n%s", got, d)
	}
	if r := ontocrawl(t, "try", file, "--topic", "nothing-like-it"); r.code != cli.ExitUsage {
		t.Errorf("code %d\n%s", r.code, r.err)
	}
}

// Every verb explains itself with examples.
func TestHelp(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"crawl", "demo", "similarity", "topic", "score", "config"} {
		r := ontocrawl(t, verb, "--help")
		if r.code != cli.ExitOK || !strings.Contains(r.out, "Examples:") {
			t.Errorf("%s --help: code %d\n%s", verb, r.code, r.out)
		}
	}
}
