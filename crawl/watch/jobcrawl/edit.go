package jobcrawl

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/rescore"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
)

// editor uses edits of a job's ontology while a run is made. A valid edit is used at
// the next page. All kept pages are judged again between the pages of the run, and the
// waiting links are scored again. An invalid edit is refused, and the old ontology
// stays.
type editor struct {
	*run
	store *state.Store
	judge *relevance.Edited
	log   *slog.Logger

	versions string // as in metaVersions

	exec chan func()  // executed by the deciding goroutine
	busy atomic.Int32 // passes and revisions that are running or waited for
}

// metaJudged is the key in the state for the version by which all kept pages were
// judged. It differs from run.yaml while pages are judged again.
const metaJudged = "judged-by"

// watchOntology notices edits of the ontology until stop is called.
func (r *run) watchOntology(ctx context.Context) (stop func(), err error) {
	e := r.session.Engine
	ed := &editor{run: r, store: r.session.Store, judge: relevance.NewEdited(r.session.Judge), log: r.log, exec: r.session.Exec()}
	e.Reader, e.Scorer, e.KeepAlive = ed.run.session.NewReader(ed.judge), ed.judge, func() bool { return ed.busy.Load() > 0 }
	behind, err := ed.behind()
	if err != nil {
		return nil, err
	}
	if err := ed.tellVersions(behind); err != nil {
		return nil, err
	}
	ed.inForce(ed.store.Committed(), r.began)
	if behind {
		ed.busy.Add(2)
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if behind { // it was edited between the runs, or a pass was killed
			if !ed.do(ctx, ed.rejudge) {
				ed.busy.Add(-2)
				return
			}
			ed.reviseLinks(ctx, ed.run.topic)
		}
		if _, err := os.Stat(r.Ontology); r.Ontology == "" || err != nil {
			return
		}
		if err := watchFile(ctx, r.Ontology, watchOptions{}, func() { ed.reload(ctx) }); err != nil {
			ed.log.Warn("edits of the ontology are not noticed during this run", "file", r.Ontology, "err", err)
		}
	}()
	return func() { cancel(); <-done }, nil
}

// versionOf names the ontologies of a topic, with their hashes.
func versionOf(t *topic.Topic) string { return strings.Join(t.Hashes(), "\n") }

// behind reports whether the kept pages were judged by another version.
func (ed *editor) behind() (bool, error) {
	was, err := ed.store.Meta(metaJudged)
	if err != nil {
		return false, err
	}
	now := versionOf(ed.topic)
	if was == nil || ed.store.Committed() == 0 {
		return false, ed.store.SetMeta(metaJudged, []byte(now))
	}
	return hashes(string(was)) != hashes(now), nil
}

// hashes returns a version without the names of files: a file may be moved.
func hashes(version string) string {
	var all []string
	for line := range strings.Lines(version) {
		if f := strings.Fields(line); len(f) > 0 {
			all = append(all, f[len(f)-1])
		}
	}
	return strings.Join(all, " ")
}

// do lets the deciding goroutine execute f; false if the run is over.
func (ed *editor) do(ctx context.Context, f func()) bool {
	done := make(chan struct{})
	select {
	case ed.exec <- func() { f(); close(done) }:
		<-done
		return true
	case <-ctx.Done():
		return false
	}
}

// newJudge returns a judge of pages for t.
func (ed *editor) newJudge(t *topic.Topic) (*relevance.Judge, error) {
	return ed.run.session.NewJudge(t, ed.Spec(t, ed.seeds, ed.bounds).Judge)
}

// reload uses the file that was saved, if it is valid.
func (ed *editor) reload(ctx context.Context) {
	old, began := ed.topic, time.Now()
	t, err := ed.read(ctx, old)
	if err == nil && hashes(versionOf(t)) == hashes(versionOf(old)) {
		return
	}
	var judge *relevance.Judge
	if err == nil {
		judge, err = ed.newJudge(t)
	}
	if err != nil {
		ed.log.Warn("the ontology was saved, but it is not used: the old one stays in force", "file", ed.Ontology, "err", err)
		return
	}
	ed.busy.Add(2) // the pages and the links
	var settled error
	if !ed.do(ctx, func() {
		ed.judge.Use(judge)
		ed.run.session.UseTopic(t)
		ed.topic = t
		ed.note(ed.seq)
		ed.inForce(ed.seq, began)
		settled = ed.session.Settle(t)
		ed.rejudge()
	}) {
		ed.busy.Add(-2)
		return
	}
	if settled != nil {
		ed.log.Warn("run.yaml still names the old ontology", "err", settled)
	}
	logChanges(ed.log, ed.Ontology, old, t)
	ed.edited(t)
	ed.reviseLinks(ctx, t)
}

// read opens the ontology again and checks it. What refuses a job at its beginning
// refuses the edit, and so does an error that the old version did not have.
func (ed *editor) read(ctx context.Context, old *topic.Topic) (*topic.Topic, error) {
	t, err := ed.Topic(ctx)
	if err != nil {
		return nil, err
	}
	if err := versions.Worse(old, t); err != nil {
		return nil, err
	}
	return t, nil
}

// rejudge lets all kept pages be judged again by the ontology in force. It belongs to the
// goroutine of the crawl. The run does not end by itself before that is done; if it is
// interrupted, the next run does it.
func (ed *editor) rejudge() {
	t := ed.topic
	ed.session.Rejudge(current{ed.judge}, func(n engine.Judged, err error) {
		defer ed.busy.Add(-1)
		ed.result.Verdicts += n.Gained + n.Lost
		if err == nil {
			ed.log.Info("kept pages were judged by the new version", "judged", n.Judged, "no_text", n.NoText+n.Unread, "gained", n.Gained, "lost", n.Lost, "moved", n.Moved)
			ed.effect(t, n)
			err = ed.judged(t)
		}
		if err != nil && !errors.Is(err, context.Canceled) {
			ed.log.Warn("kept pages were not all judged again; the next run does it", "err", err)
		}
	})
}

// judged records that all kept pages were judged by t, if that is still the version in
// force.
func (ed *editor) judged(t *topic.Topic) error {
	if hashes(versionOf(t)) != hashes(versionOf(ed.topic)) {
		return nil
	}
	if err := ed.store.Commit(); err != nil { // the new verdicts first
		return err
	}
	return ed.store.SetMeta(metaJudged, []byte(versionOf(t)))
}

// current judges pages by the version in force, which may be edited between the marking
// of a page and its verdict.
type current struct{ *relevance.Edited }

// Mark implements [engine.Judge].
func (c current) Mark(p *crawl.Page) {
	j, n := c.Now()
	p.Marks = n
	j.Mark(p)
}

// reviseLinks lets the waiting links be scored again. Their words stand in the answers
// that are archived.
func (ed *editor) reviseLinks(ctx context.Context, t *topic.Topic) {
	defer ed.busy.Add(-1)
	revised, err := ed.readLinks(ctx, t)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		ed.log.Warn("the waiting links could not be scored again", "err", err)
	case revised:
		ed.log.Info("the waiting links were scored again by the new version")
	default:
		ed.log.Info("the waiting links keep their scores: no answer with them is archived, or the strategy does not keep their words")
	}
}

// errOver ends a revision whose run is over.
var errOver = errors.New("the run is over")

func (ed *editor) readLinks(ctx context.Context, t *topic.Topic) (revised bool, err error) {
	judge, err := ed.newJudge(t) // a second one: it learns the hosts page by page
	if err != nil {
		return false, err
	}
	archive, err := warc.OpenFolder(filepath.Join(ed.a.Dir, rundir.WARCDir))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer archive.Close() //nolint:errcheck // only read
	first := true
	err = rescore.Run(ctx, rundir.Current(ed.a.Dir), &rescore.Source{Archive: archive}, judge, func(v *rescore.Verdict) error {
		if v.Err != nil {
			return nil
		}
		visit := &crawl.Visit{Choice: crawl.Choice{URL: cmp.Or(v.Was.Asked, v.Was.URL)}, Page: v.Read, Score: v.Now, Same: v.Was.Same()}
		if !ed.do(ctx, func() { revised = ed.run.session.Revise(visit, first) }) {
			return errOver
		}
		first = false
		return nil
	})
	return revised, err
}
