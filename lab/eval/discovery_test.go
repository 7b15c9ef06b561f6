package eval

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/goldentest"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
)

var (
	discoveryRows    = flag.String("discovery", "", "TestDiscovery: rows, between commas, or all; without it, one row with 20 questions")
	discoveryCalls   = flag.String("calls", "100", "TestDiscovery: questions")
	discoveryShare   = flag.String("share", "1", "TestDiscovery: share of the pages that the engine knows")
	discoveryWorkers = flag.Int("workers", 8, "TestDiscovery: choices in flight")
	discoveryOps     = flag.String("ops", "kw,rel,back", "TestDiscovery: operators; several sets between ;")
	discoveryBy      = flag.String("chooser", "", "TestDiscovery: how operators are chosen")
	discoveryErrors  = flag.Float64("errors", 0, "TestDiscovery: share of the questions that fail")
	discoveryDraws   = flag.Int("discovery-draws", 1, "TestDiscovery: runs, each of another seed")
)

type discoveryRow struct {
	name, half                          string // half: development, where rules are chosen, or kept apart
	web, ontology, topic, label, ignore string
	spam                                float64 // share of the results
}

// made is the web that crawltest writes.
const made = "made"

// budgetTimes is the budget, against the pages on topic.
const budgetTimes = 4

func discoveryRowsOf(tb testing.TB) []discoveryRow {
	own := func(name string) string { return filepath.Join("testdata", name+".owl") }
	rows := []discoveryRow{
		{"hosts", "development", "hosts-dev", "", "typhoon,rainstorm", "topic:storm-rain-flood", "near:*,maybe:*", 0},
		{"cyclones", "kept apart", "wikispeedia-en", "", "typhoon", "topic:tropical-cyclone", "near:*", 0},
		{"railways", "kept apart", "wikispeedia-en", own("railways"), "railway", "subject.Design_and_Technology.Railway_transport", "", 0},
		{"databases", "development", "lohelp-zh", own("database-zh"), "数据库", "topic:database", "module:shared", 0},
		{"charts", "development", "lohelp-zh", own("charts-zh"), "图表", "topic:charts", "module:shared", 0},
		{"fema", "development", "fema-gov", "", "typhoon,rainstorm", "topic:storm-rain-flood", "near:*,maybe:*", 0},
		{"astronomy", "development", "wikispeedia-en", own("astronomy"), "astronomy", "subject.Science.Physics.Space_Astronomy", "", 0},
		{"birds", "kept apart", "wikispeedia-en", own("birds"), "bird", "subject.Science.Biology.Birds", "", 0},
		{"dinosaurs", "development", "wikispeedia-en", own("dinosaurs"), "dinosaur", "subject.Science.Biology.Dinosaurs", "", 0},
		{"mammals", "kept apart", "wikispeedia-en", goldentest.Path(tb, "topics/mammals.ttl"), "mammal", "subject.Science.Biology.Mammals", "", 0},
		{"food", "development", "wikispeedia-en", goldentest.Path(tb, "topics/food.ttl"), "food and agriculture", "subject.Everyday_life.Food_and_agriculture", "", 0},
		{"synthetic", "kept apart", made, "", "typhoon", crawltest.LabelTopic, crawltest.LabelCopy, 0},
		{"spam", "kept apart", made, "", "typhoon", crawltest.LabelTopic, crawltest.LabelCopy, .3},
	}
	return rows
}

// folder returns the folder of the row's web, and the documents of spam.
func (r discoveryRow) folder(t *testing.T) (dir string, spam []stored.Doc) {
	if r.web != made {
		return goldentest.Web(t, r.web), nil
	}
	dir, farm := t.TempDir(), t.TempDir()
	if err := errors.Join(crawltest.New(crawltest.Options{Seed: 1}).Store(dir), crawltest.Spam{Seed: 1}.Store(farm)); err != nil {
		t.Fatal(err)
	}
	spam, err := ReadDocs(farm)
	if err != nil {
		t.Fatal(err)
	}
	return dir, spam
}

// TestDiscovery measures crawls that begin with an ontology alone, on webs whose every page an
// engine knows, one line a row. docs/discovery.md has the figures:
//
//	ONTOCRAWL_DATA=... go test ./lab/eval -run 'TestDiscovery$' -v -args -discovery all -calls 20,100 -share 1,.5
//
// Without -discovery it is one row, so that what was gained is not lost.
func TestDiscovery(t *testing.T) {
	if *discoveryRows == "" {
		*discoveryRows, *discoveryCalls = "charts", "20"
	}
	fmt.Printf("%-10s %-11s %6s %-15s %6s %6s %6s %6s %6s %9s %6s %6s  %s\n",
		"row", "half", "area", "95 %", "ign 0", "r1x", "r2x", "r4x", "calls", "hosts", "prec", "new/c", "ops")
	for _, r := range discoveryRowsOf(t) {
		if *discoveryRows == "all" || strings.Contains(","+*discoveryRows+",", ","+r.name+",") {
			t.Run(r.name, r.measure)
		}
	}
}

func (r discoveryRow) measure(t *testing.T) {
	ctx := context.Background()
	top, err := topic.Resolve(ctx, topic.Spec{Names: r.topic, Ontology: r.ontology, Loader: topic.Loader{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	spec := session.Spec{Topic: top, Options: engine.Options{Workers: *discoveryWorkers}}
	judge, err := session.NewJudge(top, spec.Judge)
	if err != nil {
		t.Fatal(err)
	}
	dir, spam := r.folder(t)
	w, err := Open(ctx, dir, spec, Labels{On: r.label, Ignore: topic.Split(r.ignore)})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // only read
	all, free := w.VerdictOrder(judge, budgetTimes)
	fmt.Printf("%-10s every page known, in the order of the judge: area %.3f, ignored free %.3f\n", r.name, all.AreaRatio, free.AreaRatio)
	docs := w.Docs()
	for share := range strings.SplitSeq(*discoveryShare, ",") {
		known, _ := strconv.ParseFloat(share, 64)
		engine, err := stored.New(docs, stored.Options{Faults: stored.Faults{IndexShare: known, Spam: spam, SpamShare: r.spam, ErrorRate: *discoveryErrors}})
		if err != nil {
			t.Fatal(err)
		}
		for calls := range strings.SplitSeq(*discoveryCalls, ",") {
			for ops := range strings.SplitSeq(*discoveryOps, ";") {
				n, _ := strconv.Atoi(calls)
				spec.Search = asking(engine, n, ops)
				r.one(t, w, spec, n, fmt.Sprintf("share %s ops %s", share, ops))
			}
		}
	}
}

// asking lets a crawl ask so many questions, with some operators.
func asking(engine *stored.Index, calls int, opnames string) session.Search {
	var ops search.Ops
	for op := range search.Op(search.NumOps) {
		if strings.Contains(","+opnames+",", ","+op.String()+",") {
			ops |= search.Set(op)
		}
	}
	return session.Search{Queries: calls, Ops: ops, Chooser: query.Chooser(*discoveryBy), Open: func() ([]session.SearchSource, io.Closer, error) {
		return []session.SearchSource{{Name: "stored", Source: engine}}, io.NopCloser(nil), nil
	}}
}

func (r discoveryRow) one(t *testing.T, w *Web, spec session.Spec, calls int, what string) {
	p := &Plan{
		Web: w, Spec: spec, Repeat: *discoveryDraws, Seed: 1, Outside: Outside{Dead: true}, Budgets: []Budget{{N: budgetTimes, Times: true}}, Draw: NoSeeds,
		Entrants: []Entrant{{Name: "tabu"}},
	}
	res, err := p.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	r.report(t, res.RunsOf("tabu", "4x"), calls, what)
}

// report prints the means of the runs, and checks what must hold.
func (r discoveryRow) report(t *testing.T, runs []*Run, calls int, what string) {
	stats, ops := newStats(len(runs), 1), map[string]int{}
	mean := func(of func(*Run) float64) Interval { return stats.Mean(runs, of) }
	for _, run := range runs {
		if run.Search.Calls > calls || r.name == "charts" && calls == 20 && strings.HasPrefix(what, "share 1 ") && run.ByPage.AreaRatio < .88 {
			t.Errorf("area %.3f with %d questions of %d; want .88", run.ByPage.AreaRatio, run.Search.Calls, calls)
		}
		for op, n := range run.Search.ByOp {
			ops[op] += n
		}
	}
	area, search := mean(func(r *Run) float64 { return r.ByPage.AreaRatio }), func(of func(*Searched) float64) float64 {
		return mean(func(r *Run) float64 { return of(r.Search) }).Mean
	}
	fmt.Printf("%-10s %-11s %6.3f (%.3f to %.3f) %5.3f %6.3f %6.3f %6.3f %6.1f %4.1f/%-4d %6.3f %6.2f  %v in %d runs, judge p %.2f r %.2f %s\n",
		r.name, r.half, area.Mean, area.Low, area.High, search(func(s *Searched) float64 { return s.WithoutIgnored.AreaRatio }),
		search(func(s *Searched) float64 { return s.Recalls[0] }), search(func(s *Searched) float64 { return s.Recalls[1] }),
		search(func(s *Searched) float64 { return s.Recalls[2] }), search(func(s *Searched) float64 { return float64(s.Calls) }),
		search(func(s *Searched) float64 { return float64(s.Hosts) }), runs[0].Search.HostsOnTopic,
		search(func(s *Searched) float64 { return s.Precision }), search(func(s *Searched) float64 { return s.NewPerCall }), ops, len(runs),
		mean(func(r *Run) float64 { return r.Precision }).Mean, mean(func(r *Run) float64 { return r.JudgeRecall }).Mean, what)
}
