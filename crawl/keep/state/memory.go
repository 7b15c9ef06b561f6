package state

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Memory is a crawl.State in memory, for trials on stored webs and for tests. The
// zero value is an empty one. One goroutine uses it.
//
// It keeps visits encoded, as Store does, so the same fields come back. After Close
// it can be used again, like a Store that was opened again. Kill acts like the
// death of the process.
type Memory struct {
	visits     [][]byte // visit records
	models     map[int]*crawl.Model
	replays    [][]byte // replay records; nil for a failure or if a checkpoint covers it
	recorded   map[string]int
	texts      map[int]*crawl.Text // by seq
	versions   map[int][]int       // of a page recorded by a visit: the visits that said anew what is there
	replaced   []int               // texts that uncommitted visits replace
	committed  int
	checkpoint int
	parts      map[string][]byte
	before     func() error
}

// Record appends v to the journal.
func (m *Memory) Record(v *crawl.Visit) error {
	if v.Seq != len(m.visits)+1 {
		return english.Errorf("crawl/keep/state: visit %d recorded after %d", v.Seq, len(m.visits))
	}
	m.visits = append(m.visits, appendVisit(nil, v))
	var replay []byte
	switch {
	case v.Heard != nil:
		replay = binenc.AppendLetter(nil, v.Heard)
	case v.Page != nil && !v.Rejudged:
		replay = appendReplay(nil, v.Page)
		m.remember(v)
	}
	m.replays = append(m.replays, replay)
	if v.Learned != nil {
		m.learn(v)
	}
	m.keepText(v)
	if len(m.visits)-m.committed >= 100 {
		return m.Commit()
	}
	return nil
}

func (m *Memory) learn(v *crawl.Visit) {
	if m.models == nil {
		m.models = make(map[int]*crawl.Model)
	}
	m.models[v.Seq] = &crawl.Model{Number: v.Learned.Number, At: v.Learned.At, Data: slices.Clone(v.Learned.Data)}
}

// decode reads the visit record at i, without links and blocks.
func (m *Memory) decode(i int) (*crawl.Visit, error) {
	v, err := decodeVisit(m.visits[i])
	if err == nil {
		v.Learned = m.models[v.Seq]
	}
	return v, err
}

func (m *Memory) remember(v *crawl.Visit) {
	if m.recorded == nil {
		m.recorded = make(map[string]int)
	}
	for _, url := range urlsOf(v) {
		if _, ok := m.recorded[url]; !ok {
			m.recorded[url] = v.Seq
		}
	}
}

// Commit makes everything recorded survive Kill.
func (m *Memory) Commit() error {
	if m.before != nil && m.committed < len(m.visits) {
		if err := m.before(); err != nil {
			return err
		}
	}
	m.committed = len(m.visits)
	for _, seq := range m.replaced {
		delete(m.texts, seq)
	}
	m.replaced = nil
	return nil
}

// BeforeCommit sets the function that Commit calls before anything becomes durable.
func (m *Memory) BeforeCommit(f func() error) { m.before = f }

// Committed is the Seq of the last visit that Kill keeps.
func (m *Memory) Committed() int { return m.committed }

// Keeper implements [crawl.State].
func (m *Memory) Keeper() crawl.Keeper { return m }

// Rebuilt implements [crawl.State].
func (m *Memory) Rebuilt() int { return 0 }

// Recorded reports whether a page was recorded under url, asked or final.
func (m *Memory) Recorded(url string) bool {
	_, ok := m.recorded[url]
	return ok
}

// Visits yields every committed visit, without Links and Blocks, and no letters.
func (m *Memory) Visits(yield func(v *crawl.Visit) error) error {
	for i := range m.committed {
		v, err := m.decode(i)
		if err != nil {
			return fmt.Errorf("crawl/keep/state: %w", err)
		}
		if v.Heard != nil {
			continue
		}
		if err := yield(v); err != nil {
			return err
		}
	}
	return nil
}

// Checkpoint keeps parts as the memory after visit seq.
func (m *Memory) Checkpoint(seq int, parts map[string]io.WriterTo) error {
	if seq != len(m.visits) {
		return english.Errorf("crawl/keep/state: checkpoint of visit %d after visit %d", seq, len(m.visits))
	}
	if err := m.Commit(); err != nil {
		return err
	}
	stored := make(map[string][]byte, len(parts))
	for name, p := range parts {
		var b bytes.Buffer
		if _, err := p.WriteTo(&b); err != nil {
			return err
		}
		stored[name] = append([]byte{}, b.Bytes()...)
	}
	m.checkpoint, m.parts = seq, stored
	clear(m.replays)
	return nil
}

// Resume calls load with the last checkpoint and apply with every later visit.
func (m *Memory) Resume(load func(seq int, parts map[string]crawl.Part) error, apply func(*crawl.Visit) error) error {
	var parts map[string]crawl.Part
	if m.parts != nil {
		parts = make(map[string]crawl.Part, len(m.parts))
	}
	for name, b := range m.parts {
		parts[name] = bytes.NewReader(b)
	}
	if err := load(m.checkpoint, parts); err != nil {
		return err
	}
	for seq := m.checkpoint; seq < m.committed; seq++ {
		v, err := m.decode(seq)
		switch {
		case err != nil:
		case v.Heard != nil:
			err = readHeard(m.replays[seq], v)
		case v.Page != nil && !v.Rejudged:
			err = decodeReplay(m.replays[seq], v.Page)
		}
		if err != nil {
			return fmt.Errorf("crawl/keep/state: %w", err)
		}
		if err := apply(v); err != nil {
			return err
		}
	}
	return nil
}

// Close commits.
func (m *Memory) Close() error { return m.Commit() }

// Kill forgets everything that is not committed.
func (m *Memory) Kill() {
	m.visits, m.replays = m.visits[:m.committed], m.replays[:m.committed]
	for first, seqs := range m.versions {
		m.versions[first] = slices.DeleteFunc(seqs, func(seq int) bool { return seq > m.committed })
	}
	m.replaced = nil
	maps.DeleteFunc(m.texts, func(seq int, _ *crawl.Text) bool { return seq > m.committed })
	maps.DeleteFunc(m.models, func(seq int, _ *crawl.Model) bool { return seq > m.committed })
	maps.DeleteFunc(m.recorded, func(_ string, seq int) bool { return seq > m.committed })
}

// keepText keeps the text of v, and forgets the one that it replaces.
func (m *Memory) keepText(v *crawl.Visit) {
	if m.texts == nil {
		m.texts, m.versions = make(map[int]*crawl.Text), make(map[int][]int)
	}
	if v.Text != nil {
		m.texts[v.Seq] = v.Text
	}
	first, ok := m.recorded[v.Choice.URL]
	if !ok || !replaces(v) {
		return
	}
	was := first
	if seqs := m.versions[first]; len(seqs) > 0 {
		was = seqs[len(seqs)-1]
	}
	m.replaced, m.versions[first] = append(m.replaced, was), append(m.versions[first], v.Seq)
}

// Visit returns recorded visit seq.
func (m *Memory) Visit(seq int) (*crawl.Visit, error) {
	if seq < 1 || seq > len(m.visits) {
		return nil, english.Errorf("crawl/keep/state: there is no visit %d", seq)
	}
	return m.decode(seq - 1)
}

// Text returns the text recorded with visit seq.
func (m *Memory) Text(seq int) (*crawl.Text, error) { return m.texts[seq], nil }

// Dictionaries returns the dictionaries of the texts, in no certain order.
func (m *Memory) Dictionaries() ([]*crawl.Dictionary, error) {
	known := map[uint64]*crawl.Dictionary{}
	for _, t := range m.texts {
		if t.Dictionary != nil {
			known[t.Dictionary.ID] = t.Dictionary
		}
	}
	return slices.Collect(maps.Values(known)), nil
}
