package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/cost"
)

// Engine runs a crawl with the given parts. Fetcher, Reader, Strategy and State must
// not be nil. Without a Scorer no page is judged. An Engine runs once.
type Engine struct {
	Fetcher    crawl.Fetcher
	Pacer      crawl.Pacer // of the Fetcher; nil: hosts never wait
	Reader     crawl.Reader
	Scorer     crawl.Scorer
	Filter     crawl.Filter
	Strategy   crawl.Strategy
	State      crawl.State
	Archiver   crawl.Archiver   // nil: no answer is archived
	Duplicates crawl.Duplicates // nil: duplicates are pages like others
	Texts      Texts            // of pages that are read, for a State that keeps them; nil: no text is kept
	Marks      *Marks           // of the URLs in flight; nil: a page that kills the process is not found out
	// Answers returns an archived answer, to read it again if the journal was rebuilt
	// after damage; nil: there are none.
	Answers func(crawl.Ref) (*crawl.Response, error)
	// Crowded reports that answers wait for memory in the Fetcher. Hosts that are not known
	// for small answers are not asked then, unless the crawl is deterministic. It is called
	// for every choice. nil: none ever waits.
	Crowded   func() bool
	Sinks     []crawl.Sink
	Observers []crawl.Observer
	// Retried hears of attempts that are not recorded, because they are repeated
	// after wait. nil: nobody does. It must return quickly.
	Retried func(c crawl.Choice, wait time.Duration)
	// Stands hears what the run waits for whenever that changes, and the zero value when it
	// goes on. nil: nobody does. It must return quickly.
	Stands func(Standstill)
	Logger *slog.Logger // nil means slog.Default()
	// Exec delivers functions that change a part of the crawl while it runs. The
	// deciding goroutine calls each between two results, as soon as it comes. A
	// function must not block. With it a deterministic trail, and a replay, may
	// differ. nil: there are none.
	Exec <-chan func()
	// KeepAlive reports that Exec will deliver more before the run may end by
	// itself. The last function makes it false. nil: the run waits for nothing.
	KeepAlive func() bool
	// Final is called when the run would end by itself, after everything else. It may
	// call Rejudge; the run ends when that pass is over. nil: nothing is done.
	Final func()
	// FinalAgain lets a run call Final although an earlier run has, and nothing was
	// recorded since.
	FinalAgain bool
	// Peers are the other parts of a crawl that is divided. Options.MaxPages and
	// MaxRequests do not count then: Peers have a budget. Not in deterministic mode. nil:
	// the crawl is not divided.
	Peers Peers
	// Cost measures the processor time of the stages of a page. nil: nobody measures.
	Cost    *cost.Meter
	Options Options

	running *run // nil before and after the loop
}

// Texts makes the text of a page that is kept (crawl/keep/binenc.Packer). It is called
// concurrently.
type Texts interface {
	Pack(p *crawl.Page) (*crawl.Text, error)
}

// Options of a run. The zero value crawls with 8 workers until no link waits.
type Options struct {
	// Workers is how many pages are fetched at a time; 0 means 8.
	Workers int
	// SlowAfter is how long a fetch keeps its place. One that takes longer lets another
	// choice be fetched beside it, up to three times Workers in all; not in
	// deterministic mode. 0 means a second, negative never.
	SlowAfter time.Duration
	// MaxPages is the budget: the number of pages (visits that are OK), earlier runs on
	// the same State included. 0 means no limit. Failures do not count.
	MaxPages int
	// MaxRequests is the greatest number of visits but new verdicts, failures included,
	// and earlier runs on the same State unless Refresh is set. 0 means no limit.
	MaxRequests int
	// UntilDry ends the crawl after so many requests in a row without a find (crawl.Visit.Find),
	// earlier runs on the same State included as far as they had this option. What is in flight then
	// is still recorded; if it brings a find the crawl goes on. 0 means never. Refresh ignores it, and a
	// crawl with Peers must not have it.
	UntilDry int
	// MaxTime is how long a run chooses pages; what is in flight then is still
	// recorded if it ends within ten seconds; the next run asks for the rest. Each run
	// has the whole time. 0 means no limit.
	MaxTime time.Duration
	// MaxWait is how long the run goes on when all that is left has to wait: for a
	// Retry-After, a retry, or the delay of a host. An answer that does not ask for
	// another wait begins the time anew. It should exceed the usual delay of a host. 0
	// means no limit.
	MaxWait time.Duration
	// MaxLinks is how many links of a page, after the filters and in the order of the
	// page, the Strategy hears of; 0 means no limit. Links of sitemaps and feeds do not
	// count.
	MaxLinks int
	// MaxHosts is how many hosts beside its own a page may lead to; 0 means no limit.
	MaxHosts int
	// Refresh lets the Strategy offer recorded URLs again (Choice.Again), even after
	// a finished crawl. MaxPages is ignored: the run ends when the Strategy offers
	// nothing more.
	Refresh bool
	// Deterministic applies results in the order chosen; see the package
	// comment.
	Deterministic bool
	// Program is the version of the program. A deterministic crawl that another
	// version began is resumed as its journal says, even where the Strategy would
	// now choose otherwise.
	Program string
	// Retries is how often a page is requested again if its server is busy or broken
	// (status 408, 429, 500, 502, 503, 504) or does not answer in time, before that
	// is recorded as a failure. 0 means never.
	Retries int
	// RetryWait is the time before the first retry. It doubles each time, and is
	// never less than what the server asked for. 0 means 10 s, in deterministic mode
	// 1 s, because there all others wait, too.
	RetryWait time.Duration
	// MaxSilent ends the run after so many attempts in a row without any answer: the
	// network is down. A URL that does not answer is recorded as a failure only
	// while others answer; the next run asks for the rest again. A refusal by
	// robots.txt or by the fetcher's own rules, and a name that does not exist, do
	// not count as silence. 0 means that every failure is recorded at once and the
	// run never stops for silence.
	MaxSilent int
	// RetryQuarantined asks again, before all else, for the pages that were quarantined
	// because the process died with them.
	RetryQuarantined bool
	// Trial is how long a page waits that was alone in flight when the process died of
	// an unknown cause, before it is tried again; 0 means inflight.Trial.
	Trial time.Duration
	// Pause is the time before the first probe of a silent network; it doubles up to
	// eight times. 0 means 250 ms.
	Pause time.Duration
	// CommitEvery is how long a visit may stay uncommitted if no other follows; 0
	// means 200 ms.
	CommitEvery time.Duration
	// Now is the clock for the FetchedAt of failures without an answer; nil means
	// time.Now. It decides nothing.
	Now func() time.Time
}

func (o Options) withDefaults() Options {
	o.Workers = cmp.Or(max(o.Workers, 0), 8)
	o.SlowAfter = cmp.Or(o.SlowAfter, time.Second)
	o.CommitEvery = cmp.Or(max(o.CommitEvery, 0), 200*time.Millisecond)
	o.Pause = cmp.Or(max(o.Pause, 0), 250*time.Millisecond)
	o.Trial = cmp.Or(max(o.Trial, 0), trial)
	wait := 10 * time.Second
	if o.Deterministic {
		wait = time.Second
	}
	o.RetryWait = cmp.Or(max(o.RetryWait, 0), wait)
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// Reason says why a run stopped.
type Reason string

// The reasons. After Budget, Dry and Exhausted the crawl is finished: Run on the same
// State returns at once, unless the budget was raised after Budget, or UntilDry after Dry.
const (
	Budget      Reason = "budget"      // MaxPages pages or MaxRequests requests are recorded
	Dry         Reason = "dry"         // the last UntilDry requests brought no find
	TimeUp      Reason = "time"        // MaxTime is over; the next Run goes on
	Exhausted   Reason = "exhausted"   // no link waits
	Waiting     Reason = "waiting"     // all that is left waits longer than MaxWait; the next Run goes on
	Interrupted Reason = "interrupted" // ctx ended; the next Run resumes here
	Silent      Reason = "silent"      // MaxSilent attempts in a row without an answer
	Failed      Reason = "failed"      // a State, Sink or Archiver failed; Run returned its error
)

// Finished reports whether there is nothing left to do.
func (r Reason) Finished() bool { return r == Budget || r == Dry || r == Exhausted }

// Result is the state of a crawl when Run returns. The counts are of the whole crawl,
// including earlier runs on the same State.
type Result struct {
	Stopped   Reason
	Visits    int // Pages + Failures + Sources + Revisits + Rejudged
	Pages     int
	Relevant  int // of Pages
	Failures  int
	Sources   int // sitemaps and feeds
	Revisits  int // pages fetched again, whatever the outcome
	Unchanged int // of Revisits: the page has not changed
	Rejudged  int // new verdicts of recorded pages
	Waiting   int // URLs known that have no outcome yet
	Resumed   int // visits of earlier runs
	LinksLeft int // by MaxLinks, MaxHosts and the Reader's own bound, in this run
}

// Run crawls from seeds until it is finished or ctx ends, which is not an error. A
// resumed crawl ignores seeds and keeps its own. After an error everything recorded
// before it is safe in the State.
func (e *Engine) Run(ctx context.Context, seeds []crawl.Link) (Result, error) {
	if err := e.check(); err != nil {
		return Result{Stopped: Failed}, err
	}
	if e.Peers != nil {
		defer e.Peers.Leave()
	}
	r := newRun(e)
	r.expectSmall(seeds)
	if err := r.restore(ctx, seeds); err != nil {
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			return r.result(Interrupted), nil
		}
		return r.result(Failed), err
	}
	if r.finished() {
		return r.result(r.last), nil
	}
	return r.crawl(ctx)
}

// Load brings Strategy and Scorer to where the journal ends, and does no more: nothing is
// fetched, and neither sinks nor archiver hear of it. It is for those who look at a crawl.
// An Engine that has loaded does not run. The result counts what Run did until then.
func (e *Engine) Load(ctx context.Context) (Result, error) {
	r, err := e.load(ctx)
	return r.result(r.last), err
}

func (e *Engine) load(ctx context.Context) (*run, error) {
	r := newRun(e)
	r.rules = r.ownRules()
	err := r.State.Resume(func(seq int, parts map[string]crawl.Part) error {
		if r.loaded = parts != nil; !r.loaded {
			return nil // the crawl died before its first choice
		}
		return r.load(seq, parts)
	}, func(v *crawl.Visit) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return r.replay(v)
	})
	return r, err
}

func (e *Engine) check() error {
	for _, part := range []struct {
		name    string
		missing bool
	}{
		{"Fetcher", e.Fetcher == nil}, {"Reader", e.Reader == nil}, {"Strategy", e.Strategy == nil}, {"State", e.State == nil},
	} {
		if part.missing {
			return fmt.Errorf("crawl/engine: no %s", part.name)
		}
	}
	if e.Peers != nil && e.Options.Deterministic {
		return errors.New("crawl/engine: a deterministic crawl cannot be divided")
	}
	if e.Peers != nil && e.Options.UntilDry > 0 {
		return errors.New("crawl/engine: a divided crawl does not end for want of finds: no part knows the finds of the others")
	}
	return nil
}
