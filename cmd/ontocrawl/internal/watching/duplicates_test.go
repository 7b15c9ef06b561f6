package watching

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// An exact copy is judged as the page that it repeats and is not relevant; nor is one that
// says the same with a line more; rescore and export see them likewise.
func TestDuplicates(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	news := page1("Typhoon track", strings.Repeat(storm, 3)+strings.Repeat("Trees fell in the old harbour streets, and boats were torn from their moorings before noon. ", 3), "")
	var index strings.Builder
	for i, text := range []string{
		page1("Typhoon desk", storm, `<a href="/1">Typhoon one</a> <a href="/2">Typhoon two</a> <a href="/3">Typhoon three</a>`),
		news, news, strings.Replace(news, "<p>", "<p>312 views. ", 1),
	} {
		write(t, dir, fmt.Sprintf("web/pages/%d.html", i), text)
		fmt.Fprintf(&index, "http://a.example/%s\t%d.html\ttext/html; charset=utf-8\t\n", strings.TrimPrefix(fmt.Sprint(i), "0"), i)
	}
	write(t, dir, "web/index.tsv", index.String())
	out := filepath.Join(dir, "run")
	args := []string{"crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "web"), "--seeds", write(t, dir, "seeds.txt", "http://a.example/\n"),
		"--out", out, "--segmenter", "trie", "--warc", "all", "--strategy", "breadth-first", "--workers", "1", "--deterministic"}
	if r := ontocrawl(t, args...); r.code != cli.ExitOK || !strings.Contains(strings.Join(strings.Fields(r.out), " "), "duplicates, near 1, 1") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	var got []string
	first := 0.0
	for p, err := range rundir.Pages(out) {
		if err != nil {
			t.Fatal(err)
		}
		if p.URL == "http://a.example/1" {
			first = float64(p.Relevance)
		}
		if p.DuplicateOf != "" {
			got = append(got, fmt.Sprint(p.URL, " of ", p.DuplicateOf, " exact ", p.Exact, " relevant ", p.Relevant, " as relevant ", float64(p.Relevance) == first))
			if (p.Distance == nil) != p.Exact || p.Distance != nil && *p.Distance > 3 {
				t.Errorf("distance of %s: %v", p.URL, p.Distance)
			}
		}
	}
	want := []string{
		"http://a.example/2 of http://a.example/1 exact true relevant false as relevant true",
		"http://a.example/3 of http://a.example/1 exact false relevant false as relevant false",
	}
	same(t, "duplicates", got, want)
	s, err := rundir.ReadSummary(out)
	if err != nil || s.Duplicates != 1 || s.NearDuplicates != 1 || s.Copies != 1 || s.Relevant != 2 {
		t.Errorf("summary %+v, %v", s, err)
	}
	if r := ontocrawl(t, "rescore", out); r.code != cli.ExitOK || !strings.Contains(r.out, "4 of 4 pages") {
		t.Errorf("rescore: code %d\n%s%s", r.code, r.out, r.err)
	}
	graph := strings.Join(cmdtest.Triples(t, []byte(ontocrawl(t, "export", out, "--format", "turtle").out)), "")
	if n := strings.Count(graph, "<http://www.w3.org/ns/prov#alternateOf> <http://a.example/1>"); n != 2 {
		t.Errorf("the graph names %d copies of the page", n)
	}
	if before := readFile(t, out, "pages.jsonl"); !json.Valid([]byte(strings.SplitN(before, "\n", 2)[0])) {
		t.Errorf("pages.jsonl:\n%s", before)
	}
}

// A copy that is fetched first yields to the page that both name as canonical. Both keep
// their evidence, and all counts take the true page for the relevant one.
func TestTruePage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	news := strings.Replace(page1("Typhoon track", strings.Repeat(storm, 3), ""), "<head>", `<head><link rel="canonical" href="http://true.example/1">`, 1)
	if !strings.Contains(news, "canonical") {
		t.Fatal("the page has no head")
	}
	var index strings.Builder
	for i, p := range [][2]string{
		{"http://desk.example/", page1("Typhoon desk", "All reports on the typhoon of this week, by our own people.", `<a href="http://copy.example/1">Typhoon one</a> <a href="http://true.example/1">Typhoon two</a>`)},
		{"http://copy.example/1", news}, {"http://true.example/1", news},
	} {
		write(t, dir, fmt.Sprintf("web/pages/%d.html", i), p[1])
		fmt.Fprintf(&index, "%s\t%d.html\ttext/html; charset=utf-8\t\n", p[0], i)
	}
	write(t, dir, "web/index.tsv", index.String())
	out := filepath.Join(dir, "run")
	must(t, "crawl", "--topic", "typhoon", "--web", filepath.Join(dir, "web"), "--seeds", write(t, dir, "seeds.txt", "http://desk.example/\n"),
		"--out", out, "--strategy", "breadth-first", "--workers", "1", "--deterministic")
	var got []string
	for p, err := range rundir.Current(out) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(p.URL, " relevant ", p.Relevant, " of ", p.DuplicateOf, " evidence ", len(p.Evidence) > 0))
	}
	same(t, "pages", got, []string{
		"http://desk.example/ relevant true of  evidence true",
		"http://copy.example/1 relevant false of http://true.example/1 evidence true",
		"http://true.example/1 relevant true of  evidence true",
	})
	agree(t, "crawled", outputs(t, out), counted{3, 3, 2})
}
