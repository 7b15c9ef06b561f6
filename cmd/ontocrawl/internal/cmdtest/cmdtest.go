// Package cmdtest holds what tests of the command share: the real program, built once, little stored webs,
// and what a run folder holds.
//
//	binary.go   the real program
//	cmdtest.go  files, webs, run folders
//	daemon.go   ontocrawl watch in a process of its own
//	main.go     TestMain of the packages of the command
//	webs.go     a labelled web, an ontology, and answers of an API
//	process.go  commands run in the process of a test
package cmdtest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// Write makes a file and returns its path.
func Write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Page is a page of HTML.
func Page(title, body, links string) string {
	return "<html><head><title>" + title + "</title></head><body><h1>" + title + "</h1><p>" + body + "</p>" + links + "</body></html>"
}

// StoredWeb makes a little stored web and a seeds file. One page is all NULs.
func StoredWeb(t *testing.T) (web, seeds string) {
	t.Helper()
	dir := t.TempDir()
	pages := []struct{ url, file, text string }{
		{"http://a.example/", "home.html", Page("Typhoon desk", Storm, `<a href="/1">Typhoon track</a> <a href="/nul">Raw data</a> <a href="/2">Cooking</a> <a href="/gone">More</a>`)},
		{"http://a.example/1", "one.html", Page("Typhoon track and landfall", strings.Repeat(Storm, 3), `<a href="/3">台风路径</a>`)},
		{"http://a.example/2", "two.html", Page("A soup of leeks", "Cut the leeks, melt the butter, add water and salt.", "")},
		{"http://a.example/3", "three.html", Page("台风登陆 \x1b]52;c;x\x07", strings.Repeat("台风于凌晨登陆，风暴潮淹没港口，台风红色预警仍未解除。", 4), "")},
		{"http://a.example/nul", "nul.html", strings.Repeat("\x00", 5000)},
	}
	var index strings.Builder
	for _, p := range pages {
		Write(t, dir, "web/pages/"+p.file, p.text)
		fmt.Fprintf(&index, "%s\t%s\ttext/html; charset=utf-8\t\n", p.url, p.file)
	}
	Write(t, dir, "web/index.tsv", index.String())
	return filepath.Join(dir, "web"), Write(t, dir, "seeds.txt", "# desk\nhttp://a.example/\n")
}

// ReadFile returns a file of a folder.
func ReadFile(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Exists reports whether path names something on disk.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Line is the part of a line of pages.jsonl that the test compares.
type Line struct {
	Seq       int     `json:"seq"`
	URL       string  `json:"url"`
	Relevance float64 `json:"relevance"`
	Priority  float64 `json:"priority"`
	Parent    string  `json:"parent"`
	Model     int     `json:"model"`
}

// ReadLines returns the lines of pages.jsonl.
func ReadLines(t *testing.T, dir string) []Line {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "pages.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []Line
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		var l Line
		if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
			t.Fatalf("%s: torn line: %v", dir, err)
		}
		all = append(all, l)
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// FirstDifference says where two lists differ first.
func FirstDifference(got, want []Line) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("line %d is %+v, want %+v", i+1, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(got), len(want))
}

// read returns what is in a file, nothing if it is not there yet.
func Read(name string) []byte {
	b, _ := os.ReadFile(name)
	return b
}

// Archived counts the records of a run's archive by type, with the strict
// Reader, and returns the lines of its metadata records.
func Archived(t *testing.T, out string) (kinds map[string]int, lines []string) {
	t.Helper()
	kinds = map[string]int{}
	files, err := filepath.Glob(filepath.Join(out, "warc", "*.warc.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := warc.NewStrictReader(bytes.NewReader(b))
		for {
			rec, err := r.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			kinds[rec.Type()]++
			if rec.Type() == warc.TypeMetadata {
				line, err := io.ReadAll(rec)
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, string(line))
			}
		}
	}
	return kinds, lines
}

// CheckArchive demands of a run with --warc all that every page's answer is
// kept once, whole, with its line of pages.jsonl, and nothing that the journal
// does not know.
func CheckArchive(t *testing.T, out string) {
	t.Helper()
	kinds, lines := Archived(t, out)
	t.Logf("archive: %v", kinds)
	kept := map[string]int{}
	for _, l := range lines {
		kept[l]++
	}
	pages := strings.SplitAfter(strings.TrimSuffix(ReadFile(t, out, "pages.jsonl"), "\n"), "\n")
	pages[len(pages)-1] += "\n"
	for i, l := range pages {
		l = PlaceField.ReplaceAllString(l, "")
		pages[i] = l
		if kept[l] != 1 {
			t.Errorf("kept %d times: %s", kept[l], l)
		}
		delete(kept, l)
	}
	failures := ReadFile(t, out, "errors.jsonl")
	for l, n := range kept {
		if n != 1 || !strings.Contains(failures, l) {
			t.Errorf("kept %d times, and in neither list: %s", n, l)
		}
	}
}

// pages counts the recorded pages of run folders by address.
func Pages(t *testing.T, dirs ...string) map[string]int {
	t.Helper()
	n := map[string]int{}
	for _, dir := range dirs {
		for p, err := range rundir.Pages(dir) {
			if err != nil {
				t.Fatal(err)
			}
			n[p.URL]++
		}
	}
	return n
}

// Contains fails the test if text lacks one of want.
func Contains(t *testing.T, what, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q:\n%s", what, w, text)
		}
	}
}

// Same compares lists.
func Same(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// Storm is a text about a typhoon.
const Storm = "The typhoon made landfall at dawn; the storm surge flooded the harbour, and the typhoon warning stayed in force while the super typhoon moved inland. "

// PlaceField matches the place in the archive in a line of pages.jsonl, which the
// archive itself cannot know yet when it is written.
var PlaceField = regexp.MustCompile(`,"warc":\{"file":"[^"]*","offset":\d+,"length":\d+\}`)
