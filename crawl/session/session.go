package session

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/query"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
	"github.com/ontocrawl/ontocrawl/crawl/judge/endpoint"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Session is a crawl that is open. It runs once.
type Session struct {
	// Engine is the crawl as assembled. Its parts may be wrapped, and sinks and
	// observers added, until Run.
	Engine *engine.Engine
	Judge  *relevance.Judge
	Folder *rundir.Folder // nil without a folder
	Store  *state.Store   // nil without a folder

	spec        Spec
	log         *slog.Logger
	strategy    *strategy.Chain
	sources     []SearchSource // that may be asked
	questions   *query.Store   // of questions to search engines; nil with a strategy of the caller's
	filter      crawl.Filter
	left        *leftOut
	packer      *binenc.Packer // nil if no texts are kept
	judgedAgain bool           // all kept pages were judged at the end of the run
	taught      *teach.Model   // what corrects verdicts; nil: nothing
	opinions    *endpoint.Opinions
	seconds     *seconds       // observes the run; nil: no service is asked
	exec        chan func()    // of Engine.Exec; nil until somebody uses it
	calibrated  float64        // the threshold that the run was calibrated to; 0: none
	second      *SecondOpinion // set at the end of the run
	learnedFrom string         // SHA-256 of the memory.bin that the run began with; "": of none
	waits       atomic.Int64   // links that waited at the last visit, of a part
	closers     []io.Closer    // in the order of opening
}

// Result is the result of a run.
type Result struct {
	engine.Result
	Summary rundir.Summary // what the run folder says; zero without a folder
	Second  *SecondOpinion // nil if the pages were not judged again
}

// NothingRecordedError reports a refresh of a run that holds no pages yet.
type NothingRecordedError struct{ Dir string }

func (e *NothingRecordedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NothingRecordedError) Message() english.Phrase {
	return english.Phrasef("%s holds no pages to refresh; crawl first, without --refresh", e.Dir)
}

// Open opens everything that the crawl of spec needs. If the folder holds a run
// of the same parameters, it will go on. The error is a
//
//   - [*SpecError]: a part of spec is wrong; of LearnFrom it wraps a [*NoMemoryError],
//     an [*OtherTopicError] or a [*MemoryError];
//   - [*crawl.FormatError]: a newer program wrote the folder;
//   - [*NotRunError], [*rundir.ParamsError], [*rundir.MissingStateError]: the folder
//     holds something else;
//   - [*state.LockedError]: another process uses the folder;
//   - [*state.DamagedError], [*warc.DamagedError]: the folder is damaged;
//   - [*NothingRecordedError]: there is nothing to refresh;
//
// or what the disk or the browser says.
func Open(ctx context.Context, spec Spec) (*Session, error) {
	s := &Session{spec: spec, log: cmp.Or(spec.Logger, slog.Default())}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// tellTopic says which concepts the crawl is about, and who marked them as core.
func (s *Session) tellTopic() {
	core, v := 0, s.spec.Topic.Vector
	for _, e := range v.Entries {
		if e.Core {
			core++
		}
	}
	s.log.Info("the topic of this crawl", "topic", s.spec.Topic.Name, "core", core, "concepts", len(v.Entries), "marked_in_the_ontology", v.Marked)
}

func (s *Session) open() (err error) {
	if s.spec.Topic == nil {
		return wrong("topic", errors.New("crawl/session: no topic"))
	}
	s.fillDefaults()
	if err := s.calibrate(); err != nil {
		return err
	}
	if err := s.teach(); err != nil {
		return err
	}
	if s.opinions, err = endpoint.ReadOpinions(s.keptDir()); err != nil {
		return err
	}
	if s.Judge, err = s.openJudge(); err != nil {
		return err
	}
	s.spillLinks()
	if s.strategy, err = NewStrategy(s.spec.Strategy, s.log); err != nil {
		return err
	}
	if s.spec.LearnFrom != "" && !s.spec.Folder.goesOn() { // before anything is made or deleted
		if err := s.readMemory(); err != nil {
			return err
		}
	}
	s.spec.Filter.Documents = s.spec.Documents != nil
	s.spec.Fetch.Documents = s.spec.Documents != nil
	if s.filter, err = NewFilter(s.spec.Filter, s.spec.Seeds); err != nil {
		return err
	}
	s.filter = s.refusing(s.filter)
	s.left = &leftOut{s.filter, map[string]int{}}
	s.Engine = &engine.Engine{
		Reader: s.spec.Cache.reader(s.NewReader(s.Judge)), Scorer: s.Judge, Filter: s.left, Strategy: s.strategy,
		Duplicates: new(dedup.Index), Logger: s.log, Options: s.spec.Options,
	}
	if s.spec.Folder.Dir == "" {
		s.Engine.State = new(state.Memory)
	} else if err := s.openFolder(); err != nil {
		return err
	}
	if err := s.openSearch(); err != nil { // its counts are kept in the folder
		return err
	}
	if err := s.searching(s.strategy); err != nil {
		return err
	}
	s.Engine.Final = s.judgeAtEnd
	if s.Store != nil {
		if err := s.checkJudged(); err != nil {
			return err
		}
	}
	if err := s.openAccess(); err != nil {
		return err
	}
	if err := s.refresh(); err != nil {
		return err
	}
	if err := s.openEndpoint(); err != nil {
		return err
	}
	s.join()
	s.tellTopic()
	return nil
}

func (s *Session) fillDefaults() {
	spec := &s.spec
	spec.fill(spec.began(spec.Folder.Dir))
	spec.describe(spec.Topic)
	opt := &spec.Options
	opt.Program = spec.Version
	opt.Retries = orDefault(opt.Retries, defaultRetries)
	if spec.Fetch.Web != "" { // a stored answer does not change
		opt.Retries = 0
	}
	opt.MaxSilent = orDefault(opt.MaxSilent, MaxSilent)
	spec.Fetch.Version = cmp.Or(spec.Fetch.Version, spec.Version)
	spec.Fetch.KeepExchanges = spec.Folder.Dir != "" && spec.Folder.Archive != ArchiveNone
}

// openFolder opens the run folder, its state and its archive, and sees to it that
// they hold this run.
func (s *Session) openFolder() (err error) {
	f := &s.spec.Folder
	if f.Fresh {
		if err := f.clear(); err != nil {
			return err
		}
	}
	if err := CheckRun(f.Dir); err != nil {
		return err
	}
	if s.Folder, err = rundir.Open(f.Dir, rundir.Options{
		Logger: s.log, RotateSize: f.RotateSize, Defaults: map[string]any{"settings": f.Defaults}, Upgrade: s.upgrade,
	}); err != nil {
		return err
	}
	s.closeLater(s.Folder)
	if s.Store, err = state.Open(s.Folder.StatePath(), state.Options{Logger: s.log}); err != nil {
		return err
	}
	s.closeLater(s.Store)
	if p := s.spec.peer; p != nil && p.opened != nil {
		if err := p.opened(s.Store); err != nil {
			return err
		}
	}
	if err := s.openMarks(); err != nil {
		return err
	}
	if err := s.settleMemory(); err != nil {
		return err
	}
	if err := s.Settle(s.spec.Topic); err != nil {
		return err
	}
	s.Engine.State, s.Engine.Sinks = s.Store, []crawl.Sink{s.Folder}
	if err := s.openTexts(); err != nil {
		return err
	}
	s.openAnswers()
	archiver, err := s.openArchiver()
	if archiver == nil || err != nil {
		return err
	}
	s.closeLater(archiver)
	s.Engine.Archiver = archiver
	return nil
}

// linksDir holds what does not fit into memory. It stands beside the journal, whose lock
// keeps other processes away, and is made when something is spilled.
const linksDir = "links"

// spillLinks lets the strategy keep in the folder what does not fit into memory.
func (s *Session) spillLinks() {
	dir, strat := s.spec.Folder.Dir, &s.spec.Strategy
	if dir == "" || strat.Use != nil {
		return
	}
	store := spill.New(filepath.Join(dir, rundir.StateDir, linksDir), s.log)
	s.closeLater(store)
	bytes := s.spec.FrontierMemory
	if bytes < 0 {
		bytes = math.MaxInt64
	}
	strat.Params.SpillInto(store.Records('e'), store.Records('u'), bytes, store.Err)
	strat.Params.Spill.Deferred, strat.Params.Spill.File = store.Records('a'), store.Scratch()
}

// PromisesFile holds what servers asked for (polite.State). It stands beside the journal, whose
// lock keeps other processes away.
const PromisesFile = "promises"

// openAccess opens the network or what replaces it. The politeness state is kept
// beside the journal; Fresh does not delete it, for the servers have not
// forgotten.
func (s *Session) openAccess() error {
	opt := &s.spec.Fetch
	network := opt.Use == nil && opt.Web == ""
	opt.Refused = s.spec.Refused
	if network && opt.Contact == "" {
		s.log.Warn("no --contact: site owners cannot tell whose crawler this is")
	}
	if network && s.Folder != nil {
		kept, err := polite.OpenState(filepath.Join(s.Folder.StatePath(), PromisesFile), s.log)
		if err != nil {
			return err
		}
		s.closeLater(kept)
		opt.Polite.State, opt.Polite.Resume = kept, kept.Resumed()
	}
	web, err := OpenAccess(*opt, s.log)
	if err != nil {
		return err
	}
	s.closeLater(web)
	s.Engine.Fetcher, s.Engine.Pacer, s.Engine.Crowded = s.asking(s.guarded(web.Fetcher)), web.Pacer, web.Crowded
	return nil
}

// refresh lets the strategy ask again for what is recorded, if that is wanted. A
// run that only goes on is wrapped too: a refresh that was killed may stand in its
// journal.
func (s *Session) refresh() error {
	if s.Store == nil {
		return nil
	}
	p := s.spec.Refresh
	p.On = p.On || s.spec.RefreshRecorded && s.Store.Committed() > 0
	if p.On && s.Store.Committed() == 0 && s.spec.peer == nil { // of parts some may hold no pages yet
		return &NothingRecordedError{s.spec.Folder.Dir}
	}
	p.Now, p.Skip = time.Now(), s.spec.Refused
	again, err := strategy.NewRefresh(s.Store, p)
	if err != nil {
		return err
	}
	s.strategy.Add(again)
	s.Engine.Options.Refresh = p.On
	return nil
}

// Waiting is the number of links that wait, whether a refresh chooses them or not. It is
// called by the deciding goroutine only, as by an Observer.
func (s *Session) Waiting() int { return s.strategy.Inside(strategy.PlaceRefresh).Len() }

// Revise implements [strategy.Level].Revise; false, if the strategy cannot.
func (s *Session) Revise(v *crawl.Visit, first bool) bool {
	revise := s.strategy.Level().Revise
	return revise != nil && revise(v, first)
}

// Refreshing reports whether the run asks again for what is recorded.
func (s *Session) Refreshing() bool { return s.Engine.Options.Refresh }

// fresh reports that no process has recorded anything before.
func (s *Session) fresh() bool { return s.Store == nil || s.Store.Committed() == 0 }

// Run crawls until the run is finished or ctx ends, which is not an error. Beside
// the errors of [Open] it may return an [*engine.ReplayError].
func (s *Session) Run(ctx context.Context) (res Result, err error) {
	if s.spec.LimitGC {
		limiter := startGCLimiter()
		s.closers = append([]io.Closer{limiter}, s.closers...) // the last one: closing takes memory, too
		if s.fresh() {
			limiter.restored()
		}
		s.Engine.Observers = append(slices.Clip(s.Engine.Observers), limiter)
	}
	if s.seconds != nil { // whoever shows the run has set its own observers
		s.Engine.Observers = append(slices.Clip(s.Engine.Observers), s.seconds)
	}
	res.Result, err = s.Engine.Run(ctx, s.ownSeeds())
	logTally(s.log, s.spec.Filter.Core, s.filter)
	if err != nil || s.Folder == nil {
		return res, err
	}
	res.Second = s.second
	if err := s.keepJudged(); err != nil {
		return res, err
	}
	if err := s.keepMemory(); err != nil {
		return res, err
	}
	s.Folder.Left(s.leftBy())
	if err := s.Folder.Finish(string(res.Stopped), res.Waiting); err != nil {
		return res, err
	}
	if err := WriteDescription(s.spec.Folder.Dir); err != nil {
		return res, err
	}
	if res.Summary, err = rundir.ReadSummary(s.spec.Folder.Dir); err == nil {
		res.Relevant = res.Summary.Relevant // the engine does not know what a refresh changed
	}
	return res, err
}

func (s *Session) closeLater(c io.Closer) { s.closers = append(s.closers, c) }

// Close closes everything that Open opened, the last first. Calling it again does
// nothing.
func (s *Session) Close() error {
	var errs []error
	for _, c := range slices.Backward(s.closers) {
		errs = append(errs, c.Close())
	}
	s.closers = nil
	return errors.Join(errs...)
}
