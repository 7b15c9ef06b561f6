package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/dedup"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/serve"
	"github.com/ontocrawl/ontocrawl/crawl/polite"
	"github.com/ontocrawl/ontocrawl/crawl/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/state"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

// maxSilent attempts in a row without any answer end a run: the network is
// gone. With the engine's pauses that is some ten seconds after the last one.
const maxSilent = 10

// runner makes or continues one run folder.
type runner struct {
	*app
	c     *config.Config
	topic *topic.Topic
	seeds []crawl.Link
	fresh bool
	// refresh goes back to what is recorded.
	refresh bool
	demo    bool    // the run is the demo's
	job     *jobRun // nil: the run is no job's
	// access replaces the one that the settings ask for (the demo's web).
	access func() (access, error)

	progress *screenProgress // set by screen
}

// runParams is run.yaml.
type runParams struct {
	Version    string         `yaml:"version"`
	Demo       bool           `yaml:"demo,omitempty"`
	Topic      string         `yaml:"topic"`
	Phi        float64        `yaml:"phi,omitempty"` // taken from samples
	Ontologies []topic.Origin `yaml:"ontologies"`
	Seeds      seedsHash      `yaml:"seeds"`
	Settings   map[string]any `yaml:"settings"`
}

type seedsHash struct {
	Count  int    `yaml:"count"`
	SHA256 string `yaml:"sha256"`
}

// freeParams may change between the beginnings of one run: they change what is
// shown or where things lie, not what is found. Of files the content counts.
func freeParams(ontologies int) []string {
	free := []string{
		"version", "ontologies[0].name", "settings.ontology", "settings.topics", "settings.topic-from", "settings.seeds", "settings.out",
		"settings.lang", "settings.log-level", "settings.log-format", "settings.contact",
		"settings.warc", "settings.warc-size", "settings.rotate-size", "settings.refresh-min", "settings.refresh-max", "settings.refresh-new", "settings.metrics", "settings.chrome", "settings.chrome-no-sandbox",
	}
	for i := range ontologies { // the hash says it all
		free = append(free, fmt.Sprintf("ontologies[%d].iri", i), fmt.Sprintf("ontologies[%d].version", i))
	}
	return free
}

// defaultParams holds the settings as they are when nobody sets them.
func defaultParams() any {
	c, err := config.Load(config.Sources{})
	if err != nil {
		return nil
	}
	return map[string]any{"settings": c.Values()}
}

func (r *runner) params() runParams {
	p := runParams{Version: cli.Version, Demo: r.demo, Topic: r.topic.Name, Phi: r.topic.Phi, Settings: r.c.Values()}
	p.Ontologies = r.topic.Origins
	h := sha256.New()
	for _, s := range r.seeds {
		if s.Kind != crawl.LinkPage {
			fmt.Fprint(h, "source ")
		}
		fmt.Fprintln(h, s.URL)
	}
	p.Seeds = seedsHash{len(r.seeds), hex.EncodeToString(h.Sum(nil))}
	return p
}

// run crawls until the run is finished or ctx ends.
func (r *runner) run(ctx context.Context) (rundir.Summary, engine.Result, error) {
	var sum rundir.Summary
	r.screen()
	judge, err := newJudge(r.c, r.topic)
	if err != nil {
		return sum, engine.Result{}, err
	}
	strat, err := newStrategy(r.c, r.Logger(r.c))
	if err != nil {
		return sum, engine.Result{}, err
	}
	allowed, err := newFilter(r.c, r.seeds)
	if err != nil {
		return sum, engine.Result{}, err
	}
	folder, store, err := r.open()
	if err != nil {
		return sum, engine.Result{}, err
	}
	defer folder.Close()
	defer store.Close()
	vault, err := r.openVault()
	if err != nil {
		return sum, engine.Result{}, err
	}
	if vault != nil {
		defer vault.Close()
	}
	web, err := r.openAccess(folder.StatePath())
	if err != nil {
		return sum, engine.Result{}, err
	}
	defer web.close()
	if r.job != nil {
		r.refresh = r.job.goesBack(store)
	}
	again, err := r.goBack(strat, store)
	if err != nil {
		return sum, engine.Result{}, err
	}
	w, err := r.watch(store, strat)
	if err != nil {
		return sum, engine.Result{}, err
	}
	if err := w.serve(r); err != nil {
		w.end(engine.Result{}, err)
		return sum, engine.Result{}, err
	}
	log := r.Logger(r.c)
	saver := newThrift(r.Env)
	defer saver.done()
	e := &engine.Engine{
		Fetcher: web.Fetcher, Pacer: web.pacer, Reader: newReader(judge), Scorer: judge, Filter: allowed,
		Strategy: again, State: store, Sinks: []crawl.Sink{folder}, Observers: []crawl.Observer{w.meter, saver}, Retried: w.retried, Logger: log,
		Options: engine.Options{Workers: r.c.Workers, MaxPages: r.c.MaxPages, Deterministic: r.c.Deterministic, MaxSilent: maxSilent, Refresh: r.refresh, Program: cli.Version},
	}
	if r.c.Web == "" { // a stored answer does not change
		e.Options.Retries = r.c.Retries
	}
	if vault != nil {
		e.Archiver = vault
	}
	e.Duplicates = new(dedup.Index)
	w.count(e)
	if r.job != nil {
		r.job.join(e)
		stop, err := r.edit(ctx, e, judge, store, folder)
		if err != nil {
			w.end(engine.Result{}, err)
			return sum, engine.Result{}, err
		}
		defer stop()
	}
	res, err := e.Run(ctx, r.seeds)
	w.end(res, err)
	logTally(log, r.c.Filter, allowed)
	if err != nil {
		return sum, res, refusal(err)
	}
	if err := folder.Finish(string(res.Stopped), strat.Len()); err != nil {
		return sum, res, cli.WithCode(cli.ExitFailure, err)
	}
	sum, err = rundir.ReadSummary(r.c.Out)
	return sum, res, cli.WithCode(cli.ExitFailure, err)
}

// open opens the run folder and its state, and sees to it that they hold this
// run.
func (r *runner) open() (*rundir.Folder, *state.Store, error) {
	log := r.Logger(r.c)
	if err := r.mayUse(); err != nil {
		return nil, nil, err
	}
	if r.fresh {
		if err := clearRun(r.c.Out); err != nil {
			return nil, nil, err
		}
	}
	folder, err := rundir.Open(r.c.Out, rundir.Options{Logger: log, RotateSize: r.c.RotateSize, Defaults: defaultParams()})
	if err != nil {
		return nil, nil, refusal(err)
	}
	store, err := state.Open(folder.StatePath(), state.Options{Logger: log})
	if err != nil {
		folder.Close()
		return nil, nil, refusal(err)
	}
	free := freeParams(len(r.topic.Origins))
	if r.job != nil {
		free = jobFreeParams()
	}
	if err := folder.Settle(r.params(), store, free...); err != nil {
		store.Close()
		folder.Close()
		return nil, nil, refusal(err)
	}
	return folder, store, nil
}

// mayUse refuses folders that are not a run's, before anything is made or
// deleted in them; to the demo, which always begins afresh, also those of a
// crawl.
func (r *runner) mayUse() error {
	text, err := os.ReadFile(filepath.Join(r.c.Out, rundir.ParamsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return foreign(r.c.Out)
	}
	if err != nil {
		return nil // opening it will say what is wrong
	}
	var have runParams
	if err := yaml.Unmarshal(text, &have); err == nil && r.demo && !have.Demo {
		return cli.Exit(cli.ExitConflict, fmt.Errorf("%s holds a crawl; give the demo another folder with --out", r.c.Out))
	}
	return nil
}

// foreign refuses a folder that holds files of a run's names, but neither
// run.yaml nor a state: somebody else wrote them.
func foreign(dir string) error {
	if exists(filepath.Join(dir, rundir.StateDir)) {
		return nil
	}
	for _, name := range []string{rundir.PagesFile, rundir.ErrorsFile, rundir.SummaryFile, rundir.WARCDir} {
		if exists(filepath.Join(dir, name)) {
			return cli.Exit(cli.ExitConflict, fmt.Errorf("%s holds %s, but neither %s nor %s/: it is no run of ours, or its state was deleted; choose another folder",
				dir, name, rundir.ParamsFile, rundir.StateDir))
		}
	}
	return nil
}

// clearRun deletes a run, and nothing else, from dir.
func clearRun(dir string) error {
	if !exists(dir) {
		return nil
	}
	if err := state.Remove(filepath.Join(dir, rundir.StateDir)); err != nil {
		return refusal(err)
	}
	if err := clearVault(dir); err != nil {
		return err
	}
	if err := serve.RemoveLibrary(filepath.Join(dir, serve.SearchDir)); err != nil { // it is made of what is deleted
		return cli.Failure(err)
	}
	return refusal(rundir.Clear(dir))
}

// openAccess is the network with its politeness state, which is kept in the folder
// of the crawl's state. --fresh leaves it there: the servers have not forgotten.
func (r *runner) openAccess(dir string) (access, error) {
	if r.access != nil {
		return r.access()
	}
	if r.c.Web != "" {
		return newAccess(r.c, r.Logger(r.c), nil)
	}
	if r.c.Contact == "" {
		r.Logger(r.c).Warn("no --contact: site owners cannot tell whose crawler this is")
	}
	kept, err := polite.OpenState(filepath.Join(dir, promisesFile), r.Logger(r.c))
	if err != nil {
		return access{}, cli.WithCode(cli.ExitFailure, err)
	}
	web, err := newAccess(r.c, r.Logger(r.c), kept)
	if err != nil {
		kept.Close() //nolint:errcheck // nothing was written
		return access{}, err
	}
	end := web.close
	web.close = func() { end(); kept.Close() }
	return web, nil
}

// promisesFile stands beside the journal, whose lock keeps other processes away.
const promisesFile = "promises"

// refusal gives errors about the run folder their exit code.
func refusal(err error) error {
	if err == nil {
		return nil
	}
	var (
		params  *rundir.ParamsError
		missing *rundir.MissingStateError
		damaged *state.DamagedError
		locked  *state.LockedError
		replay  *engine.ReplayError
		newer   *crawl.FormatError
	)
	switch {
	case errors.As(err, &locked), errors.As(err, &newer):
		return cli.WithCode(cli.ExitConflict, err)
	case errors.As(err, &params), errors.As(err, &missing), errors.As(err, &damaged), errors.As(err, &replay), isDamagedVault(err):
		return cli.WithCode(cli.ExitConflict, fmt.Errorf("%w (--fresh starts afresh)", err))
	}
	return cli.WithCode(cli.ExitFailure, err)
}

// bestPages returns the n most relevant pages of a run, best first; of equals
// the first recorded.
func bestPages(dir string, n int) ([]rundir.Page, error) {
	var best []rundir.Page
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			return nil, cli.WithCode(cli.ExitFailure, err)
		}
		if p.Relevant {
			best = append(best, p)
		}
	}
	slices.SortStableFunc(best, func(a, b rundir.Page) int { return cmp.Compare(b.Relevance, a.Relevance) })
	return best[:min(n, len(best))], nil
}

// printPages lists pages with the heaviest evidence.
func (a *app) printPages(pages []rundir.Page) {
	for i, p := range pages {
		fmt.Fprintf(a.Out, "%d. %.3f  %s\n          %s\n", i+1, float64(p.Relevance), term.Clip(term.Safe(p.Title), 70), term.Readable(p.URL))
		var why []string
		for _, e := range p.Evidence[:min(4, len(p.Evidence))] {
			why = append(why, fmt.Sprintf("%s in %s x%d (+%.2f)", term.Safe(e.Label), e.Group, e.Count, e.Contribution))
		}
		fmt.Fprintf(a.Out, "          %s\n", strings.Join(why, ", "))
	}
}
