package maintext

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// numKinds is how many kinds the model knows; the others are found by rules.
const numKinds = 6

// Kinds lists the kinds of the model, in its order.
var Kinds = [numKinds]crawl.PageKind{crawl.KindArticle, crawl.KindList, crawl.KindProduct, crawl.KindReference, crawl.KindService, crawl.KindThread}

// Model holds what was learned from pages with known main text.
type Model struct {
	Entries   []Entry           // by token
	Bias      [numKinds]float32 // of the kinds by tokens, for the blocks
	PageBias  [numKinds]float32 // and for the kind itself
	Blocks    Forest            // over Row: log odds of main text
	Kinds     [numKinds]Forest  // over numbers of the page
	Headlines Forest            // over a candidate
	index     []uint16          // of entries by token, 0 for none; a power of two
}

// Entry holds what is known of a token.
type Entry struct {
	Token            uint32
	name, word, head int8           // log odds of main text in sixteenths: in such an element, with such a word, below such a heading
	kinds            [numKinds]int8 // weights in 32nds, for the blocks
	page             [numKinds]int8 // and for the kind itself
	at               uint16         // its index
}

// hint is the value of a hint.
func hint(v int8) float32 { return float32(v) / 16 }

// NewEntry rounds what was learned of a token.
func NewEntry(token uint32, name, word, head float64, kinds, page [numKinds]float64) Entry {
	e := Entry{Token: token, name: rounded(name, 16), word: rounded(word, 16), head: rounded(head, 16)}
	for k, v := range kinds {
		e.kinds[k], e.page[k] = rounded(v, 32), rounded(page[k], 32)
	}
	return e
}

func rounded(v, steps float64) int8 { return int8(max(-127, min(127, math.Round(v*steps)))) }

// Index sorts the entries and makes them known to entry. It is called once they are
// complete.
func (m *Model) Index() {
	slices.SortFunc(m.Entries, func(a, b Entry) int {
		switch {
		case a.Token < b.Token:
			return -1
		case a.Token > b.Token:
			return 1
		}
		return 0
	})
	size := 1
	for size < 4*len(m.Entries) {
		size *= 2
	}
	m.index = make([]uint16, size)
	for i := range m.Entries {
		m.Entries[i].at = uint16(i)
		at := int(m.Entries[i].Token) & (size - 1)
		for m.index[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		m.index[at] = uint16(i + 1)
	}
}

// entry returns what is known of a token, nil if nothing is.
func (m *Model) entry(token uint32) *Entry {
	mask := uint32(len(m.index) - 1)
	for at := token & mask; ; at = (at + 1) & mask {
		i := m.index[at]
		if i == 0 {
			return nil
		}
		if e := &m.Entries[i-1]; e.Token == token {
			return e
		}
	}
}

const version = 2

// Marshal is the model as bytes.
func (m *Model) Marshal() []byte {
	w := binenc.AppendTo(nil)
	w.Uint(version)
	w.Uint(numFeatures)
	w.Uint(uint64(len(m.Entries)))
	for _, e := range m.Entries {
		w.Fixed32(e.Token)
		for _, v := range []int8{e.name, e.word, e.head} {
			w.Byte(byte(v))
		}
		for k := range e.kinds {
			w.Byte(byte(e.kinds[k]))
			w.Byte(byte(e.page[k]))
		}
	}
	for k := range m.Bias {
		w.Float32(m.Bias[k])
		w.Float32(m.PageBias[k])
	}
	m.Blocks.write(&w)
	for k := range m.Kinds {
		m.Kinds[k].write(&w)
	}
	m.Headlines.write(&w)
	return w.Data()
}

// Unmarshal reads what Marshal wrote.
func Unmarshal(data []byte) (*Model, error) {
	r, m := binenc.NewReader(data), new(Model)
	if v := r.Uint(); v != version {
		r.Fail("version %d", v)
	}
	if n := r.Uint(); n != numFeatures {
		r.Fail("%d features", n)
	}
	m.Entries = make([]Entry, min(r.Len(19), math.MaxUint16))
	for i := range m.Entries {
		e := &m.Entries[i]
		e.Token = r.Fixed32()
		e.name, e.word, e.head = int8(r.Byte()), int8(r.Byte()), int8(r.Byte())
		for k := range e.kinds {
			e.kinds[k], e.page[k] = int8(r.Byte()), int8(r.Byte())
		}
	}
	for k := range m.Bias {
		m.Bias[k], m.PageBias[k] = r.Float32(), r.Float32()
	}
	m.Blocks.read(r, numFeatures)
	for k := range m.Kinds {
		m.Kinds[k].read(r, numNumbers)
	}
	m.Headlines.read(r, numTraits)
	if err := r.Close(); err != nil {
		return nil, fmt.Errorf("crawl/read/maintext: %w", err)
	}
	m.Index()
	return m, nil
}

//go:embed model.bin
var embedded []byte

// Learned is the model of this version.
var Learned = sync.OnceValue(func() *Model {
	m, err := Unmarshal(embedded)
	if err != nil {
		panic(err) // TestModel reads it
	}
	return m
})
