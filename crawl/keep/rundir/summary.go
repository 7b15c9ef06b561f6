package rundir

import (
	"encoding/json"
	"errors"
	"math"
	"path"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// Summary is summary.json.
type Summary struct {
	Stopped  string  `json:"stopped"` // "running" or why the run stopped
	Started  Time    `json:"started"`
	Finished Time    `json:"finished"` // of a running crawl: when the file was written
	Seconds  float64 `json:"seconds"`  // spent crawling, pauses between runs not counted
	Totals
	Waiting   int            `json:"waiting"`        // URLs known and never chosen; 0 while running
	Left      map[string]int `json:"left,omitempty"` // links left by each rule against traps, in the last session
	Mean      float64        `json:"mean_relevance"` // of the current pages
	SD        float64        `json:"sd_relevance"`   // of the current pages, as a population
	Languages map[string]int `json:"languages"`      // pages by language; "" is unknown
	Hosts     Hosts          `json:"hosts"`
	Files     []string       `json:"files,omitempty"` // that had been made by then and stay: one that is missing was lost
}

// Running is Summary.Stopped of a crawl that runs, or was killed.
const Running = "running"

const (
	summaryEvery = 10 * time.Second
	topHosts     = 20
)

// times are the times of the first and the last visit.
type times struct{ first, last time.Time }

func (t *times) add(v *crawl.Visit) {
	if t.first.IsZero() || v.FetchedAt.Before(t.first) {
		t.first = v.FetchedAt
	}
	if v.FetchedAt.After(t.last) {
		t.last = v.FetchedAt
	}
}

// summary returns the Summary without times.
func (t *Tally) summary() Summary {
	s := Summary{Totals: t.Totals(), Mean: t.current.mean, Languages: t.langs, Hosts: t.hostLists()}
	if s.Languages == nil {
		s.Languages = map[string]int{}
	}
	if t.current.n > 0 {
		s.SD = math.Sqrt(t.current.m2 / float64(t.current.n))
	}
	return s
}

// session counts what the present process does on the folder.
type session struct {
	begun   time.Time
	written time.Time // when the summary was last written
	visits  int       // new ones
	left    map[string]int
	before  Summary // of the sessions before
}

// beginSession reads the times of earlier sessions.
func (f *Folder) beginSession() error {
	now := f.opt.Now()
	f.session = session{begun: now, written: now}
	b, _, err := atomicfile.ReadKept(SummaryFile, atomicfile.Options{Root: f.root}, json.Valid)
	if err != nil || json.Unmarshal(b, &f.session.before) != nil {
		// Without a readable file the visits give a lower bound.
		f.session.before = Summary{Started: Time{f.times.first}, Finished: Time{f.times.last}}
		f.session.before.Seconds = f.times.last.Sub(f.times.first).Seconds()
	}
	return nil
}

// Summary returns the present totals.
func (f *Folder) Summary() Summary {
	s, before, now := f.tally.summary(), &f.session.before, f.opt.Now()
	s.Stopped = Running
	if !before.Started.IsZero() {
		s.Started = before.Started
	}
	if s.Started.IsZero() || f.session.begun.Before(s.Started.Time) {
		s.Started = Time{f.session.begun}
	}
	s.Finished = Time{now}
	s.Seconds = math.Round(1000*(before.Seconds+now.Sub(f.session.begun).Seconds())) / 1000
	return s
}

// Left sets how many links were left by each rule against traps, for Finish.
func (f *Folder) Left(links map[string]int) { f.session.left = links }

// Finish writes the final summary.json: why the run ended, and how many URLs were
// never chosen. A finished run without new visits keeps its times.
func (f *Folder) Finish(stopped string, waiting int) error {
	if f.err != nil {
		return f.err
	}
	if f.pages == nil {
		return errors.New("crawl/keep/rundir: Finish before Restore")
	}
	if err := f.Flush(); err != nil {
		return err
	}
	if err := f.sync(); err != nil {
		return f.failed(err)
	}
	return f.writeSummary(stopped, waiting)
}

func (f *Folder) sync() error {
	var err error
	for _, l := range f.files() {
		err = errors.Join(err, l.f.Sync())
	}
	return err
}

// made are those files that a run makes once and for all, as far as it has made them.
func (f *Folder) made() (names []string) {
	for _, name := range []string{PagesFile, ErrorsFile, MemoryFile, path.Join(StateDir, "promises")} {
		if _, err := f.root.Lstat(name); err == nil {
			names = append(names, name)
		}
	}
	return names
}

func (f *Folder) writeSummary(stopped string, waiting int) error {
	s := f.Summary()
	s.Stopped, s.Waiting, s.Left, s.Files = stopped, waiting, f.session.left, f.made()
	if before := &f.session.before; f.session.visits == 0 && before.Stopped == stopped {
		s.Started, s.Finished, s.Seconds = before.Started, before.Finished, before.Seconds
	}
	b, err := encodeJSON(s, "  ")
	if err == nil {
		err = atomicfile.Keep(SummaryFile, b, atomicfile.Options{Root: f.root})
	}
	if err != nil {
		return f.failed(err)
	}
	f.session.written = f.opt.Now()
	return nil
}
