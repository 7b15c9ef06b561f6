package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

// specFor is a crawl of 20 pages of a synthetic web into dir.
func specFor(t *testing.T, dir string) Spec {
	t.Helper()
	typhoon, err := topic.Resolve(t.Context(), topic.Spec{Names: "typhoon"})
	if err != nil {
		t.Fatal(err)
	}
	web := crawltest.New(crawltest.Options{Seed: 1, Pages: 200})
	first, err := seed.Link(web.Seeds(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	return Spec{
		Topic: typhoon, Seeds: []crawl.Link{first}, Judge: Judge{Segmenter: "trie"}, Fetch: Fetch{Use: web}, Folder: Folder{Dir: dir},
		Options: engine.Options{MaxPages: 20, Deterministic: true}, Version: "1.2.3", Logger: slog.New(slog.DiscardHandler),
	}
}

func crawlAll(t *testing.T, spec Spec) Result {
	t.Helper()
	s, err := Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Run(t.Context())
	if err := errors.Join(err, s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	return res
}

// TestSession: a run is made, found finished, continued with a larger budget, and
// started over.
func TestSession(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	spec := specFor(t, dir)
	first := crawlAll(t, spec)
	if first.Pages != 20 || first.Stopped != engine.Budget || first.Summary.Pages != 20 {
		t.Errorf("%+v", first)
	}
	if again := crawlAll(t, spec); again.Resumed != first.Visits || again.Visits != first.Visits {
		t.Errorf("finished, once more: %+v", again.Result)
	}
	spec.Options.MaxPages = 30
	if more := crawlAll(t, spec); more.Pages != 30 || more.Resumed != first.Visits {
		t.Errorf("continued: %+v", more.Result)
	}
	cleared := ""
	spec.Folder.Fresh, spec.Folder.Cleared, spec.Options.MaxPages = true, func(dir string) error { cleared = dir; return nil }, 20
	if fresh := crawlAll(t, spec); fresh.Pages != 20 || fresh.Resumed != 0 || cleared != dir {
		t.Errorf("started over: %+v, cleared %q", fresh.Result, cleared)
	}
	p, _, err := ReadParams(dir)
	name, phi := p.Judge()
	if err != nil || p.Topic != "typhoon" || p.Version != "1.2.3" || p.Seeds.Count != 1 || name != "fielded" || phi <= 0 {
		t.Errorf("%+v, judge %s %v, %v", p, name, phi, err)
	}
}

// TestMemorySession: without a folder nothing is written, and the trail equals the
// trail of a crawl with one.
func TestMemorySession(t *testing.T) {
	spec := specFor(t, filepath.Join(t.TempDir(), "run"))
	kept := crawlAll(t, spec)
	spec.Folder = Folder{}
	spec.LimitGC = true
	if got := crawlAll(t, spec); got.Result != kept.Result || got.Summary.Pages != 0 {
		t.Errorf("%+v, want %+v", got, kept.Result)
	}
}

// TestCache: a crawl that reads what another has read reads nothing again, and changes nothing.
func TestCache(t *testing.T) {
	spec := specFor(t, "")
	spec.Options.MaxPages = 60
	trail := func() (urls []string) {
		s, err := Open(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		s.Engine.Observers = append(s.Engine.Observers, observer(func(v *crawl.Visit) {
			urls = append(urls, fmt.Sprint(v.Choice.URL, " ", v.Score.Relevance))
		}))
		_, err = s.Run(t.Context())
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
		return urls
	}
	want := trail()
	spec.Cache = new(Cache)
	first, n := trail(), len(spec.Cache.read)
	second := trail()
	if len(want) < 60 || !slices.Equal(first, want) || !slices.Equal(second, want) {
		t.Errorf("%d visits without a cache:\n%q\nwith a new one:\n%q\nand again:\n%q", len(want), want, first, second)
	}
	if n < 60 || len(spec.Cache.read) != n {
		t.Errorf("%d pages were read, and then %d", n, len(spec.Cache.read))
	}
	spec.Cache = &Cache{Pages: 7}
	if trail(); len(spec.Cache.read) != 7 {
		t.Errorf("%d pages are kept, not 7", len(spec.Cache.read))
	}
}

// observer is a function as an observer.
type observer func(*crawl.Visit)

func (o observer) Visited(v *crawl.Visit) { o(v) }

// TestOpenErrors: every error of Open has its type, and leaves the folder as it was.
func TestOpenErrors(t *testing.T) {
	open := func(change func(*Spec)) error {
		spec := specFor(t, filepath.Join(t.TempDir(), "run"))
		change(&spec)
		s, err := Open(t.Context(), spec)
		if err == nil {
			s.Close()
		}
		return err
	}
	for part, change := range map[string]func(*Spec){
		"topic":    func(s *Spec) { s.Topic = nil },
		"judge":    func(s *Spec) { s.Judge.Name = "no such judge" },
		"strategy": func(s *Spec) { s.Strategy.Name = "no such strategy" },
		"filter":   func(s *Spec) { s.Filter.Include = "(" },
		"web":      func(s *Spec) { s.Fetch = Fetch{Web: "/no/such/web"} },
	} {
		var wrong *SpecError
		if err := open(change); !errors.As(err, &wrong) || wrong.Part != part {
			t.Errorf("%s: %v", part, err)
		}
	}
	var notRun *NotRunError
	if err := open(func(s *Spec) {
		s.Folder.Dir = t.TempDir()
		if err := os.WriteFile(filepath.Join(s.Folder.Dir, rundir.PagesFile), []byte("mine\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}); !errors.As(err, &notRun) {
		t.Errorf("a folder of another program: %v", err)
	}
	var nothing *NothingRecordedError
	if err := open(func(s *Spec) { s.Refresh = strategy.RefreshParams{On: true} }); !errors.As(err, &nothing) {
		t.Errorf("a refresh of nothing: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, Spec{}); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// TestTakenFolder: a folder in use is locked; one of another run is refused.
func TestTakenFolder(t *testing.T) {
	spec := specFor(t, filepath.Join(t.TempDir(), "run"))
	s, err := Open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	var locked *state.LockedError
	if _, err := Open(t.Context(), spec); !errors.As(err, &locked) {
		t.Errorf("in use: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	spec.Judge.Phi = .9
	var params *rundir.ParamsError
	if _, err := Open(t.Context(), spec); !errors.As(err, &params) {
		t.Errorf("another threshold: %v", err)
	}
}

// TestCalibratedThreshold: the threshold that a person's answers gave holds for the run until
// it starts over, for no other judge, and not against one of the settings.
func TestCalibratedThreshold(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	spec := specFor(t, dir)
	spec.Options.MaxPages = 10
	crawlAll(t, spec)
	judge := relevance.Names()[0]
	calibrated := func(name string, more func(*Spec)) float64 {
		t.Helper()
		if err := rundir.WriteCalibration(dir, &rundir.Calibration{Judge: name, Phi: 0.99}); err != nil {
			t.Fatal(err)
		}
		spec := spec
		spec.Options.MaxPages = 20
		more(&spec)
		s, err := Open(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		edited, err := s.NewJudge(spec.Topic, spec.Judge)
		if err != nil || edited.Phi() != s.Judge.Phi() {
			t.Errorf("after an edit phi is %v, %v", edited.Phi(), err)
		}
		return s.Judge.Phi()
	}
	if phi := calibrated(judge, func(*Spec) {}); phi != 0.99 {
		t.Errorf("phi %v", phi)
	}
	if phi := calibrated("present", func(*Spec) {}); phi != relevance.Phi(judge) {
		t.Errorf("calibrated for another judge: phi %v", phi)
	}
	if phi := calibrated(judge, func(s *Spec) { s.Folder.Fresh = true }); phi != relevance.Phi(judge) {
		t.Errorf("afresh: phi %v", phi)
	}
	if c, err := rundir.ReadCalibration(dir); c != nil || err != nil {
		t.Errorf("afresh, and still calibrated: %+v, %v", c, err)
	}
	spec.Folder.Dir, spec.Judge.Phi = filepath.Join(t.TempDir(), "run"), 0.4
	dir = spec.Folder.Dir
	crawlAll(t, spec)
	if phi := calibrated(judge, func(*Spec) {}); phi != 0.4 {
		t.Errorf("by hand: phi %v", phi)
	}
}

// TestCalibratedAgain: a finished run that is calibrated, or is no longer, judges its kept
// pages again when the same command runs, once.
func TestCalibratedAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	spec := specFor(t, dir)
	relevant := func() (n int) {
		for p, err := range rundir.Current(dir) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Relevant {
				n++
			}
		}
		return n
	}
	calibrate := func(phi float64) {
		if err := rundir.WriteCalibration(dir, &rundir.Calibration{Judge: relevance.Names()[0], Phi: phi}); err != nil {
			t.Fatal(err)
		}
	}
	crawlAll(t, spec)
	// While it crawled, the judge did not yet know what hosts repeat. Now it does.
	calibrate(relevance.Phi(""))
	crawlAll(t, spec)
	was := relevant()
	calibrate(0.99)
	second := crawlAll(t, spec)
	if n := relevant(); was == 0 || n != 0 || second.Pages != 20 {
		t.Errorf("%d relevant pages, and %d above .99; %d pages", was, n, second.Pages)
	}
	if third := crawlAll(t, spec); third.Visits != second.Visits {
		t.Errorf("judged once more: %d visits, were %d", third.Visits, second.Visits)
	}
	if err := os.Remove(filepath.Join(dir, rundir.CalibrationFile)); err != nil {
		t.Fatal(err)
	}
	last := crawlAll(t, spec)
	if relevant() != was {
		t.Errorf("without the calibration %d are relevant, want %d again", relevant(), was)
	}
	if again := crawlAll(t, spec); again.Visits != last.Visits { // it can be opened, and nothing is judged
		t.Errorf("judged once more: %d visits, were %d", again.Visits, last.Visits)
	}
}
