package binenc

import "io"

// stream holds the bytes that a Reader has not read yet into memory.
type stream struct {
	from io.Reader
	left int    // bytes of it
	room []byte // where the next ones go; reused
}

// window is how much of a stream is in memory.
const window = 256 << 10

// NewStream returns a Reader of the next n bytes of from. It has a window of them in memory, so what
// Bytes, Take, Rest and Peek return is valid until the next call only. If from ends early or fails, that
// is an error of the Reader.
func NewStream(from io.Reader, n int) *Reader { return &Reader{from: stream{from: from, left: n}} }

// peek returns the next n bytes, or as many as are left, and does not read them.
func (r *Reader) peek(n int) []byte {
	r.need(min(n, window))
	return r.buf[r.at:min(r.at+n, len(r.buf))]
}

// Read implements io.Reader, of all that is left.
func (r *Reader) Read(b []byte) (int, error) {
	if r.need(1); r.err != nil {
		return 0, r.err
	}
	if r.Left() == 0 {
		return 0, io.EOF
	}
	n := copy(b, r.buf[r.at:])
	r.at += n
	return n, nil
}

// need sees to it that buf has the next n bytes, at most a window, or all that are left.
func (r *Reader) need(n int) {
	have := len(r.buf) - r.at
	if have >= n || r.from.left == 0 {
		return
	}
	if r.from.room == nil {
		r.from.room = make([]byte, min(window, have+r.from.left))
	}
	room := r.from.room
	copy(room, r.buf[r.at:])
	most := min(len(room), have+r.from.left)
	got, err := io.ReadAtLeast(r.from.from, room[have:most], min(n, most)-have)
	if r.buf, r.at = room[:have+got], 0; err != nil {
		r.Fail("%v", err)
		return
	}
	r.from.left -= got
}

// takeLarge reads n bytes, more than buf has and there are less of than are left, into memory of their own.
func (r *Reader) takeLarge(n int) []byte {
	b := make([]byte, n)
	have := copy(b, r.buf[r.at:])
	if _, err := io.ReadFull(r.from.from, b[have:]); err != nil {
		r.Fail("%v", err)
		return nil
	}
	r.buf, r.at = nil, 0
	r.from.left -= n - have
	return b
}
