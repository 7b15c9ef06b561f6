package rescore_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir/rundirtest"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// byLength judges a page by how much it has learned before and by the size of its
// body. Its Read panics at a page that holds the word panics.
type byLength struct {
	crawl.Checkpointer
	learned int
	panics  string
	order   []string
}

func (j *byLength) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	if j.panics != "" && bytes.Contains(r.Body, []byte(j.panics)) {
		panic("cannot read " + j.panics)
	}
	return &crawl.Page{URL: r.URL, Final: r.Final, Bytes: len(r.Body)}, nil
}

func (j *byLength) Score(p *crawl.Page) crawl.Score {
	return crawl.Score{Relevance: float64(p.Bytes) + float64(j.learned)/1000, Relevant: p.Bytes > 2000, Evidence: []crawl.Evidence{{Concept: p.URL}}}
}

// Mark makes a page that was kept as long as its text.
func (j *byLength) Mark(p *crawl.Page) {
	for _, b := range p.Blocks {
		p.Bytes += len(b.Text)
	}
}

func (j *byLength) Beside(*crawl.Page, bool) bool { return false }

func (j *byLength) Learn(p *crawl.Page) { j.learned++; j.order = append(j.order, p.URL) }

// stored returns the pages of a stored run and its archive, of relevant pages only.
func stored(t *testing.T) ([]rundir.Page, *warc.Folder) {
	t.Helper()
	dir := t.TempDir()
	rundirtest.Stored{Format: 1, Name: "refreshed"}.Unpack(t, dir)
	var pages []rundir.Page
	for p, err := range rundir.Pages(filepath.Join(dir, "run")) {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, p)
	}
	archive, err := warc.OpenFolder(filepath.Join(dir, "run", rundir.WARCDir))
	if err != nil {
		t.Fatal(err)
	}
	return pages, archive
}

func each(pages []rundir.Page) iter.Seq2[rundir.Page, error] {
	return func(yield func(rundir.Page, error) bool) {
		for _, p := range pages {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func run(t *testing.T, pages []rundir.Page, archive *warc.Folder, j *byLength) []*rescore.Verdict {
	t.Helper()
	var all []*rescore.Verdict
	err := rescore.Run(t.Context(), each(pages), &rescore.Source{Archive: archive}, j, func(v *rescore.Verdict) error {
		all = append(all, v)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRun: every page has a verdict, in order, and each archived one is judged
// after the judge has learned from those before it.
func TestRun(t *testing.T) {
	pages, archive := stored(t)
	j := new(byLength)
	judged := 0
	for i, v := range run(t, pages, archive, j) {
		if v.Was.URL != pages[i].URL {
			t.Fatalf("verdict %d is on %s, want %s", i, v.Was.URL, pages[i].URL)
		}
		if pages[i].WARC == nil {
			if !errors.Is(v.Err, rescore.ErrNotKept) || v.Read != nil || v.Now.Relevance != 0 || v.Gained() || v.Lost() {
				t.Errorf("%s is not archived: %+v", v.Was.URL, v)
			}
			continue
		}
		if want := float64(v.Read.Bytes) + float64(judged)/1000; v.Err != nil || v.Now.Relevance != want {
			t.Errorf("%s: relevance %v, %v; want %v", v.Was.URL, v.Now.Relevance, v.Err, want)
		}
		judged++
		p := v.Page()
		if p.Relevance != rundir.Number(v.Now.Relevance) || p.Relevant != v.Now.Relevant || p.Evidence[0].Concept != v.Read.URL || p.Title != v.Was.Title {
			t.Errorf("page with the new verdict: %+v", p)
		}
		if v.Gained() != (v.Now.Relevant && !v.Was.Relevant) || v.Lost() != (!v.Now.Relevant && v.Was.Relevant) || v.Moved() != v.Now.Relevance-float64(v.Was.Relevance) {
			t.Errorf("%s: gained %v, lost %v, moved %v", v.Was.URL, v.Gained(), v.Lost(), v.Moved())
		}
	}
	if judged == 0 || judged == len(pages) {
		t.Fatalf("%d of %d pages are archived; the test needs both kinds", judged, len(pages))
	}
	if j.learned != judged {
		t.Errorf("learned from %d pages of %d", j.learned, judged)
	}
}

// An exact duplicate takes over the relevance of its original, is not relevant and
// keeps its evidence.
func TestRunDuplicate(t *testing.T) {
	pages, archive := stored(t)
	i := slices.IndexFunc(pages, func(p rundir.Page) bool { return p.WARC != nil })
	again := pages[i]
	again.URL, again.DuplicateOf, again.Exact = again.URL+"copy", again.URL, true
	unknown := again
	unknown.DuplicateOf = "http://elsewhere.example/"
	all := run(t, []rundir.Page{pages[i], again, unknown}, archive, new(byLength))
	if got := all[1].Now; got.Relevance != all[0].Now.Relevance || got.Relevant || got.Evidence == nil {
		t.Errorf("duplicate: %+v, want the relevance %v and evidence", got, all[0].Now.Relevance)
	}
	if got := all[2].Now; got.Evidence == nil {
		t.Errorf("duplicate of a page that was not judged: %+v, want a verdict of its own", got)
	}
}

// A page that cannot be read again has an error; the others are judged.
func TestRunFaults(t *testing.T) {
	pages, archive := stored(t)
	gone := pages[0]
	gone.WARC = &rundir.Place{File: "missing.warc.gz", Length: 10}
	all := run(t, append([]rundir.Page{gone}, pages...), archive, &byLength{panics: "<title"})
	for i, v := range all {
		if v.Err == nil || v.Read != nil {
			t.Errorf("page %d: no error", i)
		}
	}
	if len(all) != len(pages)+1 {
		t.Errorf("%d verdicts on %d pages", len(all), len(pages)+1)
	}
}

// Errors of the pages, of yield and of the context end a run and are returned.
func TestRunEnds(t *testing.T) {
	pages, archive := stored(t)
	mine := errors.New("mine")
	n := 0
	count := func(*rescore.Verdict) error { n++; return nil }
	torn := func(yield func(rundir.Page, error) bool) {
		_ = yield(pages[0], nil) && yield(rundir.Page{}, mine) && yield(pages[1], nil)
	}
	if err := rescore.Run(t.Context(), torn, &rescore.Source{Archive: archive}, new(byLength), count); !errors.Is(err, mine) || n != 1 {
		t.Errorf("pages that end in an error: %v after %d verdicts", err, n)
	}
	n = 0
	stop := func(*rescore.Verdict) error { n++; return mine }
	if err := rescore.Run(t.Context(), each(pages), &rescore.Source{Archive: archive}, new(byLength), stop); !errors.Is(err, mine) || n != 1 {
		t.Errorf("yield that fails: %v after %d verdicts", err, n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := rescore.Run(ctx, each(pages), &rescore.Source{Archive: archive}, new(byLength), func(*rescore.Verdict) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// texts has kept texts by the visit that recorded the page first.
type texts map[int]*crawl.Text

func (x texts) TextOf(first int) (*crawl.Text, error) {
	if t := x[first]; t == nil || t.Packed != nil {
		return t, nil
	}
	return nil, errors.New("a damaged text")
}

// TestRunFromTexts: a page is judged from its text, else from its answer; one of a
// later version or a damaged one counts as none.
func TestRunFromTexts(t *testing.T) {
	pages, archive := stored(t)
	k, err := binenc.NewPacker(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	x := texts{}
	for i, p := range pages {
		text, err := k.Pack(&crawl.Page{URL: p.URL, Final: p.URL, Blocks: []crawl.Block{{Text: strings.Repeat("x", 3000+i), Spans: []crawl.Span{{End: 3000 + i}}}}})
		if err != nil {
			t.Fatal(err)
		}
		switch i % 4 {
		case 0:
			x[p.Seq] = text
		case 1:
			text.Packed[0] = 99
			x[p.Seq] = text
		case 2:
			x[p.Seq] = new(crawl.Text)
		}
	}
	var from [3]int
	i := 0
	err = rescore.Run(t.Context(), each(pages), &rescore.Source{Texts: x, Archive: archive}, new(byLength), func(v *rescore.Verdict) error {
		want := rescore.FromText
		switch {
		case i%4 > 0 && pages[i].WARC != nil:
			want = rescore.FromArchive
		case i%4 > 0:
			want = rescore.FromNothing
		}
		if v.From != want || (v.Err != nil) != (want == rescore.FromNothing) || want == rescore.FromText && v.Read.Bytes != 3000+i {
			t.Errorf("page %d: from %d, want %d, %v", i, v.From, want, v.Err)
		}
		if want == rescore.FromNothing && errors.Is(v.Err, rescore.ErrNotKept) != (i%4 == 3) {
			t.Errorf("page %d: %v", i, v.Err)
		}
		from[v.From]++
		i++
		return nil
	})
	if err != nil || from[0] == 0 || from[1] == 0 || from[2] == 0 {
		t.Errorf("%v, %v", from, err)
	}
}

// finisher learns a bonus when it has seen all pages.
type finisher struct {
	*byLength
	bonus    float64
	finishes bool
}

func (f *finisher) Score(p *crawl.Page) crawl.Score {
	s := f.byLength.Score(p)
	s.Relevance += f.bonus
	return s
}

func (f *finisher) Finish() bool {
	f.bonus = 1e6
	return f.finishes
}

// TestRunFinishes: what is learned at the end judges all pages, and no page is learned
// twice.
func TestRunFinishes(t *testing.T) {
	pages, archive := stored(t)
	for _, finishes := range []bool{true, false} {
		f := &finisher{byLength: new(byLength), finishes: finishes}
		n, judged := 0, 0
		err := rescore.RunToEnd(t.Context(), each(pages), &rescore.Source{Archive: archive}, f, f.Finish, func(v *rescore.Verdict) error {
			if v.Was.URL != pages[n].URL || v.Err == nil && (v.Now.Relevance > 1e6) != finishes {
				t.Errorf("finishes %v: verdict %d is %+v", finishes, n, v.Now)
			}
			if n++; v.Err == nil {
				judged++
			}
			return nil
		})
		if err != nil || n != len(pages) || f.learned != judged {
			t.Errorf("finishes %v: %d verdicts, %d learned, %v", finishes, n, f.learned, err)
		}
	}
}

func (*byLength) Learner() crawl.Learner { return nil }
