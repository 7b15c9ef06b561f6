package strategy

import (
	"bytes"
	"io"

	"github.com/ontocrawl/ontocrawl/crawl/binenc"
)

const (
	refreshName    = "refresh"
	refreshVersion = 1
)

// MarshalBinary implements [crawl.Checkpointer]. Where no refresh goes on it is
// the other strategy's memory alone, so that a crawl may be resumed with a
// Refresh or without.
func (r *Refresh) MarshalBinary() ([]byte, error) {
	own := r.own()
	inner, err := r.inner.MarshalBinary()
	return append(own, inner...), err
}

// WriteTo implements io.WriterTo, for large checkpoints.
func (r *Refresh) WriteTo(to io.Writer) (int64, error) {
	n, err := to.Write(r.own())
	if err != nil {
		return int64(n), err
	}
	if inner, ok := r.inner.(io.WriterTo); ok {
		more, err := inner.WriteTo(to)
		return int64(n) + more, err
	}
	data, err := r.inner.MarshalBinary()
	if err != nil {
		return int64(n), err
	}
	more, err := to.Write(data)
	return int64(n + more), err
}

// own is the memory of r itself: nothing if no refresh goes on, or none is left
// to go on with. A checkpoint is made only when the journal is replayed.
func (r *Refresh) own() []byte {
	r.live = true
	r.settle()
	if !r.begun || r.spent() {
		return nil
	}
	var w binenc.Writer
	w.Header(refreshName, refreshVersion)
	w.Uint(uint64(max(r.seq, r.last)))
	w.Uint(uint64(r.added))
	w.Uint(uint64(r.sent))
	r.queue.write(&w)
	var all binenc.Writer
	all.Header(refreshName, refreshVersion)
	all.Bytes(w.Data())
	return all.Data()
}

// spent reports a refresh that has nothing left to do.
func (r *Refresh) spent() bool {
	return r.queue.waiting+r.queue.flying+r.sent == 0 && (r.added >= r.p.New || r.inner.Len() == 0)
}

// UnmarshalBinary implements [crawl.Checkpointer]. After an error r is empty.
func (r *Refresh) UnmarshalBinary(data []byte) error {
	r.begun, r.added, r.sent, r.queue = false, 0, 0, frontier{}
	var mark binenc.Writer
	mark.Header(refreshName, refreshVersion)
	if len(data) == 0 || !bytes.HasPrefix(data, mark.Data()[:len(refreshName)+1]) {
		return r.inner.UnmarshalBinary(data)
	}
	all := binenc.NewReader(data)
	all.Header(refreshName, refreshVersion)
	own := all.Bytes()
	inner := all.Rest()
	err := all.Err()
	if err == nil {
		err = r.read(binenc.NewReader(own))
	}
	if err != nil {
		r.begun, r.added, r.sent, r.queue = false, 0, 0, frontier{}
		r.inner.UnmarshalBinary(nil) //nolint:errcheck // makes it empty
		return err
	}
	return r.inner.UnmarshalBinary(inner)
}

func (r *Refresh) read(s *binenc.Reader) error {
	s.Header(refreshName, refreshVersion)
	seq := int(s.Uint() & (1<<62 - 1))
	r.added, r.sent = int(s.Uint()&(1<<31-1)), int(s.Uint()&(1<<31-1))
	r.queue.read(s)()
	r.begun = true
	r.seq, r.live = seq, seq >= r.last
	return s.Close()
}
