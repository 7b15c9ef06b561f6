package state

import (
	"encoding/binary"
	"math"
	"time"
)

// encoder appends numbers and strings to b.
type encoder struct {
	b       []byte
	written int       // strings that ref has written out
	recent  [7]recent // by field
}

func (e *encoder) uint(x uint64)   { e.b = binary.AppendUvarint(e.b, x) }
func (e *encoder) int(x int)       { e.b = binary.AppendVarint(e.b, int64(x)) }
func (e *encoder) uint64(x uint64) { e.b = binary.LittleEndian.AppendUint64(e.b, x) }
func (e *encoder) float(x float64) { e.uint64(math.Float64bits(x)) }

func (e *encoder) str(s string) {
	e.uint(uint64(len(s)))
	e.b = append(e.b, s...)
}

// recent are the last strings of one field of the links, and their numbers.
type recent struct {
	s    [4]string
	n    [4]int
	next int
}

// ref writes 0 and the string, or the number of a string written before. It
// looks among the last ones of the same field only: the links of a page share
// their host, and with their neighbours place and heading.
func (e *encoder) ref(field int, s string) {
	r := &e.recent[field]
	for i, n := range r.n {
		if n > 0 && r.s[i] == s {
			e.uint(uint64(n))
			return
		}
	}
	e.written++
	r.s[r.next], r.n[r.next] = s, e.written
	r.next = (r.next + 1) % len(r.s)
	e.uint(0)
	e.str(s)
}

// time keeps the instant; the zone becomes UTC and a zero time stays zero.
func (e *encoder) time(t time.Time) {
	e.b = binary.AppendVarint(e.b, t.Unix())
	e.uint(uint64(t.Nanosecond()))
}

// decoder reads what encoder wrote. After the first fault it yields zeros and
// end reports it, so callers need not check each field.
type decoder struct {
	b    []byte
	bad  bool
	refs []string
}

func (d *decoder) fail() { d.bad, d.b = true, nil }

func (d *decoder) end() error {
	if d.bad || len(d.b) != 0 {
		return errCodec
	}
	return nil
}

func (d *decoder) take(n int) []byte {
	if n > len(d.b) {
		d.fail()
		return nil
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

func (d *decoder) byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (d *decoder) uint() uint64 {
	x, n := binary.Uvarint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return x
}

func (d *decoder) int() int { return int(d.varint()) }

func (d *decoder) varint() int64 {
	x, n := binary.Varint(d.b)
	if n <= 0 {
		d.fail()
		return 0
	}
	d.b = d.b[n:]
	return x
}

func (d *decoder) uint32() uint32 {
	if b := d.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (d *decoder) uint64() uint64 {
	if b := d.take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (d *decoder) float() float64 { return math.Float64frombits(d.uint64()) }

// str copies, so that a URL a strategy keeps does not keep its whole record.
func (d *decoder) str() string {
	n := d.uint()
	if n > uint64(len(d.b)) {
		d.fail()
		return ""
	}
	return string(d.take(int(n)))
}

func (d *decoder) ref() string {
	n := d.uint()
	switch {
	case n == 0 && !d.bad:
		d.refs = append(d.refs, d.str())
		return d.refs[len(d.refs)-1]
	case n > uint64(len(d.refs)):
		d.fail()
		return ""
	case n == 0:
		return ""
	}
	return d.refs[n-1]
}

func (d *decoder) time() time.Time {
	sec, nsec := d.varint(), d.uint()
	if nsec >= 1e9 {
		d.fail()
		return time.Time{}
	}
	return time.Unix(sec, int64(nsec)).UTC()
}

// count reads a length and refuses one that the bytes left cannot hold, each
// item taking at least size bytes: a broken record must not ask for memory.
func (d *decoder) count(size int) int {
	n := d.varint()
	if n < 0 || n > int64(len(d.b)/size) {
		d.fail()
		return 0
	}
	return int(n)
}
