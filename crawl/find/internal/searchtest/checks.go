package searchtest

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
)

// harmless checks what holds for every link of an answer.
func harmless(t *testing.T, links []crawl.Link) {
	t.Helper()
	for _, l := range links {
		if key, err := urlkey.Canonical(l.URL); err != nil || key != l.URL || l.Host != urlkey.Host(key) {
			t.Errorf("%q of host %q is no key: %v", l.URL, l.Host, err)
		}
		for _, s := range []string{l.Text, l.Context} {
			bad := strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) })
			if bad >= 0 || utf8.RuneCountInString(s) > 300 || !utf8.ValidString(s) || strings.Contains(s, "<script") || strings.Contains(s, "alert(1)") {
				t.Errorf("%s: %q", l.URL, s)
			}
		}
	}
}

// oneLine checks that err is an [*search.Error] of one line.
func oneLine(t *testing.T, err error) *search.Error {
	t.Helper()
	var e *search.Error
	if !errors.As(err, &e) {
		t.Fatalf("%T: %v", err, err)
	}
	if s := err.Error(); strings.ContainsFunc(s, unicode.IsControl) || len(s) > 400 || !strings.Contains(s, "suite") {
		t.Errorf("not one clear line: %q", s)
	}
	return e
}

func urls(links []crawl.Link) []string {
	var out []string
	for _, l := range links {
		out = append(out, l.URL)
	}
	return out
}

// counted is how many requests the folder of a source has on record.
func counted(t *testing.T, dir string) int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, "suite.json"))
	if err != nil {
		t.Fatal(err)
	}
	var r struct{ Days []struct{ Sent int } }
	line, _, _ := strings.Cut(string(b), "\n")
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, d := range r.Days {
		n += d.Sent
	}
	return n
}

// files returns the contents of all files below dir, packed ones unpacked too.
func files(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		out = append(out, path+" "+string(b)+" "+unpacked(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
