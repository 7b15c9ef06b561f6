package crawling

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/kinds"
)

// TestArchiveSource asks the captured pages of a real run, of a folder of runs, and of a
// run that has more pages since.
func TestArchiveSource(t *testing.T) {
	t.Parallel()
	web, seeds := storedWeb(t)
	runs := t.TempDir()
	crawl := func(pages, name string) {
		t.Helper()
		if r := ontocrawl(t, "crawl", "--topic", "typhoon", "--web", web, "--seeds", seeds, "--out", filepath.Join(runs, name), "--max-pages", pages); r.code != 0 {
			t.Fatalf("%+v", r)
		}
	}
	crawl("1", "typhoons")
	dir := t.TempDir()
	open := func(folder string) (*search.Asker, func()) {
		t.Helper()
		all, err := search.Open([]search.Settings{search.Inline("archive="+folder, "--search")}, search.Deps{Kinds: kinds.All(), Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return all.All()[0], func() {
			if err := all.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	ask := func(s *search.Asker, q search.Query) []string {
		t.Helper()
		a, err := s.Ask(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range a.Links {
			if strings.ContainsAny(l.Text+l.Context, "\x1b\x07") || l.Text == "" {
				t.Errorf("%+v", l)
			}
			got = append(got, l.URL)
		}
		slices.Sort(got)
		return got
	}
	s, end := open(runs)
	if got := ask(s, search.Query{Text: "typhoon"}); !slices.Equal(got, []string{"http://a.example/"}) {
		t.Errorf("one page: %v", got)
	}
	crawl("500", "typhoons") // goes on
	want := []string{"http://a.example/", "http://a.example/1"}
	if got := ask(s, search.Query{Text: `"typhoon landfall"`}); !slices.Equal(got, want) {
		t.Errorf("after the run went on: %v", got)
	}
	if got := ask(s, search.Query{Op: search.Related, Target: "http://a.example/"}); !slices.Contains(got, "http://a.example/1") || slices.Contains(got, "http://a.example/") {
		t.Errorf("related: %v", got)
	}
	end()
	s, end = open(filepath.Join(runs, "typhoons")) // the run alone
	defer end()
	if got := ask(s, search.Query{Text: "台风 登陆"}); !slices.Equal(got, []string{"http://a.example/3"}) {
		t.Errorf("Chinese: %v", got)
	}
	var e *search.Error
	if _, err := s.Ask(t.Context(), search.Query{Op: search.Backward, Target: "http://a.example/"}); !errors.As(err, &e) || e.Kind != search.Unsupported {
		t.Error(err)
	}
	for _, folder := range []string{t.TempDir(), "/nowhere"} {
		if _, err := search.Open([]search.Settings{search.Inline("archive="+folder, "--search")}, search.Deps{Kinds: kinds.All(), Dir: dir}); err == nil || !strings.Contains(err.Error(), folder) {
			t.Error(err)
		}
	}
}
