package finds

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Options of a List. Folders is needed.
type Options struct {
	// Folders returns the run folders, by the name of their job.
	Folders func() map[string]string
	Now     func() time.Time // nil means time.Now
}

// List is the list of all finds of run folders. It may be used concurrently.
type List struct {
	opt Options

	mu      sync.Mutex
	folders map[string]*folder
	asked   time.Time
	all     []*item
	items   map[Order][]*item // in order; made when it is asked for
	facets  map[string]Facets // by job; made when they are asked for
	counts  map[string]counted
}

// counted are counts that were asked for, by job. Each stream of events asks every second.
type counted struct {
	c  Counts
	at time.Time
}

// Counts count the finds and pages of a job, or of all.
type Counts struct {
	Relevant int `json:"relevant"` // pages, as summary.json counts them
	Finds    int `json:"finds"`    // with one text each; these are listed by default
	Gone     int `json:"gone"`     // finds
	Lost     int `json:"lost"`
	Unread   int `json:"unread"` // of Finds
	Right    int `json:"right"`  // of all finds, gone and lost ones included
	Wrong    int `json:"wrong"`
	Unsure   int `json:"unsure"`
}

// Page is a part of a list.
type Page struct {
	Finds    []Find `json:"finds"`
	Matching int    `json:"matching"`       // finds of the whole list
	Next     string `json:"next,omitempty"` // where the next page begins; "" if this is the last one
	Counts   Counts `json:"counts"`         // of the job, whatever the filters are
	Facets   Facets `json:"facets"`
}

// New returns a List.
func New(opt Options) *List {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	return &List{opt: opt, folders: map[string]*folder{}}
}

// fresh is how old a list may be, and freshCounts how old counts, if nobody marked a page
// meanwhile.
const (
	fresh       = 500 * time.Millisecond
	freshCounts = 2 * time.Second
)

// update reads what crawls have added. l.mu is held.
func (l *List) update() error {
	now := l.opt.Now()
	if age := now.Sub(l.asked); age >= 0 && age < fresh {
		return nil
	}
	names, changed := l.opt.Folders(), l.items == nil
	for job := range l.folders {
		if _, ok := names[job]; !ok {
			delete(l.folders, job)
			changed = true
		}
	}
	for _, job := range slices.Sorted(maps.Keys(names)) {
		f := l.folders[job]
		if f == nil || f.files.Dir != names[job] {
			f = newFolder(job, names[job])
			l.folders[job] = f
		}
		more, err := f.update()
		if err != nil {
			return fmt.Errorf("finds: job %s: %w", job, err)
		}
		changed = changed || more
	}
	if l.asked = now; changed {
		l.fold()
	}
	return nil
}

// fold folds the finds anew.
func (l *List) fold() {
	l.all = nil
	for _, job := range slices.Sorted(maps.Keys(l.folders)) {
		l.all = append(l.all, l.folders[job].fold()...)
	}
	l.items, l.facets, l.counts = map[Order][]*item{}, map[string]Facets{}, map[string]counted{}
}

// inOrder returns all finds in an order.
func (l *List) inOrder(by Order) []*item {
	list, ok := l.items[by]
	if ok {
		return list
	}
	type placed struct {
		at place
		*item
	}
	all := make([]placed, len(l.all))
	for n, i := range l.all {
		all[n] = placed{i.place(by), i}
	}
	slices.SortFunc(all, func(a, b placed) int { return a.at.compare(b.at) })
	list = make([]*item, len(all))
	for n := range all {
		list[n] = all[n].item
	}
	l.items[by] = list
	return list
}

// known returns nil if there is such a job. l.mu is held.
func (l *List) known(job string) error {
	if _, ok := l.folders[job]; !ok && job != "" {
		return fmt.Errorf("job %q: %w", job, monitor.ErrNotFound)
	}
	return nil
}

// Find returns the part of the list that q wants. The error wraps [monitor.ErrNotFound]
// for an unknown job, [ErrCursor] for a wrong place.
func (l *List) Find(q Query) (Page, error) {
	if q.Order == "" {
		q.Order = Newest
	}
	if q.Limit <= 0 || q.Limit > MaxLimit {
		q.Limit = DefaultLimit
	}
	from, err := cursor{}, error(nil)
	if q.After != "" {
		if from, err = parseCursor(q.After, q.Order); err != nil {
			return Page{}, err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.update(); err != nil {
		return Page{}, err
	}
	if err := l.known(q.Job); err != nil {
		return Page{}, err
	}
	said, err := l.marks(q.Job)
	if err != nil {
		return Page{}, err
	}
	return l.page(&q, from, said), nil
}

// page makes a page of the list. l.mu is held.
func (l *List) page(q *Query, from cursor, said map[string]states) Page {
	p := Page{Finds: []Find{}, Facets: l.facetsOf(q.Job)}
	more := false
	for _, i := range l.inOrder(q.Order) {
		if q.Job != "" && i.job != q.Job {
			continue
		}
		mark := said[i.job].of(i)
		p.Counts.add(i, mark)
		if !q.matches(i, mark) {
			continue
		}
		p.Matching++
		switch at := i.place(q.Order); {
		case q.After != "" && at.compare(from.Place) <= 0:
		case len(p.Finds) < q.Limit:
			p.Finds = append(p.Finds, i.find(mark))
			p.Next = cursor{q.Order, at}.String()
		default:
			more = true
		}
	}
	if !more {
		p.Next = ""
	}
	return p
}

// Counts returns the counts of a job ("": of all).
func (l *List) Counts(job string) (c Counts, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.update(); err != nil {
		return c, err
	}
	if err := l.known(job); err != nil {
		return c, err
	}
	now := l.opt.Now()
	if have, ok := l.counts[job]; ok && now.Sub(have.at) >= 0 && now.Sub(have.at) < freshCounts {
		return have.c, nil
	}
	said, err := l.marks(job)
	if err != nil {
		return c, err
	}
	for _, i := range l.all {
		if job == "" || i.job == job {
			c.add(i, said[i.job].of(i))
		}
	}
	l.counts[job] = counted{c, now}
	return c, nil
}

func (l *List) facetsOf(job string) Facets {
	f, ok := l.facets[job]
	if !ok {
		f = facets(l.inOrder(Newest), job)
		l.facets[job] = f
	}
	return f
}

func (c *Counts) add(i *item, m *marks.State) {
	for _, r := range i.all {
		if r.relevant {
			c.Relevant++
		}
	}
	switch {
	case i.relevant:
		c.Finds++
		if !m.Read {
			c.Unread++
		}
	case i.kind == monitor.Gone:
		c.Gone++
	case i.kind == monitor.Lost:
		c.Lost++
	}
	switch m.Verdict {
	case marks.Right:
		c.Right++
	case marks.Wrong:
		c.Wrong++
	case marks.Unsure:
		c.Unsure++
	}
}

func (i *item) find(m *marks.State) Find {
	f := Find{
		Job: i.job, Seq: i.seq, URL: i.url, Host: i.host.Value(), Title: i.title, Lang: i.lang.Value(), Kind: i.kind, PageKind: i.pageKind.Value(), Site: i.site.Value(), Author: i.author.Value(),
		At: i.at, First: i.first, Published: i.published, Relevance: i.relevance, Relevant: i.relevant,
		Concepts: i.concepts(), Via: i.via, Copies: []string{}, Pages: len(i.all), Mark: *m,
	}
	for _, r := range i.all {
		if r != i.record && len(f.Copies) < maxCopies {
			f.Copies = append(f.Copies, r.url)
		}
	}
	return f
}
