package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/saved"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// editor takes edits of a job's ontology while a run is made. A new edition that is
// sound is taken at the next page that is read; then the pages that are stored are
// read and judged again in the background, and what they say of the links that
// wait is told to the strategy. A broken one is refused, and the old one stays.
type editor struct {
	r     *runner
	store *state.Store
	judge *relevance.Edited
	strat crawl.Strategy
	log   *slog.Logger
	saved saved.Options

	aside chan func()
	busy  atomic.Int32 // revisions that are going on or waited for
}

// metaJudged is the edition by which all that a job holds was judged, in its state.
// It is behind run.yaml while pages are being judged again.
const metaJudged = "judged-by"

// edit lets the topic of a job be edited while e runs. The function it returns ends
// that.
func (r *runner) edit(ctx context.Context) (func(), error) {
	e := r.session.Engine
	ed := &editor{r: r, store: r.session.Store, judge: relevance.NewEdited(r.session.Judge), strat: e.Strategy, log: r.Logger(r.c), aside: make(chan func())}
	e.Reader, e.Scorer, e.Exec, e.KeepAlive = session.NewReader(ed.judge), ed.judge, ed.aside, func() bool { return ed.busy.Load() > 0 }
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	stop := func() { cancel(); <-done }
	behind, err := ed.behind()
	if err != nil {
		close(done)
		return stop, err
	}
	if behind {
		ed.busy.Add(1)
	}
	go func() {
		defer close(done)
		if behind { // it was edited while nobody looked, or a revision was killed
			ed.revise(ctx, r.topic)
		}
		if r.c.Ontology == "" || !exists(r.c.Ontology) {
			return
		}
		if err := saved.Watch(ctx, r.c.Ontology, ed.saved, func() { ed.take(ctx) }); err != nil {
			ed.log.Warn("edits of the ontology are not noticed while this run is made", "file", r.c.Ontology, "err", err)
		}
	}()
	return stop, nil
}

// madeOf names what a topic is made of.
func madeOf(t *topic.Topic) string { return strings.Join(t.Hashes(), "\n") }

// behind reports whether what the job holds was judged by another edition.
func (ed *editor) behind() (bool, error) {
	was, err := ed.store.Meta(metaJudged)
	if err != nil {
		return false, cli.SessionError(err)
	}
	now := madeOf(ed.r.topic)
	if was == nil || ed.store.Committed() == 0 {
		return false, cli.SessionError(ed.store.SetMeta(metaJudged, []byte(now)))
	}
	return sums(string(was)) != sums(now), nil
}

// sums leaves the names of files out of an edition: a file may be moved.
func sums(edition string) string {
	var all []string
	for line := range strings.Lines(edition) {
		if f := strings.Fields(line); len(f) > 0 {
			all = append(all, f[len(f)-1])
		}
	}
	return strings.Join(all, " ")
}

// do has f done by the deciding goroutine; false if the run is over.
func (ed *editor) do(ctx context.Context, f func()) bool {
	done := make(chan struct{})
	select {
	case ed.aside <- func() { f(); close(done) }:
		<-done
		return true
	case <-ctx.Done():
		return false
	}
}

// take reads the file that was saved.
func (ed *editor) take(ctx context.Context) {
	old := ed.r.topic
	t, err := ed.read(old)
	if err != nil {
		ed.log.Warn("the ontology was saved, and is not taken: the old one stays in force", "file", ed.r.c.Ontology, "err", err)
		return
	}
	if sums(madeOf(t)) == sums(madeOf(old)) {
		return
	}
	judge, err := cli.Judge(ed.r.c, t)
	if err != nil {
		ed.log.Warn("the ontology was saved, and is not taken: the old one stays in force", "file", ed.r.c.Ontology, "err", err)
		return
	}
	ed.busy.Add(1)
	var kept error
	if !ed.do(ctx, func() {
		ed.judge.Use(judge)
		ed.r.topic = t
		kept = ed.r.session.Settle(t)
	}) {
		ed.busy.Add(-1)
		return
	}
	if kept != nil {
		ed.log.Warn("run.yaml still names the old ontology", "err", kept)
	}
	ed.tell(old, t)
	ed.r.job.taken(t)
	ed.revise(ctx, t)
}

// read opens the ontology anew and checks it: what would have refused the job at
// its beginning refuses the edit, and so does an error that the old one had not.
func (ed *editor) read(old *topic.Topic) (*topic.Topic, error) {
	t, err := ed.r.Topic(context.Background(), ed.r.c)
	if err != nil {
		return nil, err
	}
	had := map[string]bool{}
	for _, f := range errorsOf(old) {
		had[string(f.Rule)+"\x00"+f.Subject] = true
	}
	for _, f := range errorsOf(t) {
		if !had[string(f.Rule)+"\x00"+f.Subject] {
			return nil, fmt.Errorf("%s: %s %s", f.Rule, cmp.Or(f.Name, f.Subject), f.Message)
		}
	}
	return t, nil
}

// errorsOf are the findings in a topic's ontologies that a crawl should not be made
// with.
func errorsOf(t *topic.Topic) (all []check.Finding) {
	for _, s := range t.Sources {
		for _, f := range check.Run(s.Ontology, check.Options{Fold: lexicon.Fold}) {
			if f.Level == check.Error {
				all = append(all, f)
			}
		}
	}
	return all
}

// tell logs what was edited and which concepts moved.
func (ed *editor) tell(old, now *topic.Topic) {
	args := []any{"file", ed.r.c.Ontology}
	if len(old.Sources) == 1 && len(now.Sources) == 1 {
		d := diff.Compare(old.Sources[0].Graph(), now.Sources[0].Graph())
		args = append(args, "added", names(d.Added, func(c diff.Concept) diff.Ref { return c.Ref }), "removed", names(d.Removed, func(c diff.Concept) diff.Ref { return c.Ref }),
			"moved", names(d.Moved, func(m diff.Move) diff.Ref { return m.Concept }), "labels", len(d.Labels), "relations", len(d.Relations))
	}
	ed.log.Info("the ontology was saved; its new edition is taken at the next page", append(args, "weights", weightsMoved(old, now))...)
}

// mostNamed bounds how many concepts a line of the log names.
const mostNamed = 8

func names[T any](list []T, ref func(T) diff.Ref) string {
	var all []string
	for i, x := range list {
		if i == mostNamed {
			all = append(all, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		r := ref(x)
		all = append(all, cmp.Or(r.Zh, r.En, r.IRI))
	}
	return strings.Join(all, ", ")
}

// weightsMoved are the concepts whose weight changed most, with both weights.
func weightsMoved(old, now *topic.Topic) string {
	was := map[string]float64{}
	for _, e := range old.Vector.Entries {
		was[e.IRI] = e.Weight
	}
	type move struct {
		name     string
		from, to float64
	}
	var moves []move
	for _, e := range now.Vector.Entries {
		if w := was[e.IRI]; math.Abs(w-e.Weight) > 1e-9 {
			moves = append(moves, move{cmp.Or(e.Zh, e.En, e.IRI), w, e.Weight})
		}
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(math.Abs(b.to-b.from), math.Abs(a.to-a.from)) })
	var all []string
	for i, m := range moves {
		if i == mostNamed {
			all = append(all, fmt.Sprintf("and %d more", len(moves)-i))
			break
		}
		all = append(all, fmt.Sprintf("%s %.2f to %.2f", m.name, m.from, m.to))
	}
	return strings.Join(all, ", ")
}

// revise judges the stored pages again by t and has the waiting links scored anew.
// The run does not end by itself before that is done; if it is ended, the next run
// begins with it.
func (ed *editor) revise(ctx context.Context, t *topic.Topic) {
	done := func() { ed.busy.Add(-1) }
	n, err := ed.judgeAgain(ctx, t)
	switch {
	case ctx.Err() != nil:
		done()
		return
	case err != nil:
		ed.log.Warn("stored pages could not be judged again; the next run tries it", "err", err)
	default:
		ed.log.Info("stored pages are judged by the new edition", "judged", n.judged, "not_archived", n.missing, "gained", n.gained, "lost", n.lost, "links", n.links())
	}
	ed.do(ctx, func() {
		defer done()
		ed.r.job.verdicts += n.gained + n.lost
		if err == nil {
			if err := ed.store.SetMeta(metaJudged, []byte(madeOf(t))); err != nil {
				ed.log.Warn("stored pages will be judged again by the next run", "err", err)
			}
		}
	})
}

// judged counts what came of judging again.
type judged struct {
	judged, missing, gained, lost int
	revised                       bool
}

func (j judged) links() string {
	if j.revised {
		return "scored anew"
	}
	return "as they were: the strategy keeps no words of theirs"
}

// errOver ends a revision whose run is over.
var errOver = errors.New("the run is over")

func (ed *editor) judgeAgain(ctx context.Context, t *topic.Topic) (n judged, err error) {
	judge, err := cli.Judge(ed.r.c, t) // one of its own: it learns the hosts page by page
	if err != nil {
		return n, err
	}
	from, err := openArchive(ed.r.c.Out)
	if err != nil || from == nil {
		return n, err
	}
	defer from.Close() //nolint:errcheck // only read
	first := true
	err = rescore.Run(ctx, rundir.Current(ed.r.c.Out), from, judge, func(v *rescore.Verdict) error {
		switch {
		case v.Err != nil:
			n.missing++
			return nil
		case v.Gained():
			n.gained++
		case v.Lost():
			n.lost++
		}
		n.judged++
		visit := &crawl.Visit{Choice: crawl.Choice{URL: cmp.Or(v.Was.Asked, v.Was.URL)}, Page: v.Read, Score: v.Now}
		if !ed.do(ctx, func() { n.revised = strategy.Revise(ed.strat, visit, first) }) {
			return errOver
		}
		first = false
		return nil
	})
	return n, err
}
