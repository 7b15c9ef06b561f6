package serve_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor/api"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
)

func docs(all ...serve.Doc) func(context.Context) iter.Seq2[serve.Doc, error] {
	return func(context.Context) iter.Seq2[serve.Doc, error] {
		return func(yield func(serve.Doc, error) bool) {
			for _, d := range all {
				if !yield(d, nil) {
					return
				}
			}
		}
	}
}

func built(t *testing.T, l *serve.Library) {
	t.Helper()
	if err := l.Build(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if s := l.Index(); s.State != "building" {
			if s.State != "ready" {
				t.Fatalf("built: %+v", s)
			}
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("it is being built for ten seconds")
}

var captured = time.Date(2026, 7, 25, 8, 0, 0, 0, time.UTC)

func library(t *testing.T) (*serve.Library, string) {
	t.Helper()
	dir := t.TempDir()
	l := serve.OpenLibrary(dir, docs(
		serve.Doc{Job: "typhoon", URL: "http://a.test/1", Title: "台风登陆", Lang: "zh", Text: "今天夜间，强台风在浙江沿海登陆，多地发布暴雨红色预警。", Captured: captured, Relevance: .9},
		serve.Doc{Job: "typhoon", URL: "http://a.test/2", Title: "Harbour", Lang: "en", Text: strings.Repeat("Nothing of note. ", 40) + "Two typhoons came near the harbour, one after the other.", Captured: captured},
		serve.Doc{Job: "flood", URL: "http://b.test/1", Title: "Typhoon season", Lang: "en", Text: "The season begins. After the landfall of a storm rivers rise.", Captured: captured},
		serve.Doc{Job: "flood", URL: "http://b.test/2", Title: "Recipes", Text: "leeks and butter <script>alert(1)</script>"},
	), nil)
	t.Cleanup(func() { l.Close() })
	return l, dir
}

func TestSearch(t *testing.T) {
	l, dir := library(t)
	if s := l.Index(); s.State != "none" {
		t.Errorf("before it was asked for: %+v", s)
	}
	if _, err := l.Search(t.Context(), "台风", "", 5); err == nil {
		t.Error("a search without an index is no error")
	}
	built(t, l)
	if s := l.Index(); s.Pages != 4 {
		t.Errorf("%d pages; want 4", s.Pages)
	}
	check := func(l *serve.Library) {
		t.Helper()
		for _, tt := range []struct {
			q, job string
			want   []string // addresses, in order
		}{
			{"台风", "", []string{"http://a.test/1"}},
			{"红色预警", "", []string{"http://a.test/1"}},
			{"typhoon", "", []string{"http://b.test/1", "http://a.test/2"}}, // by stem; the title weighs more
			{"typhoon", "typhoon", []string{"http://a.test/2"}},
			{"typhoon recipes", "", nil}, // all words
			{"landfall storm", "", []string{"http://b.test/1"}},
			{`"storm landfall"`, "", nil}, // side by side, in that order
			{`"rivers rise"`, "", []string{"http://b.test/1"}},
			{`+title:* AND (`, "", nil}, // no syntax to be wrong about
			{"blizzard", "", nil},
		} {
			hits, err := l.Search(t.Context(), tt.q, tt.job, 5)
			if err != nil {
				t.Errorf("%s: %v", tt.q, err)
			}
			var got []string
			for _, h := range hits {
				got = append(got, h.URL)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s in %q: %q; want %q", tt.q, tt.job, got, tt.want)
			}
		}
	}
	check(l)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	again := serve.OpenLibrary(dir, docs(), nil)
	defer again.Close()
	if s := again.Index(); s.State != "ready" || s.Pages != 4 {
		t.Errorf("opened again: %+v", s)
	}
	check(again)
	built(t, again) // of no documents
	if hits, err := again.Search(t.Context(), "台风", "", 5); err != nil || len(hits) != 0 {
		t.Errorf("made anew of nothing: %v, %v", hits, err)
	}
}

func TestSearchShowsWhere(t *testing.T) {
	l, _ := library(t)
	built(t, l)
	hits, err := l.Search(t.Context(), "登陆 暴雨", "", 5)
	if err != nil || len(hits) != 1 {
		t.Fatalf("%v, %v", hits, err)
	}
	h := hits[0]
	want := []api.Part{{Text: "今天夜间，强台风在浙江沿海"}, {Text: "登陆", Found: true}, {Text: "，多地发布"}, {Text: "暴雨", Found: true}, {Text: "红色预警。"}}
	if !slices.Equal(h.Parts, want) || h.Title != "台风登陆" || !h.Captured.Equal(captured) || h.Relevance != .9 {
		t.Errorf("%+v; want parts %+v", h, want)
	}
	hits, err = l.Search(t.Context(), "typhoon", "typhoon", 5)
	if err != nil || len(hits) != 1 {
		t.Fatalf("%v, %v", hits, err)
	}
	var text string
	for _, p := range hits[0].Parts {
		if text += p.Text; p.Found && p.Text != "typhoons" {
			t.Errorf("%q is shown as found", p.Text)
		}
	}
	if !strings.Contains(text, "Two typhoons came near") || len(text) > 300 {
		t.Errorf("shown: %q", text)
	}
}

// TestBrokenBuild loses a build, and keeps what was there.
func TestBrokenBuild(t *testing.T) {
	bad := errors.New("the archive is damaged")
	l := serve.OpenLibrary(t.TempDir(), func(context.Context) iter.Seq2[serve.Doc, error] {
		return func(yield func(serve.Doc, error) bool) { yield(serve.Doc{}, bad) }
	}, nil)
	defer l.Close()
	if err := l.Build(); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if l.Index().State != "building" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if s := l.Index(); s.State != "failed" || s.Error != bad.Error() {
		t.Errorf("%+v", s)
	}
}
