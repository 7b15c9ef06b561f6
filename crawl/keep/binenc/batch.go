package binenc

import (
	"fmt"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Batch holds what one part tells another, or all others, in one message.
type Batch struct {
	Letters  []*crawl.Letter
	Outcomes []*crawl.Outcome
}

const (
	// batchVersion is the version of the form of a batch.
	//
	//	1  compressed by zstd (RFC 8878)
	batchVersion = 1
	// maxBatch bounds the bytes of a batch before compression; Encode makes no larger one.
	maxBatch = 16 << 20
)

// Codec writes and reads batches. Several goroutines may use it.
type Codec struct {
	z *zstd.Encoder
	u *zstd.Decoder
}

// NewCodec returns a Codec.
func NewCodec() (*Codec, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/binenc: %w", err)
	}
	u, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBatch))
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/binenc: %w", err)
	}
	return &Codec{z, u}, nil
}

// Close releases what the Codec holds.
func (c *Codec) Close() error {
	c.u.Close()
	return c.z.Close()
}

// Encode writes b as one message. It fails for a batch above maxBatch, which the caller
// has to divide.
func (c *Codec) Encode(b *Batch) ([]byte, error) {
	var w Writer
	w.Uint(uint64(len(b.Letters)))
	for _, l := range b.Letters {
		w.Bytes(AppendLetter(nil, l))
	}
	w.Uint(uint64(len(b.Outcomes)))
	for _, o := range b.Outcomes {
		w.Bytes(AppendOutcome(nil, o))
	}
	if n := len(w.Data()); n > maxBatch {
		return nil, english.Errorf("crawl/keep/binenc: a batch of %d bytes, at most %d", n, maxBatch)
	}
	return c.z.EncodeAll(w.Data(), []byte{batchVersion}), nil
}

// Decode reads what Encode wrote. An error wraps binenc.ErrCorrupt, or says why the
// message cannot be decompressed.
func (c *Codec) Decode(data []byte) (*Batch, error) {
	if len(data) == 0 || data[0] != batchVersion {
		r := NewReader(data)
		r.Fail("a batch of version %d; this program reads %d", r.Byte(), batchVersion)
		return nil, r.Err()
	}
	body, err := c.u.DecodeAll(data[1:], nil)
	if err != nil {
		return nil, fmt.Errorf("crawl/keep/binenc: %w", err)
	}
	r, b := NewReader(body), new(Batch)
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		l, err := DecodeLetter(r.Bytes())
		if err != nil {
			return nil, err
		}
		b.Letters = append(b.Letters, l)
	}
	for n := r.Len(1); n > 0 && r.Err() == nil; n-- {
		o, err := DecodeOutcome(r.Bytes())
		if err != nil {
			return nil, err
		}
		b.Outcomes = append(b.Outcomes, o)
	}
	return b, r.Close()
}
