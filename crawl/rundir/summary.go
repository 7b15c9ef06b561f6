package rundir

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Summary is summary.json.
type Summary struct {
	Stopped        string         `json:"stopped"` // "running" or why the run stopped
	Started        Time           `json:"started"`
	Finished       Time           `json:"finished"`        // of a running crawl: when the file was written
	Seconds        float64        `json:"seconds"`         // spent crawling, pauses between runs not counted
	Visits         int            `json:"visits"`          // pages, failures, sources and revisits
	Pages          int            `json:"pages"`           // lines of pages.jsonl
	Relevant       int            `json:"relevant"`        // pages above phi
	Duplicates     int            `json:"duplicates"`      // pages whose bytes are those of an earlier one; never relevant
	NearDuplicates int            `json:"near_duplicates"` // relevant pages whose text is nearly that of an earlier one
	Failures       int            `json:"failures"`        // lines of errors.jsonl
	Sources        int            `json:"sources"`         // sitemaps and feeds read
	Revisits       int            `json:"revisits"`        // times a page was asked for again, whatever came of it
	Unchanged      int            `json:"unchanged"`       // revisits that found no change
	New            int            `json:"new"`             // lines of changes.jsonl, by kind
	Changed        int            `json:"changed"`
	Gone           int            `json:"gone"`
	Waiting        int            `json:"waiting"`      // URLs known and never chosen; 0 while running
	HarvestRate    float64        `json:"harvest_rate"` // relevant / pages
	Mean           float64        `json:"mean_relevance"`
	SD             float64        `json:"sd_relevance"` // of all pages, as a population
	Errors         map[string]int `json:"errors"`       // failures by kind
	Languages      map[string]int `json:"languages"`    // pages by language; "" is unknown
	Hosts          Hosts          `json:"hosts"`
}

// Hosts says where the pages came from.
type Hosts struct {
	Count int    `json:"count"`
	Top   []Host `json:"top"` // the 20 with most pages
}

// Host is a host and its pages.
type Host struct {
	Host     string `json:"host"`
	Pages    int    `json:"pages"`
	Relevant int    `json:"relevant"`
}

// Running is Summary.Stopped of a crawl that runs, or was killed.
const Running = "running"

const (
	summaryEvery = 10 * time.Second
	topHosts     = 20
)

// totals count all visits, restored and new.
type totals struct {
	visits, pages, relevant int
	failures, sources       int
	exact, near             int
	revisits, unchanged     int
	mean, m2                float64 // Welford's running mean and sum of squares (Technometrics 4(3), 1962)
	first, last             time.Time
	errors, languages       map[string]int
	hosts                   map[string]*Host
}

func (t *totals) add(v *crawl.Visit) {
	if t.hosts == nil {
		t.errors, t.languages, t.hosts = make(map[string]int), make(map[string]int), make(map[string]*Host)
	}
	t.visits++
	if t.first.IsZero() || v.FetchedAt.Before(t.first) {
		t.first = v.FetchedAt
	}
	if v.FetchedAt.After(t.last) {
		t.last = v.FetchedAt
	}
	switch {
	case v.Choice.Again:
		t.revisits++
		if v.Unchanged() {
			t.unchanged++
		}
	case v.Source():
		t.sources++
	case v.Failed():
		t.failures++
		t.errors[v.Failure.Kind.String()]++
	default:
		t.page(v)
	}
}

func (t *totals) page(v *crawl.Visit) {
	t.pages++
	switch {
	case v.Same.Exact:
		t.exact++
	case v.Same.Of != "":
		t.near++
	}
	d := v.Score.Relevance - t.mean
	t.mean += d / float64(t.pages)
	t.m2 += d * (v.Score.Relevance - t.mean)
	t.languages[v.Page.Lang]++
	h := t.hosts[v.Page.Host]
	if h == nil {
		h = &Host{Host: v.Page.Host}
		t.hosts[v.Page.Host] = h
	}
	h.Pages++
	if v.Score.Relevant {
		t.relevant++
		h.Relevant++
	}
}

func (t *totals) summary() Summary {
	s := Summary{
		Duplicates: t.exact, NearDuplicates: t.near,
		Started: Time{t.first}, Visits: t.visits, Pages: t.pages, Relevant: t.relevant, Failures: t.failures,
		Sources: t.sources, Revisits: t.revisits, Unchanged: t.unchanged,
		Mean: t.mean, Errors: t.errors, Languages: t.languages, Hosts: Hosts{Count: len(t.hosts), Top: []Host{}},
	}
	if s.Errors == nil {
		s.Errors, s.Languages = map[string]int{}, map[string]int{}
	}
	if t.pages > 0 {
		s.HarvestRate = float64(t.relevant) / float64(t.pages)
		s.SD = math.Sqrt(max(0, t.m2/float64(t.pages)))
	}
	for _, h := range t.hosts {
		s.Hosts.Top = append(s.Hosts.Top, *h)
	}
	slices.SortFunc(s.Hosts.Top, func(a, b Host) int {
		return cmp.Or(cmp.Compare(b.Pages, a.Pages), cmp.Compare(a.Host, b.Host))
	})
	s.Hosts.Top = s.Hosts.Top[:min(len(s.Hosts.Top), topHosts)]
	return s
}

// session is what the present process does on the folder.
type session struct {
	begun   time.Time
	written time.Time // when the summary was last written
	visits  int       // new ones
	before  Summary   // of the sessions before
}

// beginSession reads the times of earlier sessions.
func (f *Folder) beginSession() error {
	now := f.opt.Now()
	f.session = session{begun: now, written: now}
	b, err := f.root.ReadFile(SummaryFile)
	if err != nil || json.Unmarshal(b, &f.session.before) != nil {
		// Without a readable file the visits give a lower bound.
		f.session.before = Summary{Started: Time{f.totals.first}, Finished: Time{f.totals.last}}
		f.session.before.Seconds = f.totals.last.Sub(f.totals.first).Seconds()
	}
	return nil
}

// Summary returns the present totals.
func (f *Folder) Summary() Summary {
	s, before, now := f.totals.summary(), &f.session.before, f.opt.Now()
	s.Stopped = Running
	s.New, s.Changed, s.Gone = f.history.new, f.history.changed, f.history.gone
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

// Finish writes the final summary.json: why the run ended, and how many URLs were
// never chosen. A finished run without new visits keeps its times.
func (f *Folder) Finish(stopped string, waiting int) error {
	if f.err != nil {
		return f.err
	}
	if f.pages == nil {
		return errors.New("crawl/rundir: Finish before Restore")
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

func (f *Folder) writeSummary(stopped string, waiting int) error {
	s := f.Summary()
	s.Stopped, s.Waiting = stopped, waiting
	if before := &f.session.before; f.session.visits == 0 && before.Stopped == stopped {
		s.Started, s.Finished, s.Seconds = before.Started, before.Finished, before.Seconds
	}
	b, err := encodeJSON(s, "  ")
	if err == nil {
		err = writeAtomic(f.root, SummaryFile, b)
	}
	if err != nil {
		return f.failed(err)
	}
	f.session.written = f.opt.Now()
	return nil
}
