package crawling

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/lab/report"
	"github.com/ontocrawl/ontocrawl/semsim/simtext"
)

// stormSamples are sample documents about typhoons, in both languages.
func stormSamples(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "samples")
	write(t, dir, "one.html", page1("Typhoon Ada", "The typhoon made landfall at dawn; a storm surge took the pier.", ""))
	write(t, dir, "two.html", page1("Landfall", "After landfall the typhoon lost strength. The storm surge fell.", ""))
	write(t, dir, "three.txt", "Typhoon warning: landfall is due tonight, with a storm surge of 3 m.")
	write(t, dir, "four.md", "# 台风\n\n台风登陆时风暴潮淹没港口。台风预警。")
	write(t, dir, "five.md", "# 台风登陆\n\n台风在凌晨登陆，风暴潮，台风预警解除。")
	write(t, dir, "notes.pdf", "%PDF")
	return dir
}

func TestTopicFrom(t *testing.T) {
	t.Parallel()
	dir := stormSamples(t)
	r := ontocrawl(t, "topic", "--topic-from", dir, "--json")
	var rep simtext.Topic
	if err := json.Unmarshal([]byte(r.out), &rep); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	var names []string
	for _, e := range rep.Entries {
		names = append(names, e.En)
	}
	for _, want := range []string{"typhoon", "landfall", "surge", "台风"} {
		if !strings.Contains(" "+strings.Join(names, "|")+"|", want) {
			t.Errorf("no %s among %v", want, names)
		}
	}
	if !strings.Contains(r.err, "notes.pdf") || len(rep.Ontologies) != 1 || !strings.HasPrefix(rep.Ontologies[0], "samples ") {
		t.Errorf("%v\n%s", rep.Ontologies, r.err)
	}
	mixed := ontocrawl(t, "topic", "typhoon", "--topic-from", dir, "--json")
	var both simtext.Topic
	if err := json.Unmarshal([]byte(mixed.out), &both); err != nil || len(both.Ontologies) != 2 || both.Topic != "typhoon" || len(both.Entries) <= len(rep.Entries) {
		t.Errorf("mixed: %v, %d entries, %v\n%s", both.Ontologies, len(both.Entries), err, mixed.err)
	}
}

// TestCrawlFromSamples: the same words on the command line, in the environment and
// In a file; the folder of the samples may move, what is in it may not change.
func TestCrawlFromSamples(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	dir, out := stormSamples(t), filepath.Join(t.TempDir(), "run")
	args := []string{"crawl", "--web", web, "--seeds", seeds, "--out", out, "--segmenter", "trie", "--warc", "all"}
	r := ontocrawl(t, append(args, "--topic-from", dir)...)
	if r.code != cli.ExitOK || !strings.Contains(r.out, "Typhoon track") {
		t.Fatalf("code %d\n%s%s", r.code, r.out, r.err)
	}
	pages := readFile(t, out, "pages.jsonl")
	if !strings.Contains(pages, `"urn:term:typhoon"`) || strings.Contains(pages, dir) {
		t.Errorf("the evidence does not name the terms:\n%s", pages)
	}
	for line := range strings.Lines(pages) {
		var p struct {
			Title    string
			Relevant bool
		}
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if soup := strings.Contains(p.Title, "leeks"); soup == p.Relevant {
			t.Errorf("%s: relevant is %v", p.Title, p.Relevant)
		}
	}
	params := readFile(t, out, "run.yaml")
	if !strings.Contains(params, "judge: centroid") || !strings.Contains(params, "\nphi: 0.") {
		t.Errorf("run.yaml does not tell how pages were judged:\n%s", params)
	}

	moved := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Rename(dir, moved); err != nil {
		t.Fatal(err)
	}
	if r := ontocrawl(t, append(args, "--topic-from", moved)...); r.code != cli.ExitOK || !strings.Contains(r.out, "finished") {
		t.Errorf("moved: code %d\n%s%s", r.code, r.out, r.err)
	}
	if r := ontocrawl(t, "rescore", out, "--topic-from", moved); r.code != cli.ExitOK || !strings.Contains(r.out, "No verdict has changed") {
		t.Errorf("rescore: code %d\n%s%s", r.code, r.out, r.err)
	}
	file := write(t, t.TempDir(), "crawl.yaml", "topic-from: "+moved+"\n")
	if r := ontocrawl(t, append(args, "--config", file)...); r.code != cli.ExitOK || !strings.Contains(r.out, "finished") {
		t.Errorf("by a file: code %d\n%s%s", r.code, r.out, r.err)
	}
	write(t, moved, "six.txt", "zeppelin")
	if r := ontocrawl(t, append(args, "--topic-from", moved)...); r.code != cli.ExitConflict || !strings.Contains(r.err, "sha256") {
		t.Errorf("changed: code %d\n%s%s", r.code, r.out, r.err)
	}
}

// TestSamplesInDirectory: samples are a topic of a topic directory, alone, with an
// ontology, and joined with other topics.
func TestSamplesInDirectory(t *testing.T) {
	t.Parallel()
	dir := stormSamples(t)
	file := write(t, filepath.Dir(dir), "topics.yaml",
		"storms: {samples: samples}\nboth: {samples: samples, ontology: typhoon}\nsoup: {keywords: [leeks]}\n")
	page := write(t, t.TempDir(), "page.html", page1("Typhoon", "The typhoon made landfall with a storm surge; a warning stands.", ""))
	for topic, want := range map[string][]string{
		"storms":      {"judge centroid", "typhoon"},
		"both":        {"judge fielded", "typhoon", "relevant"},
		"storms,soup": {"judge fielded", "typhoon"},
	} {
		r := ontocrawl(t, "score", page, "--topics", file, "--topic", topic, "--segmenter", "trie")
		for _, w := range want {
			if r.code != cli.ExitOK || !strings.Contains(r.out, w) {
				t.Errorf("%s: no %q, code %d\n%s%s", topic, w, r.code, r.out, r.err)
			}
		}
	}
	if r := ontocrawl(t, "score", page, "--topics", file, "--topic", "storms", "--judge", "density"); !strings.Contains(r.out, "judge density") {
		t.Errorf("another judge: %s%s", r.out, r.err)
	}
}

func TestBadSamples(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, "empty/.keep", "")
	write(t, dir, "strange/a.xlsx", "PK")
	write(t, dir, "numbers/a.txt", "1 2 3")
	write(t, dir, "numbers/b.txt", "the of and")
	for _, x := range []struct {
		want string
		args []string
	}{
		{"the folder is empty", []string{"--topic-from", filepath.Join(dir, "empty")}},
		{"a.xlsx: its name does not end in one of .html", []string{"--topic-from", filepath.Join(dir, "strange")}},
		{"no common words", []string{"--topic-from", filepath.Join(dir, "numbers")}},
		{"no such file", []string{"--topic-from", filepath.Join(dir, "none")}},
		{"is a file", []string{"--topic-from", filepath.Join(dir, "numbers", "a.txt")}},
		{"leave topic-from out", []string{"--topic-from", dir, "--keywords", "storm"}},
		{"leave ontology, keywords and topic-from out", []string{"--topic-from", dir, "--topics", write(t, dir, "t.yaml", "a: {topic: typhoon}"), "--topic", "a"}},
	} {
		if r := ontocrawl(t, append([]string{"topic"}, x.args...)...); r.code != cli.ExitUsage || !strings.Contains(r.err, x.want) {
			t.Errorf("%v: code %d, want %q: %s%s", x.args, r.code, x.want, r.out, r.err)
		}
	}
}

// TestEvalFromSamples: an evaluation takes them too.
func TestEvalFromSamples(t *testing.T) {
	t.Parallel()
	web, out := cmdtest.LabelledWeb(t), t.TempDir()
	r := ontocrawl(t, "eval", "--web", web, "--topic-from", stormSamples(t), "--label", "topic:storm", "--segmenter", "trie", "--out", out,
		"--seeds", "2", "--repeat", "1", "--strategies", "tabu", "--json")
	var rep report.Results
	if err := json.Unmarshal([]byte(r.out), &rep); r.code != cli.ExitOK || err != nil {
		t.Fatalf("code %d, %v\n%s%s", r.code, err, r.out, r.err)
	}
	if fmt.Sprint(rep.Settings["judge"]) != "centroid" || rep.Runs[0].Recall < 1 || rep.Runs[0].F1 < .6 {
		t.Errorf("judge %v, recall %v, F1 %v", rep.Settings["judge"], rep.Runs[0].Recall, rep.Runs[0].F1)
	}
}
