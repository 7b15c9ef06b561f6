package strategy

import (
	"io"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

// The checkpoint of a strategy around another: its own memory with its length,
// then that of the other, which may be large, to the end.

func marshalAround(own []byte, inner crawl.Strategy) ([]byte, error) {
	var w binenc.Writer
	w.Bytes(own)
	data, err := inner.MarshalBinary()
	return append(w.Data(), data...), err
}

func writeAround(to io.Writer, own []byte, inner crawl.Strategy) (int64, error) {
	large, ok := inner.(io.WriterTo)
	if !ok {
		data, err := marshalAround(own, inner)
		if err != nil {
			return 0, err
		}
		n, err := to.Write(data)
		return int64(n), err
	}
	var w binenc.Writer
	w.Bytes(own)
	n, err := to.Write(w.Data())
	if err != nil {
		return int64(n), err
	}
	more, err := large.WriteTo(to)
	return int64(n) + more, err
}

// unmarshalAround reads what they wrote. After an error inner is empty.
func unmarshalAround(data []byte, read func(*binenc.Reader) error, inner crawl.Strategy) error {
	r := binenc.NewReader(data)
	own, rest := r.Bytes(), r.Rest()
	err := r.Err()
	if err == nil {
		err = read(binenc.NewReader(own))
	}
	if err != nil {
		inner.UnmarshalBinary(nil) //nolint:errcheck // it makes inner empty
		return err
	}
	return inner.UnmarshalBinary(rest)
}
