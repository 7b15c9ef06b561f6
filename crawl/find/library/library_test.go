package library_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/find/library"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
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

// dictionary is shared: it takes a second to load.
var dictionary lexicon.Dictionary

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
	l.Use(&dictionary)
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
			{"台风的登陆", "", []string{"http://a.test/1"}}, // the words, apart too; a particle is none
			{"暴雨红色", "", []string{"http://a.test/1"}},
			{"风登", "", nil}, // characters side by side, but no word
			{"台风 typhoon", "", nil},
			{"season 登陆", "", nil},
			{"typhoon rivers", "", []string{"http://b.test/1"}}, // one in the title, one in the text
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
	again.Use(&dictionary)
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

// TestWords finds Chinese words as words, and marks them so.
func TestWords(t *testing.T) {
	l := library.Open(t.TempDir(), docs(
		library.Doc{URL: "http://a.test/1", Title: "平台风险", Text: "该平台风险很高。"},
		library.Doc{URL: "http://a.test/2", Title: "海葵", Text: "平台风险。台风海葵将登陆。"},
	), nil)
	l.Use(&dictionary)
	defer l.Close() //nolint:errcheck // it is only read
	if err := l.BuildNow(); err != nil {
		t.Fatal(err)
	}
	hits, err := l.Search(t.Context(), "台风海葵", "", 5)
	if err != nil || len(hits) != 1 || hits[0].URL != "http://a.test/2" {
		t.Fatalf("%+v, %v", hits, err)
	}
	if want := []library.Part{{Text: "平台风险。"}, {Text: "台风海葵", Found: true}, {Text: "将登陆。"}}; !slices.Equal(hits[0].Parts, want) {
		t.Errorf("%+v; want %+v", hits[0].Parts, want)
	}
	if hits, err := l.Search(t.Context(), "……", "", 5); err != nil || len(hits) != 0 {
		t.Errorf("punctuation: %+v, %v", hits, err)
	}
}

// TestKeep makes the index by itself, searches what there is of it, and makes it anew when
// something has changed, and only then.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	half, go_ := make(chan struct{}), make(chan struct{})
	builds := make(chan int, 9)
	n := 0
	l := library.Open(dir, func(ctx context.Context) iter.Seq2[library.Doc, error] {
		return func(yield func(library.Doc, error) bool) {
			n++
			builds <- n
			for i := range 201 {
				if !yield(library.Doc{URL: fmt.Sprint("http://a.test/", i), Text: "typhoon"}, nil) {
					return
				}
			}
			if n == 1 {
				close(half)
				select {
				case <-go_:
				case <-ctx.Done():
				}
			}
		}
	}, nil)
	defer l.Close() //nolint:errcheck // it is only read
	if _, err := l.Search(t.Context(), "typhoon", "", 5); !errors.Is(err, library.ErrNoIndex) {
		t.Errorf("before there is any: %v", err)
	}
	stamp := make(chan string, 1)
	stamp <- "a"
	now := func() string { s := <-stamp; stamp <- s; return s }
	keeping := library.Keeping{Stamp: now, Count: func() int { return 201 }, Every: time.Millisecond, Pause: time.Millisecond}
	l.Keep(keeping)
	<-half
	if s := l.Index(); s.State != "building" || s.Pages != 200 || s.Of != 201 {
		t.Errorf("half of it: %+v", s)
	}
	if hits, err := l.Search(t.Context(), "typhoon", "", 500); err != nil || len(hits) != 200 {
		t.Errorf("half of it: %d, %v", len(hits), err)
	}
	close(go_)
	<-builds
	ready := func(l *library.Library) {
		t.Helper()
		for range 1000 {
			if s := l.Index(); s.State == "ready" && s.Pages == 201 {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Fatalf("%+v", l.Index())
	}
	ready(l)
	<-stamp
	stamp <- "b"
	<-builds // it is made anew
	ready(l)
	for range 1000 { // its stamp is written after it
		if b, _ := os.ReadFile(filepath.Join(dir, "stamp")); string(b) == "b" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	looked := make(chan struct{}, 9)
	again := library.Open(dir, docs(), nil)
	defer again.Close() //nolint:errcheck // it is only read
	again.Keep(library.Keeping{Stamp: func() string {
		select {
		case looked <- struct{}{}:
		default:
		}
		return "b"
	}, Every: time.Millisecond})
	<-looked
	<-looked
	if s := again.Index(); s.State != "ready" || s.Pages != 201 {
		t.Errorf("opened again, it was made again: %+v", s)
	}
}

// TestTwoProcesses has the same index open twice; what one makes anew, the other finds.
func TestTwoProcesses(t *testing.T) {
	dir := t.TempDir()
	one := library.Open(dir, docs(library.Doc{URL: "http://a.test/1", Text: "typhoon"}), nil)
	defer one.Close() //nolint:errcheck // it is only read
	built(t, one)
	two := library.Open(dir, docs(library.Doc{URL: "http://a.test/1", Text: "typhoon"}, library.Doc{URL: "http://a.test/2", Text: "typhoon"}), nil)
	defer two.Close() //nolint:errcheck // it is only read
	if hits, err := two.Search(t.Context(), "typhoon", "", 5); err != nil || len(hits) != 1 {
		t.Fatalf("opened by another: %v, %v", hits, err)
	}
	two.Keep(library.Keeping{Stamp: func() string { return "b" }, Every: time.Millisecond})
	for range 1000 { // it is made, and its stamp is written
		if b, _ := os.ReadFile(filepath.Join(dir, "stamp")); string(b) == "b" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	one.Keep(library.Keeping{Stamp: func() string { return "b" }, Every: time.Millisecond})
	for range 1000 {
		if hits, err := one.Search(t.Context(), "typhoon", "", 5); err == nil && len(hits) == 2 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the index of another is never found")
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
