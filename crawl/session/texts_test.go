package session

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// sameVerdicts reads the pages at urls, and demands of every judge that it judges the
// kept text of each as it judges the answer, and learns the same from both.
func sameVerdicts(t *testing.T, web crawl.Fetcher, urls []string) {
	spec := specFor(t, "")
	packer, err := binenc.NewPacker(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer packer.Close()
	u := new(binenc.Unpacker)
	defer u.Close()
	for _, name := range relevance.Names() {
		judge := func() *relevance.Judge {
			j, err := NewJudge(spec.Topic, Judge{Name: name, Segmenter: "trie"})
			if err != nil {
				t.Fatal(err)
			}
			return j
		}
		j, k, mentioned := judge(), judge(), 0
		for _, url := range urls {
			r, err := web.Fetch(context.Background(), crawl.Request{URL: url})
			if err != nil || r.Status != 200 {
				continue
			}
			p, err := NewReader(j, Strategy{}, nil).Read(t.Context(), r)
			if err != nil || p.Source {
				continue
			}
			text, err := packer.Pack(p)
			if err != nil {
				t.Fatal(err)
			}
			q, err := u.Unpack(text)
			if err != nil {
				t.Fatalf("%s: %v", url, err)
			}
			if q.Cut {
				continue
			}
			k.Mark(q.Page)
			want, got := j.Score(p), k.Score(q.Page)
			if d := cmp.Diff(want, got) + cmp.Diff(p.Features, q.Features); d != "" || p.Title != q.Title {
				t.Fatalf("%s: %s: titles %q, %q (-answer +text):\n%s", name, url, p.Title, q.Title, d)
			}
			j.Learn(p)
			k.Learn(q.Page)
			if len(want.Evidence) > 0 {
				mentioned++
			}
		}
		if a, b := marshalled(t, j), marshalled(t, k); !bytes.Equal(a, b) {
			t.Errorf("%s: what was learned from the texts is not what was learned from the answers", name)
		}
		if mentioned == 0 {
			t.Errorf("%s: no page mentions the topic", name)
		}
	}
}

func marshalled(t *testing.T, j *relevance.Judge) []byte {
	t.Helper()
	b, err := binenc.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSameVerdicts(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("judges pages in one goroutine")
	}
	pages := 100
	if os.Getenv("ONTOCRAWL_LONG") == "1" {
		pages = 300
	}
	web := crawltest.New(crawltest.Options{Seed: 2, Pages: pages})
	var urls []string
	for _, p := range web.Pages() {
		urls = append(urls, p.URL)
	}
	sameVerdicts(t, web, urls)
}

func TestSameVerdictsOutside(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a stored web once for each judge")
	}
	web, err := replay.Open(goldentest.Web(t, "hosts-dev"))
	if err != nil {
		t.Fatal(err)
	}
	defer web.Close()
	sameVerdicts(t, web, web.Pages()[:2000])
}

// TestTextsAreKept: a run keeps the text of each page that may be kept, and none if it
// is not to.
func TestTextsAreKept(t *testing.T) {
	t.Parallel()
	for _, keep := range []KeepText{"", KeepTextAll, KeepTextNone} {
		spec := specFor(t, filepath.Join(t.TempDir(), "run"))
		spec.Folder.KeepText = keep
		crawlAll(t, spec)
		s, err := Open(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		u, texts, pages := new(binenc.Unpacker), 0, 0
		err = s.Store.Visits(func(v *crawl.Visit) error {
			text, err := s.Store.Text(v.Seq)
			if err != nil || text == nil {
				pages += one(v.OK() && !v.Page.NoIndex)
				return err
			}
			p, err := u.Unpack(text)
			if err == nil && (!v.OK() || v.Page.NoIndex || p.Final != v.Page.Final || len(p.Blocks) == 0) {
				t.Errorf("visit %d, page %v: the text is that of %s", v.Seq, v.OK(), p.Final)
			}
			texts, pages = texts+1, pages+1
			return err
		})
		u.Close()
		if err != nil {
			t.Error(err)
		}
		if want := pages * one(keep != KeepTextNone); texts != want || pages < 10 {
			t.Errorf("%q: %d texts of %d pages", keep, texts, pages)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// BenchmarkRejudge judges the pages of a stored web again, from their texts.
func BenchmarkRejudge(b *testing.B) {
	for _, name := range []string{"hosts-dev", "wikispeedia-en"} {
		b.Run(name, func(b *testing.B) {
			web, err := replay.Open(goldentest.Web(b, name))
			if err != nil {
				b.Fatal(err)
			}
			defer web.Close()
			typhoon, err := topic.Resolve(b.Context(), topic.Spec{Names: "typhoon"})
			if err != nil {
				b.Fatal(err)
			}
			spec := Spec{
				Topic: typhoon, Judge: Judge{Segmenter: "trie"}, Strategy: Strategy{Name: "breadth-first"}, Fetch: Fetch{Use: web},
				Folder: Folder{Dir: filepath.Join(b.TempDir(), "run"), Archive: ArchiveNone}, Logger: slog.New(slog.DiscardHandler),
			}
			for _, url := range web.Pages()[:3000] {
				if l, err := seed.Link(url); err == nil {
					spec.Seeds = append(spec.Seeds, l)
				}
			}
			spec.Options.MaxPages = 2000
			for b.Loop() {
				s, err := Open(b.Context(), spec)
				if err != nil {
					b.Fatal(err)
				}
				s.Engine.Final = func() {
					start := time.Now()
					s.Rejudge(s.Judge, func(n engine.Judged, err error) {
						took := time.Since(start)
						b.ReportMetric(10000*took.Seconds()/float64(max(n.Judged, 1)), "s/10000pages")
						if err != nil {
							b.Error(err)
						}
					})
				}
				if _, err := s.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
				spec.Folder.Fresh = true
			}
		})
	}
}

// TestLastPass: what the pass at the end of a run leaves out, the texts of pages without
// a mention, changes no verdict: a pass over all texts finds nothing to add.
func TestLastPass(t *testing.T) {
	t.Parallel()
	spec := specFor(t, filepath.Join(t.TempDir(), "run"))
	spec.Judge.Name = "fielded"
	web := crawltest.New(crawltest.Options{Seed: 5, Pages: 700})
	spec.Fetch.Use, spec.Seeds = web, nil
	for _, url := range web.Seeds(8) {
		l, err := seed.Link(url)
		if err != nil {
			t.Fatal(err)
		}
		spec.Seeds = append(spec.Seeds, l)
	}
	spec.Options.MaxPages = 500
	s, err := Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	last, over := s.Engine.Final, false
	s.Engine.Final = func() {
		last()
		s.Rejudge(s.Judge, func(n engine.Judged, err error) {
			if over = true; err != nil || n.Gained+n.Lost+n.Moved > 0 || n.Judged < 400 || n.NoText > 60 || n.Unread > 0 {
				t.Errorf("%+v, %v", n, err)
			}
		})
	}
	res, err := s.Run(t.Context())
	if err != nil || !over || res.Rejudged == 0 || s.Judge.Model() == nil {
		t.Errorf("%v, over %v, %d new verdicts, model %v", err, over, res.Rejudged, s.Judge.Model() != nil)
	}
}
