package crawling

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
)

// storedRun crawls the little stored web and keeps every answer.
func storedRun(t *testing.T, more ...string) string {
	t.Helper()
	web, seeds := storedWeb(t)
	out := filepath.Join(t.TempDir(), "run")
	args := []string{"crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie", "--warc", "all"}
	if r := ontocrawl(t, append(args, more...)...); r.code != cli.ExitOK {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	return out
}

func TestExportPages(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	dir := t.TempDir()
	all := ontocrawl(t, "export", run)
	if all.code != cli.ExitOK || all.out != readFile(t, run, "pages.jsonl") {
		t.Errorf("code %d: jsonl of all pages is not pages.jsonl\n%s%s", all.code, all.out, all.err)
	}
	for _, name := range []string{"p.jsonl", "p.csv", "p.warc.gz", "p.ttl", "p.jsonld"} {
		if r := ontocrawl(t, "export", run, "--relevant", "-o", filepath.Join(dir, name)); r.code != cli.ExitOK {
			t.Fatalf("%s: code %d\n%s", name, r.code, r.err)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(readFile(t, dir, "p.csv"))).ReadAll()
	if err != nil || len(rows) != 4 { // names, and all but the soup
		t.Errorf("csv: %d rows, %v", len(rows), err)
	}
	again := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "p.warc.gz"), "--seeds", write(t, dir, "s.txt", "http://a.example/\n"),
		"--out", filepath.Join(dir, "again"), "--segmenter", "trie")
	if n := strings.Count(readFile(t, filepath.Join(dir, "again"), "pages.jsonl"), "\n"); again.code != cli.ExitOK || n != 3 {
		t.Errorf("the exported WARC is a web of %d pages, want 3; code %d\n%s", n, again.code, again.err)
	}
	for _, name := range []string{"p.ttl", "p.jsonld"} {
		checkGraph(t, name, cmdtest.Triples(t, []byte(readFile(t, dir, name))))
	}
}

// checkGraph looks for what only a whole run knows: the ontology's version and
// the WARC record.
func checkGraph(t *testing.T, name string, triples []string) {
	t.Helper()
	text := strings.Join(triples, "")
	for what, n := range map[string]int{
		"<https://schema.org/WebPage> .":                            3,
		"<http://www.w3.org/ns/prov#wasDerivedFrom> <urn:uuid:":     3,
		"<http://www.w3.org/ns/prov#used> <urn:sha256:":             1,
		"<http://www.w3.org/ns/prov#specializationOf> <":            2, // once as a property that is declared
		"<http://a.example/3> <https://schema.org/inLanguage> \"zh": 1,
		"<https://ontocrawl.github.io/crawl#file> \"ontocrawl-":     3,
		"<http://www.w3.org/ns/prov#endedAtTime> \"20":              1,
	} {
		if got := strings.Count(text, what); got != n {
			t.Errorf("%s: %d times %s, want %d", name, got, what, n)
		}
	}
}

func TestExportPagesRefuses(t *testing.T) {
	t.Parallel()
	run := storedRun(t, "--warc", "none")
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{t.TempDir()}, cli.ExitUsage, "no run folder"},
		{[]string{run, "--format", "xml"}, cli.ExitUsage, "jsonl, csv, warc, turtle, jsonld"},
		{[]string{run, "-o", filepath.Join(t.TempDir(), "pages")}, cli.ExitUsage, "does not show its format"},
		{[]string{run, "-o", filepath.Join(run, "pages.jsonl")}, cli.ExitUsage, "belongs to the run"},
		{[]string{run, "--since", "yesterday"}, cli.ExitUsage, "2026-11-21"},
		{[]string{run, "--min", "2"}, cli.ExitUsage, "between 0 and 1"},
		{[]string{run, "--format", "warc"}, cli.ExitFailure, "--warc none"},
		{[]string{run, "--format", "card", "--relevant"}, cli.ExitUsage, "all pages"},
	} {
		r := ontocrawl(t, append([]string{"export"}, tt.args...)...)
		if r.code != tt.code || !strings.Contains(r.err, tt.want) {
			t.Errorf("%v: code %d, want %d\n%s", tt.args, r.code, tt.code, r.err)
		}
	}
}

// What describes a run has the same bytes in the folder and as an export, and there is nothing to describe before the end.
func TestExportDescription(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	to := filepath.Join(t.TempDir(), "My.CFF")
	for name, args := range map[string][]string{"datacard.md": {"--format", "card"}, "CITATION.cff": {"--format", "cff"}} {
		r := ontocrawl(t, append([]string{"export", run}, args...)...)
		if want := readFile(t, run, name); r.code != cli.ExitOK || r.out != want || !strings.Contains(want, "4 web pages from 1 hosts, of which 3 were") {
			t.Errorf("%s: code %d\n%s%s\nwant\n%s", name, r.code, r.out, r.err, want)
		}
	}
	if r := ontocrawl(t, "export", run, "-o", to); r.code != cli.ExitOK || readFile(t, filepath.Dir(to), "My.CFF") != readFile(t, run, "CITATION.cff") {
		t.Errorf("by its name: code %d\n%s", r.code, r.err)
	}
	write(t, run, "summary.json", strings.Replace(readFile(t, run, "summary.json"), `"stopped": "`, `"stopped": "running", "x": "`, 1))
	if r := ontocrawl(t, "export", run, "--format", "cff"); r.code != cli.ExitUsage || !strings.Contains(r.err, "goes on") {
		t.Errorf("while it runs: code %d\n%s%s", r.code, r.out, r.err)
	}
}

// A line that a process is writing just now is left out, and nothing else.
func TestExportRunning(t *testing.T) {
	t.Parallel()
	run := storedRun(t)
	name := filepath.Join(run, "pages.jsonl")
	whole := readFile(t, run, "pages.jsonl")
	if err := os.WriteFile(name, []byte(whole+`{"seq":99,"url":"http://torn`), 0o644); err != nil {
		t.Fatal(err)
	}
	r := ontocrawl(t, "export", run)
	if r.code != cli.ExitOK || r.out != whole {
		t.Errorf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var p struct{ WARC struct{ File string } }
	if err := json.Unmarshal([]byte(strings.SplitN(whole, "\n", 2)[0]), &p); err != nil || p.WARC.File == "" {
		t.Errorf("pages.jsonl does not say where the answer is archived: %v", err)
	}
}
