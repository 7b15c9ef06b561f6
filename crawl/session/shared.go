package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/engine/member"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/judge/dedup"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Shared holds what the parts of a divided crawl share that are in this process: the
// network with its politeness, the search for duplicates, and what is between them
// (member.Crawl).
type Shared struct {
	Crawl *member.Crawl
	// Opened, if not nil, is given the journal of each part that is opened, before anything is
	// recorded. The links of a part that wait stay in memory then: what is spilled is in no
	// checkpoint, and another machine would not have it. It is set before Part is called.
	Opened func(part int, s *state.Store) error

	spec    Spec
	parts   int
	params  strategy.Params
	copies  *member.Copies
	judges  judges
	access  *Access
	kept    *polite.State // nil: no promises are kept
	closers []io.Closer
}

// OpenShared opens what the parts of this process share, of a crawl in so many parts that
// several processes share; others reaches those. The errors are OpenDivided's. The parts
// are opened by Part, which ones and when is the caller's.
func OpenShared(spec Spec, parts int, others member.Others) (*Shared, error) {
	if err := dividable(&spec, parts); err != nil {
		return nil, err
	}
	if spec.Refresh.On || spec.Options.RetryQuarantined {
		return nil, wrong("parts", errors.New("a crawl of several processes cannot ask again for what it has recorded: merge it to go on, and ask in the merged run"))
	}
	d := &Shared{spec: spec, parts: parts}
	if err := d.open(others); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// ParamsText is the run.yaml of a run by spec, and the paths in it that may differ between
// the processes that share a crawl, as rundir.Diff takes them. Seeds and limits belong to
// the crawl, not to a process.
func ParamsText(spec *Spec) (text []byte, free []string, err error) {
	p := spec.params(spec.Topic)
	text, err = yaml.Marshal(p)
	return text, append(spec.free(spec.Topic), "seeds"), err
}

func (d *Shared) open(others member.Others) error {
	parts := d.parts
	f := &d.spec.Folder
	if f.Fresh {
		if err := f.clear(); err != nil {
			return err
		}
		f.Fresh = false
	}
	if exists(filepath.Join(f.Dir, rundir.ParamsFile)) {
		return wrong("parts", english.Errorf("%s holds a run that is not divided; it stays so: choose another folder, or start over with --fresh", f.Dir))
	}
	have, restored, err := rundir.Divide(f.Dir, parts)
	if err != nil {
		return err
	}
	if restored != nil {
		cmp.Or(d.spec.Logger, slog.Default()).Warn("a file of the folder was lost and is written again from its copy", "err", restored)
	}
	if have != parts {
		return wrong("parts", english.Errorf("%s holds a crawl in %d parts, not in %d: the number is for good, because it says which part a site belongs to", f.Dir, have, parts))
	}
	if err := d.openAccess(); err != nil {
		return err
	}
	d.spec.fill(d.spec.began(rundir.PartDir(f.Dir, 0)))
	d.spec.describe(d.spec.Topic)
	d.params = d.spec.Strategy.Params
	of := cluster.Division{Parts: parts, Site: polite.Site}
	opt := d.spec.Options
	m := member.Options{MaxPages: opt.MaxPages, MaxRequests: opt.MaxRequests, Balance: d.params.Balance, Cut: opt.MaxPages > 0, Others: others}
	if d.spec.Refresh.On { // what is due comes first, whatever the scores of links are; and new pages have a limit of their own
		m.MaxPages, m.Balance, m.Cut, m.Anew = 0, 0, false, true
	}
	d.Crawl = member.New(of, m)
	d.copies = member.NewCopies(parts, new(dedup.Index))
	return nil
}

// Part opens a part by its number, from 0. Whoever calls it closes it.
func (d *Shared) Part(ctx context.Context, i int) (*Session, error) {
	return Open(ctx, d.partSpec(d.Crawl.Part(i), i))
}

// openAccess opens the network once: the parts share its politeness, by site and by
// address.
func (d *Shared) openAccess() error {
	f := d.spec.Fetch
	if f.Use != nil {
		d.access = &Access{Fetcher: f.Use, Pacer: f.Pacer, Crowded: f.Crowded}
		return nil
	}
	f.Refused, f.KeepExchanges, f.Documents = d.spec.Refused, d.spec.Folder.Archive != ArchiveNone, d.spec.Documents != nil
	if f.Version == "" {
		f.Version = d.spec.Version
	}
	log := cmp.Or(d.spec.Logger, slog.Default())
	if f.Web == "" {
		if f.Contact == "" {
			log.Warn("no --contact: site owners cannot tell whose crawler this is")
		}
		dir := filepath.Join(d.spec.Folder.Dir, rundir.PartsDir)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("crawl/session: %w", err)
		}
		kept, err := polite.OpenState(filepath.Join(dir, PromisesFile), log)
		if err != nil {
			return err
		}
		d.closers, d.kept = append(d.closers, kept), kept
		f.Polite.State, f.Polite.Resume = kept, kept.Resumed()
	}
	web, err := OpenAccess(f, log)
	if err != nil {
		return err
	}
	d.access = web
	d.closers = append(d.closers, web)
	return nil
}

// Promises tells f what servers ask for from now on, and returns what keeps promises that
// were made to other processes. Without a network there are none.
func (d *Shared) Promises(f func(polite.Promise)) (learn func(polite.Promise)) {
	l, ok := d.access.Pacer.(*polite.Limiter)
	if d.kept == nil || !ok {
		return func(polite.Promise) {}
	}
	d.kept.Tell(f)
	return l.Learn
}

// partSpec returns the spec of a part: the spec of the whole, with a share of its workers
// and of its memory.
func (d *Shared) partSpec(p *member.Part, i int) Spec {
	spec, parts := d.spec, d.parts
	spec.peer = &peer{part: p, copies: d.copies.Of(i), judges: &d.judges}
	spec.Folder.Dir = rundir.PartDir(d.spec.Folder.Dir, i)
	spec.Folder.Cleared = nil
	spec.Strategy.Params = d.params
	spec.Strategy.Params.Seed = seedOf(spec.Strategy.Params.Seed, i)
	spec.Strategy.Joint = p.Policies()
	spec.Refresh.New = share(d.spec.Refresh.New, i, parts)
	spec.Fetch = Fetch{Use: d.access.Fetcher, Pacer: d.access.Pacer, Crowded: d.access.Crowded}
	spec.Options.Workers = (max(spec.Options.Workers, 0) + parts - 1) / parts
	if spec.Options.Workers == 0 {
		spec.Options.Workers = 8/parts + 1
	}
	if d.spec.Fetch.Web != "" { // a stored answer does not change
		spec.Options.Retries = -1
	}
	if spec.FrontierMemory > 0 {
		spec.FrontierMemory = max(spec.FrontierMemory/int64(parts), 1)
	}
	if d.Opened != nil {
		spec.FrontierMemory = -1
		spec.peer.opened = func(s *state.Store) error { return d.Opened(i, s) }
	}
	spec.LimitGC, spec.CrashReports = false, spec.CrashReports && i == 0
	return spec
}

// share returns the share of part i of n things; all shares together are n.
func share(n, i, parts int) int { return n*(i+1)/parts - n*i/parts }

// seedOf makes the random seed of a part from the whole crawl's.
func seedOf(seed uint64, part int) uint64 { return seed ^ uint64(part)<<32 }

// Close closes everything that was opened here, the last first. Calling it again does
// nothing.
func (d *Shared) Close() error {
	var errs []error
	for i := len(d.closers) - 1; i >= 0; i-- {
		errs = append(errs, d.closers[i].Close())
	}
	d.closers = nil
	return errors.Join(errs...)
}

// LinksWaiting is the number of links that waited at the last visit of a part. It may be
// called concurrently.
func (s *Session) LinksWaiting() int { return int(s.waits.Load()) }
