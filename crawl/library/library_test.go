package library_test

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/library"
)

func docs(all ...library.Doc) func(context.Context) iter.Seq2[library.Doc, error] {
	return func(context.Context) iter.Seq2[library.Doc, error] {
		return func(yield func(library.Doc, error) bool) {
			for _, d := range all {
				if !yield(d, nil) {
					return
				}
			}
		}
	}
}

func built(t *testing.T, l *library.Library) {
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

func opened(t *testing.T) (*library.Library, string) {
	t.Helper()
	dir := t.TempDir()
	l := library.Open(dir, docs(
		library.Doc{Job: "typhoon", URL: "http://a.test/1", Title: "台风登陆", Lang: "zh", Text: "今天夜间，强台风在浙江沿海登陆，多地发布暴雨红色预警。", Captured: captured, Relevance: .9},
		library.Doc{Job: "typhoon", URL: "http://a.test/2", Title: "Harbour", Lang: "en", Text: strings.Repeat("Nothing of note. ", 40) + "Two typhoons came near the harbour, one after the other.", Captured: captured},
		library.Doc{Job: "flood", URL: "http://b.test/1", Title: "Typhoon season", Lang: "en", Text: "The season begins. After the landfall of a storm rivers rise.", Captured: captured},
		library.Doc{Job: "flood", URL: "http://b.test/2", Title: "Recipes", Text: "leeks and butter <script>alert(1)</script>"},
	), nil)
	t.Cleanup(func() { l.Close() })
	return l, dir
}

func TestSearch(t *testing.T) {
	l, dir := opened(t)
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
	check := func(l *library.Library) {
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
	again := library.Open(dir, docs(), nil)
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
	l, _ := opened(t)
	built(t, l)
	hits, err := l.Search(t.Context(), "登陆 暴雨", "", 5)
	if err != nil || len(hits) != 1 {
		t.Fatalf("%v, %v", hits, err)
	}
	h := hits[0]
	want := []library.Part{{Text: "今天夜间，强台风在浙江沿海"}, {Text: "登陆", Found: true}, {Text: "，多地发布"}, {Text: "暴雨", Found: true}, {Text: "红色预警。"}}
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
	l := library.Open(t.TempDir(), func(context.Context) iter.Seq2[library.Doc, error] {
		return func(yield func(library.Doc, error) bool) { yield(library.Doc{}, bad) }
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

func TestLike(t *testing.T) {
	l := library.Open(t.TempDir(), docs(
		library.Doc{URL: "http://a.test/1", Title: "台风登陆", Text: "今天夜间，强台风在浙江沿海登陆。"},
		library.Doc{URL: "http://a.test/2", Title: "强台风", Text: "强台风将在沿海登陆，浙江发布预警。"},
		library.Doc{URL: "http://a.test/3", Title: "Leeks", Text: "butter and leeks"},
	), nil)
	defer l.Close() //nolint:errcheck // it is only read
	if err := l.BuildNow(); err != nil {
		t.Fatal(err)
	}
	hits, err := l.Like(t.Context(), "http://a.test/1", 5)
	if err != nil || len(hits) != 1 || hits[0].URL != "http://a.test/2" {
		t.Errorf("%+v, %v", hits, err)
	}
	if hits, err := l.Like(t.Context(), "http://unknown.test/", 5); err != nil || len(hits) != 0 {
		t.Errorf("%+v, %v", hits, err)
	}
}
