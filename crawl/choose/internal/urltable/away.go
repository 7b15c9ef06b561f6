package urltable

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"

	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// Records keeps records by number outside of memory (crawl/choose/spill).
type Records interface {
	// Put stores record n and returns the run that Get wants. It can be read after Flush.
	Put(n int32, data []byte) (run uint32)
	Flush()
	// Get calls use with record n of a run. It is false after a fault.
	Get(n int32, run uint32, use func(data []byte)) (ok bool)
	// Save makes what was put durable and stores what Load needs to find it.
	Save(w *binenc.Writer)
	Load(r *binenc.Reader)
	Clear()
	// Pages is where arrays that grow with the number of URLs may lie; nil: in the heap.
	Pages() hashindex.Source
	// Slots is where a table by hash may lie when it is too large for memory; nil: nowhere.
	Slots() hashindex.File
}

// away holds what a Table knows of texts that are not in memory. Then URLs are told apart
// by 64 bits of SHA-256 under a key that nobody outside knows. That two of n URLs share
// them has the probability n²/2^65: 3 in a million for ten million URLs, 3 in ten
// thousand for a hundred million. The later one of such a pair would count as known.
type away struct {
	disk    Records // nil: texts are not spilled
	most    int     // blocks in memory
	first   int     // the first block whose text is in memory
	runs    []uint32
	bare    bool // texts are forgotten
	key     []byte
	checks  hashindex.Array[uint32] // by number
	filling *filling                // of texts that are away, from Load until Index
	cache   [64]cached
	lately  []text // texts that were read, each at its number modulo their count; nil: none
}

// text is the text of a URL with its number. A page that was chosen, and so read, is asked for
// again as the parent of its links.
type text struct {
	id  int32
	url string // "": none
}

const latelyRead = 1 << 12 // half a megabyte

// cached is a block that was read, as it was stored.
type cached struct {
	at   int32
	data []byte // nil: none
}

const keySize = 16

// mostIndexed is how many URLs the table by hash has in memory: 120 MB.
const mostIndexed = 12 << 20

func (a *away) print(url string) print {
	var buf [512]byte
	sum := sha256.Sum256(append(append(buf[:0], a.key...), url...))
	return print{binary.LittleEndian.Uint32(sum[:]), binary.LittleEndian.Uint32(sum[4:])}
}

// SpillTo makes an empty Table keep the texts of all but the latest most URLs on disk.
func (t *Table) SpillTo(disk Records, most int) {
	t.away = away{disk: disk, most: max(most/blockLen, 2)}
	if disk != nil {
		t.away.checks.From(disk.Pages())
		t.index.SpillTo(disk.Slots(), mostIndexed)
	}
}

// Away reports whether some text is not in memory.
func (t *Table) Away() bool { return t.away.key != nil }

// Forget drops all texts, now and later, for a caller that asks for numbers only.
func (t *Table) Forget() {
	if t.away.bare {
		return
	}
	t.leave()
	t.away.bare = true
	clear(t.texts)
}

// leave prepares for texts that are not in memory.
func (t *Table) leave() {
	if t.away.key != nil {
		return
	}
	t.away.key = make([]byte, keySize)
	rand.Read(t.away.key) //nolint:errcheck // never fails (crypto/rand)
	t.Index()
}

// spill moves the oldest quarter of the texts to disk when too many are in memory.
func (t *Table) spill() {
	a := &t.away
	if a.disk == nil || len(t.texts)-a.first <= a.most {
		return
	}
	t.leave()
	var buf []byte
	for range max(a.most/4, 1) {
		buf = buf[:0]
		for _, text := range t.texts[a.first] {
			buf = append(binary.AppendUvarint(buf, uint64(len(text))), text...)
		}
		a.runs = append(a.runs, a.disk.Put(int32(a.first), buf))
		t.texts[a.first] = nil
		a.first++
	}
	a.disk.Flush()
}

// read returns a text from disk, "" after a fault or if it was forgotten.
func (t *Table) read(id int32) string {
	a, at := &t.away, id/blockLen
	if a.bare {
		return ""
	}
	if a.lately == nil {
		a.lately = make([]text, latelyRead)
	}
	l := &a.lately[id%latelyRead]
	if l.id != id || l.url == "" {
		*l = text{id, a.readBlock(id, at)}
	}
	return l.url
}

// readBlock returns a text from the block at at.
func (a *away) readBlock(id, at int32) string {
	c := &a.cache[at%int32(len(a.cache))]
	if c.data == nil || c.at != at {
		*c = cached{at: at, data: c.data[:0]}
		a.disk.Get(at, a.runs[at], func(data []byte) { c.data = append(c.data, data...) })
	}
	r := binenc.NewReader(c.data)
	for range id % blockLen {
		r.Bytes()
	}
	return r.Text()
}

// Save stores a Table with texts that are not in memory; texts on disk are not
// repeated.
func (t *Table) Save(w *binenc.Writer) {
	a := &t.away
	w.Bool(a.bare)
	if !a.bare {
		a.disk.Save(w)
	}
	w.Bytes(a.key)
	w.Uint(uint64(t.n))
	w.Uint(uint64(len(a.runs)))
	for _, run := range a.runs {
		w.Uint(uint64(run))
	}
	n := a.first * blockLen // texts that are away
	if a.bare {
		n = t.n
	}
	for from := 0; from < n; from += printsAtOnce {
		for i, hash := range t.hashes(from, min(from+printsAtOnce, n)) {
			w.Spill()
			w.Fixed32(hash)
			w.Fixed32(*a.checks.At(int32(from + i)))
		}
	}
	for id := n; id < t.n; id++ {
		w.Spill()
		w.Text(t.At(int32(id)))
	}
}

// printsAtOnce is for how many URLs hashes are taken out of the index at a time: 64 MB of memory. Each time
// goes through the whole index.
const printsAtOnce = 1 << 24

// hashes returns the hashes of the URLs from a number to another.
func (t *Table) hashes(from, to int) []uint32 {
	hashes := make([]uint32, to-from)
	t.index.Each(func(hash uint32, id int32) {
		if from <= int(id) && int(id) < to {
			hashes[int(id)-from] = hash
		}
	})
	return hashes
}

// Load reads what Save stored into an empty Table, to which SpillTo was applied unless
// texts were forgotten. Its URLs are found only after Index, which may run beside other
// reading.
func (t *Table) Load(r *binenc.Reader) {
	a := &t.away
	switch a.bare = r.Bool(); {
	case a.bare:
	case a.disk == nil:
		r.Fail("the texts of some URLs lie in a folder, which was not opened")
	default:
		a.disk.Load(r)
	}
	a.key = append([]byte(nil), r.Bytes()...)
	n := r.Len(1)
	a.runs = make([]uint32, r.Len(1))
	for i := range a.runs {
		a.runs[i] = uint32(r.Uint())
	}
	a.first = len(a.runs)
	known := a.first * blockLen
	if a.bare {
		known = n
	}
	if len(a.key) != keySize || known > n {
		r.Fail("%d of %d texts are away", known, n)
		return
	}
	t.texts = make([]*block, a.first, n/blockLen+1)
	t.loadPrints(r, known)
	for id := known; id < n && r.Err() == nil; id++ {
		r.Pool(true)
		t.append(r.Text())
		r.Pool(false)
	}
}

// loadPrints reads the fingerprints of the URLs whose texts are not in memory.
func (t *Table) loadPrints(r *binenc.Reader, known int) {
	a := &t.away
	if known > r.Left()/printSize { // before room is made for them
		r.Fail("%d fingerprints in %d bytes", known, r.Left())
	}
	f := &filling{n: known, index: t.index.Emptied(), once: make(chan bool, 1)}
	for left := known; left > 0; {
		hashes := make([]uint32, min(left, hashBlock))
		for i := range hashes {
			p := r.Fixed()
			hashes[i] = uint32(p)
			a.checks.Add(uint32(p >> 32))
		}
		f.hashes = append(f.hashes, hashes)
		left -= len(hashes)
	}
	if r.Err() != nil {
		return
	}
	f.checks, a.filling = a.checks, f
	go f.fill()
	t.n = known
	for len(t.texts)*blockLen < known { // of a bare table
		t.texts = append(t.texts, nil)
	}
}

const printSize = 8

// filling is an index that is filled beside what is read after the fingerprints. It refers to
// nothing that changes meanwhile.
type filling struct {
	n      int
	hashes [][]uint32 // of all URLs, in blocks
	checks hashindex.Array[uint32]
	index  hashindex.Index
	once   chan bool // gets whether no two URLs have one fingerprint
}

const hashBlock = 1 << 16

func (f *filling) fill() {
	once := f.index.Fill(f.n, func(n int32) uint32 { return f.hashes[n/hashBlock][n%hashBlock] },
		func(m, n int32) bool { return *f.checks.At(m) == *f.checks.At(n) })
	f.hashes = nil
	f.once <- once
}
