package engine

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// memory is the engine's own part of a checkpoint.
type memory struct {
	Rules           rules
	Seq             int
	Pages, Relevant int

	Sources, Revisits, Unchanged, Rejudged int

	Heard int // letters
	Model int // number of the last model in the journal

	Stopped Reason
	Pending []crawl.Choice
}

const (
	memoryName    = "engine"
	memoryVersion = 5
	heardVersion  = 6 // of a part of a divided crawl: with Heard
)

func (m *memory) marshal() []byte {
	var w binenc.Writer
	if m.Heard > 0 {
		w.Header(memoryName, heardVersion)
		w.Int(int64(m.Heard))
	} else {
		w.Header(memoryName, memoryVersion)
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
		writeVia(&w, c.Via)
	}
	return w.Data()
}

func (m *memory) counts() [11]*int {
	return [...]*int{&m.Rules.Workers, &m.Rules.MaxPages, &m.Seq, &m.Pages, &m.Relevant, &m.Sources, &m.Revisits, &m.Unchanged, &m.Rejudged, &m.Model, &m.Rules.MaxRequests}
}

// PartNames are the names of the parts of a checkpoint, in their order; a crawl without a
// Scorer has no second one.
func PartNames() []string { return []string{partEngine, partScorer, partStrategy} }

// CheckpointSeq is the visit as of which the engine's part of a checkpoint is.
func CheckpointSeq(part []byte) (int, error) {
	m, err := unmarshalMemory(part)
	if err != nil {
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

// unmarshalMemory reads what marshal wrote: version 6 if letters were heard, else 5. It
// also reads version 4, which had no Via, version 3, which had no MaxRequests and Query,
// version 2, which had no Rejudged and Model either, and version 1, which was a gob.
func unmarshalMemory(b []byte) (m memory, err error) {
	var head binenc.Writer
	head.Text(memoryName)
	if !bytes.HasPrefix(b, head.Data()) {
		err = gob.NewDecoder(bytes.NewReader(b)).Decode(&m)
		return m, err
	}
	r := binenc.NewReader(b)
	r.Text()
	version := r.Uint()
	if version < 2 || version > heardVersion {
		r.Fail("%s has version %d, this program reads 1 to %d", memoryName, version, heardVersion)
	}
	if version == heardVersion {
		m.Heard = r.IntIn(1, math.MaxInt)
	}
	m.Rules.Deterministic, m.Rules.Refresh, m.Rules.Program = r.Bool(), r.Bool(), r.Text()
	for _, n := range m.counts() {
		if version == 2 && (n == &m.Rejudged || n == &m.Model) || version < 4 && n == &m.Rules.MaxRequests {
			continue
		}
		*n = r.IntIn(0, math.MaxInt)
	}
	m.Stopped = Reason(r.Text())
	m.Pending = make([]crawl.Choice, r.Len(15))
	for i := range m.Pending {
		m.Pending[i] = crawl.Choice{
			URL: r.Text(), Host: r.Text(), Parent: r.Text(), Depth: r.IntIn(math.MinInt, math.MaxInt),
			Priority: math.Float64frombits(r.Fixed()), Again: r.Bool(), ETag: r.Text(), LastModified: r.Text(),
		}
		if version >= 4 {
			m.Pending[i].Query = r.Text()
		}
		if version >= 5 {
			m.Pending[i].Via = readVia(r)
		}
	}
	return m, r.Close()
}
