package engine

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// memory is the engine's own part of a checkpoint.
type memory struct {
	Rules           rules
	Seq             int
	Pages, Relevant int

	Sources, Revisits, Unchanged, Rejudged int

	Heard int // letters
	Dry   int // requests since the last find; kept with Rules.UntilDry only
	Model int // number of the last model in the journal

	Stopped Reason
	Pending []crawl.Choice
}

const memoryName = "engine"

// form is the memory in its versions:
//
//	1  was a gob (ReadFrom)
//	2  had no Rejudged and Model
//	3  had no MaxRequests and Query
//	4  had no Via
//	5
//	6  of a part of a divided crawl: with Heard
//	7  of a crawl with UntilDry: with it, Dry and Heard
func (m *memory) form() *binenc.Memory {
	f := &binenc.Memory{Name: memoryName, Version: 5, Write: m.write}
	switch {
	case m.Rules.UntilDry > 0:
		f.Version = 7
	case m.Heard > 0:
		f.Version = 6
	}
	f.Read = map[uint64]func(*binenc.Reader){
		2: func(r *binenc.Reader) { m.read(r, m.counts(&m.Rejudged, &m.Model, &m.Rules.MaxRequests), readNothing) },
		3: func(r *binenc.Reader) { m.read(r, m.counts(&m.Rules.MaxRequests), readNothing) },
		4: func(r *binenc.Reader) { m.read(r, m.counts(), readQuery) },
		5: func(r *binenc.Reader) { m.read(r, m.counts(), readOrigin) },
		6: func(r *binenc.Reader) {
			m.Heard = r.IntIn(1, math.MaxInt)
			m.read(r, m.counts(), readOrigin)
		},
		7: func(r *binenc.Reader) {
			m.Rules.UntilDry, m.Dry, m.Heard = r.IntIn(1, math.MaxInt), r.IntIn(0, math.MaxInt), r.IntIn(0, math.MaxInt)
			m.read(r, m.counts(), readOrigin)
		},
	}
	return f
}

// WriteTo implements [crawl.Checkpointer].
func (m *memory) WriteTo(to io.Writer) (int64, error) { return m.form().WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer].
func (m *memory) ReadFrom(p crawl.Part) error {
	r := binenc.NewStream(p, p.Len())
	if !r.Begins(memoryName) {
		return gob.NewDecoder(r).Decode(m)
	}
	if err := m.form().ReadFrom(r.Within()); err != nil {
		return err
	}
	return r.Close()
}

func (m *memory) write(w *binenc.Writer) {
	switch {
	case m.Rules.UntilDry > 0:
		w.Int(int64(m.Rules.UntilDry))
		w.Int(int64(m.Dry))
		w.Int(int64(m.Heard))
	case m.Heard > 0:
		w.Int(int64(m.Heard))
	}
	w.Bool(m.Rules.Deterministic)
	w.Bool(m.Rules.Refresh)
	w.Text(m.Rules.Program)
	for _, n := range m.counts() {
		w.Int(int64(*n))
	}
	w.Text(string(m.Stopped))
	w.Uint(uint64(len(m.Pending)))
	for _, c := range m.Pending {
		w.Text(c.URL)
		w.Text(c.Host)
		w.Text(c.Parent)
		w.Int(int64(c.Depth))
		w.Fixed(math.Float64bits(c.Priority))
		w.Bool(c.Again)
		w.Text(c.ETag)
		w.Text(c.LastModified)
		w.Text(c.Query)
		writeVia(w, c.Via)
	}
}

// counts are the counts in their order, but for those that a version did not have.
func (m *memory) counts(without ...*int) []*int {
	all := []*int{&m.Rules.Workers, &m.Rules.MaxPages, &m.Seq, &m.Pages, &m.Relevant, &m.Sources, &m.Revisits, &m.Unchanged, &m.Rejudged, &m.Model, &m.Rules.MaxRequests}
	return slices.DeleteFunc(all, func(n *int) bool { return slices.Contains(without, n) })
}

// PartNames are the names of the parts of a checkpoint, in their order; a crawl without a
// Scorer has no second one.
func PartNames() []string { return []string{partEngine, partScorer, partStrategy} }

// CheckpointSeq is the visit as of which the engine's part of a checkpoint is.
func CheckpointSeq(part []byte) (int, error) {
	var m memory
	if err := m.ReadFrom(bytes.NewReader(part)); err != nil {
		return 0, fmt.Errorf("crawl/engine: checkpoint: %w", err)
	}
	return m.Seq, nil
}

func writeVia(w *binenc.Writer, v *crawl.Via) {
	w.Bool(v != nil)
	if v == nil {
		return
	}
	for _, s := range []string{v.Source, v.Query, v.Op, v.Lang} {
		w.Text(s)
	}
	w.Int(int64(v.Rank))
	w.Int(int64(v.Page))
	w.Uint(uint64(len(v.Concepts)))
	for _, c := range v.Concepts {
		w.Text(c)
	}
}

func readVia(r *binenc.Reader) *crawl.Via {
	if !r.Bool() {
		return nil
	}
	v := &crawl.Via{Source: r.Text(), Query: r.Text(), Op: r.Text(), Lang: r.Text(), Rank: r.IntIn(0, math.MaxInt), Page: r.IntIn(0, math.MaxInt)}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		v.Concepts = append(v.Concepts, r.Text())
	}
	return v
}

func (m *memory) read(r *binenc.Reader, counts []*int, origin func(r *binenc.Reader, c *crawl.Choice)) {
	m.Rules.Deterministic, m.Rules.Refresh, m.Rules.Program = r.Bool(), r.Bool(), r.Text()
	for _, n := range counts {
		*n = r.IntIn(0, math.MaxInt)
	}
	m.Stopped = Reason(r.Text())
	m.Pending = make([]crawl.Choice, r.Len(15))
	for i := range m.Pending {
		m.Pending[i] = crawl.Choice{
			URL: r.Text(), Host: r.Text(), Parent: r.Text(), Depth: r.IntIn(math.MinInt, math.MaxInt),
			Priority: math.Float64frombits(r.Fixed()), Again: r.Bool(), ETag: r.Text(), LastModified: r.Text(),
		}
		origin(r, &m.Pending[i])
	}
}

// readOrigin reads how a choice came to be known; versions before 5 knew less of it.
func readOrigin(r *binenc.Reader, c *crawl.Choice) { c.Query, c.Via = r.Text(), readVia(r) }

func readQuery(r *binenc.Reader, c *crawl.Choice) { c.Query = r.Text() }

func readNothing(*binenc.Reader, *crawl.Choice) {}
