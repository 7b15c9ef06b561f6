package kinds_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// crawled leaves a real run of a few captured pages in a folder of runs.
func crawled(t *testing.T) (runs string) {
	t.Helper()
	runs = t.TempDir()
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<title>Typhoon \u202e%s</title><p>The typhoon %[1]s made landfall; the typhoon brought a storm surge.</p><a href=1>typhoon</a> <a href=2>typhoon</a> <a href=3>typhoon</a>", r.URL.Path)
	}))
	defer srv.Close()
	first, err := seed.Link(srv.URL + "/")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.Open(t.Context(), session.Spec{
		Topic: typhoon, Seeds: []crawl.Link{first}, Judge: session.Judge{Segmenter: "trie"},
		Fetch:  session.Fetch{Options: fetch.Options{AllowPrivate: true, Polite: polite.Options{Delay: -1}}},
		Folder: session.Folder{Dir: filepath.Join(runs, "run")}, Options: engine.Options{MaxPages: 4, Deterministic: true},
		Version: "1", Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Run(t.Context())
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return runs
}

func open(t *testing.T, runs, dir string, private bool) *search.Asker {
	t.Helper()
	settings := search.Settings{Name: "own", Kind: "archive", Where: "test", Values: map[string]search.Value{search.SettingURL: {Text: runs}}}
	all, err := search.Open([]search.Settings{settings}, search.Deps{Kinds: []search.Kind{kinds.Archive()}, Dir: dir, AllowPrivate: private, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { all.Close() }) //nolint:errcheck // tested elsewhere
	return all.All()[0]
}

// TestBadQuestions: words that mean something to an index, none that it has, a page behind the last,
// what it cannot do, and a caller who leaves.
func TestBadQuestions(t *testing.T) {
	runs := crawled(t)
	if a, err := open(t, runs, t.TempDir(), false).Ask(t.Context(), search.Query{Text: "typhoon"}); err != nil || len(a.Links) != 0 {
		t.Errorf("pages at private addresses: %+v, %v", a.Links, err)
	}
	s := open(t, runs, t.TempDir(), true)
	if a, err := s.Ask(t.Context(), search.Query{Text: "typhoon"}); err != nil || len(a.Links) == 0 {
		t.Fatalf("%d links, %v", len(a.Links), err)
	}
	for _, text := range []string{`"typhoon`, "typhoon:x", "+typhoon -storm", "ty*oon", "/ty.*/", "typhoon^9", "title:typhoon", "(typhoon", "NOT", `\`, "\x00\u202e", "🌀", strings.Repeat("typhoon ", 2000)} {
		a, err := s.Ask(t.Context(), search.Query{Text: text})
		oneLine(t, text, err)
		for _, l := range a.Links {
			if !strings.HasPrefix(l.URL, "http") || strings.ContainsAny(l.Text+l.Context, "\x1b\x00\u202e\n") {
				t.Errorf("%.20q: %+v", text, l)
			}
		}
	}
	for _, q := range []search.Query{{Text: "typhoon", Page: 11}, {Text: "typhoon", Page: 1 << 30}, {Text: "sourdough"}, {Op: search.Related, Target: "http://unknown.example/"}} {
		if a, err := s.Ask(t.Context(), q); err != nil || len(a.Links) != 0 || a.More {
			t.Errorf("%+v: %d links, %v", q, len(a.Links), err)
		}
	}
	for _, op := range []search.Op{search.Backward, search.HostPages, 99} {
		var e *search.Error
		if _, err := s.Ask(t.Context(), search.Query{Op: op, Target: "http://a.example/"}); !errors.As(err, &e) || e.Kind != search.Unsupported {
			t.Errorf("%v: %v", op, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Ask(ctx, search.Query{Text: "storm surge"}); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestDamagedFolders: what is broken in a folder of runs, or in the index, is told in one line or left out,
// and the rest is found; nothing of the runs is changed.
func TestDamagedFolders(t *testing.T) {
	for name, damage := range map[string]func(t *testing.T, runs, index string){
		"a run without an archive": func(t *testing.T, runs, _ string) {
			put(t, filepath.Join(runs, "other", "pages.jsonl"), "not a page\n")
		},
		"a line that is cut off": func(t *testing.T, runs, _ string) {
			b, err := os.ReadFile(filepath.Join(runs, "run", "pages.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			put(t, filepath.Join(runs, "run", "pages.jsonl"), string(b[:len(b)-30]))
		},
		"an archive that is cut off": func(t *testing.T, runs, _ string) {
			files, _ := filepath.Glob(filepath.Join(runs, "run", "warc", "*"))
			if len(files) == 0 {
				t.Fatal("no archive")
			}
			for _, file := range files {
				info, err := os.Stat(file)
				if err != nil {
					t.Fatal(err)
				}
				if err := os.Truncate(file, info.Size()/2); err != nil {
					t.Fatal(err)
				}
			}
		},
		"an index that is none": func(t *testing.T, runs, index string) {
			s := open(t, runs, filepath.Dir(index), true)
			if _, err := s.Ask(t.Context(), search.Query{Text: "typhoon"}); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			files := 0
			err := filepath.WalkDir(index, func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() {
					files++
					put(t, path, "x")
				}
				return err
			})
			if err != nil || files == 0 {
				t.Fatal(files, err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			runs, dir := crawled(t), t.TempDir()
			damage(t, runs, filepath.Join(dir, "own.index"))
			a, err := open(t, runs, dir, true).Ask(t.Context(), search.Query{Text: "typhoon"})
			oneLine(t, name, err)
			if err == nil && len(a.Links) == 0 {
				t.Error("nothing is found, and nothing said")
			}
		})
	}
}

// oneLine fails unless err is nil or an error of a source that fits in a line.
func oneLine(t *testing.T, what string, err error) {
	t.Helper()
	var e *search.Error
	if err != nil && (!errors.As(err, &e) || strings.ContainsAny(err.Error(), "\n\x1b")) {
		t.Errorf("%.20q: %q", what, err)
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
