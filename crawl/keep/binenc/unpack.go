package binenc

import (
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// VersionError reports a text that another version of the program packed.
type VersionError struct{ Version byte }

func (e *VersionError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *VersionError) Message() english.Phrase {
	return english.Phrasef("crawl/keep/binenc: the text has version %d, this program reads version %d", e.Version, version)
}

// errDamaged reports a text that cannot be unpacked.
var errDamaged = errors.New("crawl/keep/binenc: the kept text is damaged")

// maxRaw bounds an unpacked text: spans, marks and lengths beside the text.
const maxRaw = MaxText + 3*maxSpans + 8*MaxBlocks + (maxTrail+8)*maxField

// Unpacker reads what a Packer packed. Several goroutines may use it.
type Unpacker struct {
	mu       sync.Mutex
	decoders map[uint64]*zstd.Decoder // by dictionary; 0 for none
}

// Unpack returns the page of which t is the text.
func (u *Unpacker) Unpack(t *crawl.Text) (Page, error) {
	if len(t.Packed) < 2 {
		return Page{}, errDamaged
	}
	if t.Packed[0] != version {
		return Page{}, &VersionError{t.Packed[0]}
	}
	if t.Packed[1] > 1 || t.Packed[1] == 1 != (t.Dictionary != nil) {
		return Page{}, errDamaged
	}
	d, err := u.decoder(t.Dictionary)
	if err != nil {
		return Page{}, err
	}
	raw, err := d.DecodeAll(t.Packed[2:], nil)
	if err != nil {
		return Page{}, english.Errorf("%w: %w", errDamaged, err)
	}
	return DecodePage(raw)
}

func (u *Unpacker) decoder(dictionary *crawl.Dictionary) (*zstd.Decoder, error) {
	var id uint64
	opt := []zstd.DOption{zstd.WithDecoderConcurrency(0), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxRaw)}
	if dictionary != nil {
		id = dictionary.ID
		opt = append(opt, zstd.WithDecoderDictRaw(rawID, dictionary.Data))
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if d := u.decoders[id]; d != nil {
		return d, nil
	}
	d, err := zstd.NewReader(nil, opt...)
	if err != nil {
		return nil, english.Errorf("%w: %w", errDamaged, err)
	}
	if u.decoders == nil {
		u.decoders = make(map[uint64]*zstd.Decoder)
	}
	u.decoders[id] = d
	return d, nil
}

// Close releases the decoders.
func (u *Unpacker) Close() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, d := range u.decoders {
		d.Close()
	}
	u.decoders = nil
}
