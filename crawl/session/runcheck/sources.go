package runcheck

import (
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
)

// sources gives the visits, in order, each from the best place that has it: the state,
// a line of the run folder, a metadata record of the archive.
type sources struct {
	c        *checkup
	pages    cursor[rundir.Page]
	failures cursor[rundir.Failure]
	changes  cursor[rundir.Change]
	models   map[int]*crawl.Model
	archived map[int]*crawl.Visit // nil before it is needed

	changed map[string]bool         // addresses of which changes.jsonl tells
	first   map[string]*crawl.Visit // of those
	latest  map[string]*crawl.Visit

	at   time.Time // of the visit before
	from origins
}

// origins count where lost visits were found.
type origins struct{ Lines, Archive, Nowhere int }

// cursor walks a file of lines.
type cursor[T any] struct {
	next func() (T, bool)
	stop func()
	seq  func(*T) int
	now  T
	ok   bool
}

func newCursor[T any](all iter.Seq[T], seq func(*T) int) cursor[T] {
	c := cursor[T]{seq: seq}
	c.next, c.stop = iter.Pull(all)
	c.now, c.ok = c.next()
	return c
}

// at returns the line of visit seq, nil if there is none.
func (c *cursor[T]) at(seq int) *T {
	for c.ok && c.seq(&c.now) < seq {
		c.now, c.ok = c.next()
	}
	if !c.ok || c.seq(&c.now) != seq {
		return nil
	}
	line := c.now
	return &line
}

func (c *checkup) sources(archived map[int]*crawl.Visit) *sources {
	files := &rundir.Salvage{Dir: c.dir}
	s := &sources{
		c:        c,
		pages:    newCursor(files.Pages(), func(p *rundir.Page) int { return p.Seq }),
		failures: newCursor(files.Failures(), func(f *rundir.Failure) int { return f.Seq }),
		changes:  newCursor(files.Changes(), func(x *rundir.Change) int { return x.Seq }),
		models:   map[int]*crawl.Model{}, archived: archived,
		changed: map[string]bool{}, first: map[string]*crawl.Visit{}, latest: map[string]*crawl.Visit{},
	}
	for m := range files.Models() {
		s.models[m.Seq] = m.ModelOf()
	}
	for x := range files.Changes() {
		s.changed[x.URL] = true
	}
	return s
}

func (s *sources) close() {
	s.pages.stop()
	s.failures.stop()
	s.changes.stop()
}

// visit returns visit seq. linked reports whether its links are known as far as the
// journal kept them.
func (s *sources) visit(seq int) (v *crawl.Visit, linked bool) {
	linked = true
	if s.c.x != nil {
		r := s.c.x.Read(seq)
		v, linked = r.Visit, r.LinkErr == nil && seq > s.c.x.Covered()
		if v != nil {
			v.Text = r.Text
		}
	}
	if v == nil {
		v, linked = s.lost(seq), false
	}
	if v.Learned == nil {
		v.Learned = s.models[seq]
	}
	s.remember(v)
	s.at = v.FetchedAt
	return v, linked || v.Page == nil || v.Rejudged
}

// lost returns a visit of which the state says nothing.
func (s *sources) lost(seq int) *crawl.Visit {
	v := s.line(seq)
	switch {
	case v != nil:
		s.from.Lines++
	case s.archived[seq] != nil:
		v = s.archived[seq]
		s.from.Archive++
	default:
		s.from.Nowhere++
		return placeholder(seq, s.at)
	}
	if v.Page != nil && s.c.x != nil && !v.Rejudged {
		v.Text = s.c.x.Text(seq)
	}
	return v
}

// placeholder keeps the number of a visit of which nothing is known: a sitemap, a feed,
// or a page asked for again that had not changed. It counts as a revisit.
func placeholder(seq int, at time.Time) *crawl.Visit {
	return &crawl.Visit{Seq: seq, FetchedAt: at, Choice: crawl.Choice{Again: true}, Failure: crawl.Failure{Kind: crawl.FailOther, Text: "lost: the journal was damaged"}}
}

func (s *sources) line(seq int) *crawl.Visit {
	if p := s.pages.at(seq); p != nil {
		return p.Visit()
	}
	if f := s.failures.at(seq); f != nil {
		return f.Visit()
	}
	if x := s.changes.at(seq); x != nil {
		return x.Visit(s.first[x.URL], s.latest[x.URL])
	}
	return nil
}

// remember keeps the visits to which changes.jsonl refers.
func (s *sources) remember(v *crawl.Visit) {
	if v.Page == nil {
		return
	}
	url := v.Page.Final
	if f := s.first[url]; f == nil && v.Adds() && (s.changed[url] || s.changed[v.Choice.URL]) {
		s.first[url], s.first[v.Choice.URL] = v, v
	}
	if s.first[url] != nil {
		s.latest[url] = v
	}
}

// fromArchive reads the metadata records of the visits in want.
func (c *checkup) fromArchive(want map[int]bool) (map[int]*crawl.Visit, error) {
	found := map[int]*crawl.Visit{}
	if len(want) == 0 {
		return found, nil
	}
	var g group
	return found, c.eachArchive(func(name string) {
		g = group{want: want, found: found, file: name}
		g.clear()
	}, func(r *warc.Record, start, end int64, block []byte) { g.take(r, start, end, block) })
}

// lastArchived is the last visit of which a metadata record tells.
func (c *checkup) lastArchived() (last int, err error) {
	err = c.eachArchive(func(string) {}, func(_ *warc.Record, _, _ int64, block []byte) {
		if v := described(block); v != nil {
			last = max(last, v.Seq)
		}
	})
	return last, err
}

// eachArchive calls begin for each WARC file and take for its records.
func (c *checkup) eachArchive(begin func(name string), take func(r *warc.Record, start, end int64, block []byte)) error {
	folder, err := warc.OpenFolder(filepath.Join(c.dir, rundir.WARCDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer folder.Close() //nolint:errcheck // only read
	names, err := folder.Files()
	for _, name := range names {
		if err == nil {
			begin(name)
			_, err = folder.Check(name, 0, take)
		}
	}
	return err
}

// group collects the records of one visit, whose metadata record comes last.
type group struct {
	want    map[int]bool
	found   map[int]*crawl.Visit
	file    string
	request map[string]int64 // where the request of an answer begins, by the answer's ID
	answer  map[string]int64
}

func (g *group) clear() { g.request, g.answer = map[string]int64{}, map[string]int64{} }

func (g *group) take(r *warc.Record, start, end int64, block []byte) {
	switch r.Type() {
	case warc.TypeRequest:
		g.request[r.Header.Get(warc.FieldConcurrentTo)] = start
	case warc.TypeResponse, warc.TypeRevisit:
		g.answer[r.Header.Get(warc.FieldRecordID)] = start
	case warc.TypeMetadata:
		if v := described(block); v != nil && g.want[v.Seq] {
			id := r.Header.Get(warc.FieldRefersTo)
			from, ok := g.request[id]
			if !ok {
				from, ok = g.answer[id]
			}
			if ok {
				v.Stored = crawl.Ref{File: g.file, Offset: from, Length: end - from}
			}
			g.found[v.Seq] = v
		}
		g.clear()
	}
}

// described reads a metadata record: a line of pages.jsonl or errors.jsonl.
func described(block []byte) *crawl.Visit {
	var kind struct {
		Seq   int    `json:"seq"`
		Error string `json:"error"`
	}
	if json.Unmarshal(block, &kind) != nil || kind.Seq <= 0 {
		return nil
	}
	if kind.Error != "" {
		var f rundir.Failure
		if json.Unmarshal(block, &f) != nil {
			return nil
		}
		return f.Visit()
	}
	var p rundir.Page
	if json.Unmarshal(block, &p) != nil || p.URL == "" {
		return nil
	}
	return p.Visit()
}
