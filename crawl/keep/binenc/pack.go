package binenc

import (
	"runtime"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// version is the first byte of a packed text. The second says whether a dictionary is
// needed.
const version = 1

// A host gets a dictionary from the beginnings of its first pages, which hold its menus.
// Measured on four stored webs: 32 KB are as good as 220. Only the first hosts that are large
// get one. An encoder with a dictionary takes some 1.5 MB of memory, and takes another dictionary in .2 ms, so
// only a few are kept. It packs one page at a time; a host whose pages are packed
// at the same time has several.
const (
	samplePages  = 8        // pages before the dictionary is made
	sampleBytes  = 16 << 10 // of a page, at most
	maxSample    = 48 << 10 // of all of them
	maxSamples   = 4 << 20  // of all hosts; above it the host whose sample has not grown for the longest time begins anew
	dictionaries = 32       // at most
	maxEncoders  = 4        // with a dictionary that rest, at a time
)

// Packer packs the texts of the pages of a crawl. Several goroutines may use it.
type Packer struct {
	mu    sync.Mutex
	hosts map[string]*host
	made  int     // dictionaries
	begun []*host // hosts with a sample; the one that grew last comes last
	bytes int     // of samples
	idle  []idle  // encoders with a dictionary; the one used last comes last

	plain *zstd.Encoder // without a dictionary
	busy  chan struct{} // has room for as many pages as processors pack
	bufs  sync.Pool     // of *[]byte
}

// idle is an encoder that nobody uses, with the dictionary of the host.
type idle struct {
	of      *host
	encoder *zstd.Encoder
}

type host struct {
	pages      int
	sample     []byte
	dictionary *crawl.Dictionary
}

// maxHosts bounds the hosts whose pages are counted.
const maxHosts = 4096

// NewPacker returns a Packer that goes on with the dictionaries of an earlier one.
func NewPacker(known []*crawl.Dictionary) (*Packer, error) {
	processors := runtime.GOMAXPROCS(0)
	k := &Packer{hosts: make(map[string]*host), busy: make(chan struct{}, processors)}
	var err error
	if k.plain, err = newEncoder(processors, nil); err != nil {
		return nil, err
	}
	for _, d := range known {
		if k.made == dictionaries {
			break
		}
		k.hosts[d.Host], k.made = &host{pages: samplePages, dictionary: d}, k.made+1
	}
	return k, nil
}

func newEncoder(concurrency int, dictionary []byte) (*zstd.Encoder, error) {
	opt := []zstd.EOption{
		zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(concurrency), zstd.WithEncoderCRC(true), // finds a wrong dictionary
		zstd.WithWindowSize(keptWindow), zstd.WithLowerEncoderMem(true),
	}
	if dictionary != nil {
		opt = append(opt, zstd.WithEncoderDictRaw(rawID, dictionary))
	}
	return zstd.NewWriter(nil, opt...)
}

const (
	keptWindow = 128 << 10 // nearly every text and its dictionary; each encoder keeps as much twice
	rawID      = 1         // of every dictionary: each text is packed with one at most
)

// take returns an encoder with the dictionary of h, which nobody else uses until it is given back. A new one for
// each page would be half of all memory that a crawl of many hosts asks for.
func (k *Packer) take(h *host) (*zstd.Encoder, error) {
	k.mu.Lock()
	for i := len(k.idle) - 1; i >= 0; i-- {
		if e := k.idle[i].encoder; k.idle[i].of == h {
			k.idle = slices.Delete(k.idle, i, i+1)
			k.mu.Unlock()
			return e, nil
		}
	}
	if len(k.idle) < maxEncoders {
		k.mu.Unlock()
		return newEncoder(1, h.dictionary.Data)
	}
	e := k.idle[0].encoder
	k.idle = slices.Delete(k.idle, 0, 1)
	k.mu.Unlock()
	return e, e.ResetWithOptions(nil, zstd.WithEncoderDictRaw(rawID, h.dictionary.Data))
}

func (k *Packer) give(h *host, e *zstd.Encoder) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.idle) == maxEncoders {
		k.idle = slices.Delete(k.idle, 0, 1)
	}
	k.idle = append(k.idle, idle{h, e})
}

// maxBuffer is the longest buffer that is kept.
const maxBuffer = 256 << 10

// Pack returns the text of p.
func (k *Packer) Pack(p *crawl.Page) (*crawl.Text, error) {
	buf, _ := k.bufs.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	raw := EncodePage((*buf)[:0], p)
	if *buf = raw; cap(raw) <= maxBuffer {
		defer k.bufs.Put(buf)
	}
	k.busy <- struct{}{}
	defer func() { <-k.busy }()
	packed := make([]byte, 2, 64+len(raw)/2)
	packed[0] = version
	h := k.host(p.Host, raw)
	if h == nil {
		return &crawl.Text{Packed: k.plain.EncodeAll(raw, packed)}, nil
	}
	encoder, err := k.take(h)
	if err != nil {
		return nil, err
	}
	defer k.give(h, encoder)
	packed[1] = 1
	return &crawl.Text{Packed: encoder.EncodeAll(raw, packed), Dictionary: h.dictionary}, nil
}

// host returns the host whose dictionary packs a page; nil: none does. It may make the host's dictionary, in
// which this page has its part.
func (k *Packer) host(name string, raw []byte) *host {
	k.mu.Lock()
	defer k.mu.Unlock()
	h := k.hosts[name]
	if h == nil {
		if k.made == dictionaries || len(k.hosts) == maxHosts {
			return nil
		}
		h = new(host)
		k.hosts[name] = h
	}
	if h.dictionary != nil {
		return h
	}
	if k.made == dictionaries {
		return nil
	}
	k.grow(h, raw)
	if h.pages < samplePages && len(h.sample) < maxSample {
		return nil
	}
	h.dictionary = newDictionary(name, h.sample)
	k.drop(h)
	if k.made++; k.made == dictionaries {
		for len(k.begun) > 0 {
			k.drop(k.begun[0])
		}
	}
	return nil
}

// grow adds the beginning of a page to the sample of its host. Most hosts of a wide crawl have one page, and
// no use for a sample.
func (k *Packer) grow(h *host, raw []byte) {
	if i := slices.Index(k.begun, h); i >= 0 {
		k.begun = slices.Delete(k.begun, i, i+1)
	}
	k.begun = append(k.begun, h)
	h.pages++
	if n := min(len(raw), sampleBytes, maxSample-len(h.sample)); n > 0 {
		h.sample = append(h.sample, raw[:n]...)
		k.bytes += n
	}
	for k.bytes > maxSamples {
		k.begun[0].pages = 0
		k.drop(k.begun[0])
	}
}

// drop forgets the sample of a host.
func (k *Packer) drop(h *host) {
	if i := slices.Index(k.begun, h); i >= 0 {
		k.begun = slices.Delete(k.begun, i, i+1)
	}
	k.bytes -= len(h.sample)
	h.sample = nil
}

func newDictionary(host string, data []byte) *crawl.Dictionary {
	return &crawl.Dictionary{ID: dictionaryID(host, data), Host: host, Data: data}
}

// dictionaryID is a hash of the host and the data, and not 0.
func dictionaryID(host string, data []byte) uint64 {
	h := xxhash.New()
	h.WriteString(host) //nolint:errcheck // never fails
	h.Write([]byte{0})  //nolint:errcheck // never fails
	h.Write(data)       //nolint:errcheck // never fails
	return max(h.Sum64(), 1)
}

// Rest releases the memory of the dictionaries' encoders, which the next pages make
// again.
func (k *Packer) Rest() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.idle = nil
}

// Close releases the memory of the encoders.
func (k *Packer) Close() error { return k.plain.Close() }
