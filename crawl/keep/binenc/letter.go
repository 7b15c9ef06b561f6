package binenc

import (
	"math"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// letterVersion is the version of the form of a letter.
//
//	1
//	2  the date of a link's target is a day, or an instant with its zone
//
// Version 1 is read: journals hold it.
const letterVersion = 2

// AppendLetter appends l to b. Link.Context is left out: the terms of a link hold what a
// ranker needs of it.
func AppendLetter(b []byte, l *crawl.Letter) []byte {
	w := AppendTo(b)
	writeLetter(&w, l)
	return w.Data()
}

// DecodeLetter reads what AppendLetter wrote. An error wraps binenc.ErrCorrupt.
func DecodeLetter(b []byte) (*crawl.Letter, error) {
	r := NewReader(b)
	l := readLetter(r)
	return l, r.Close()
}

func writeLetter(w *Writer, l *crawl.Letter) {
	w.Byte(letterVersion)
	w.Uint(uint64(max(l.From, 0)))
	w.Uint(l.Number)
	w.Text(l.Page)
	w.Text(l.Host)
	w.Text(l.Final)
	w.Int(int64(l.Depth))
	w.Floats(l.Relevance, l.Inherit)
	w.Int(int64(l.Fetched))
	w.Byte(flags(l.Source, l.Repeats, l.Moved, l.Seed))
	w.Uint(uint64(len(l.Links)))
	t := table{known: map[string]uint64{}}
	for i := range l.Links {
		t.writeLink(w, &l.Links[i])
	}
}

func readLetter(r *Reader) *crawl.Letter {
	version := r.Byte()
	if r.Err() == nil && (version < 1 || version > letterVersion) {
		r.Fail("a letter of version %d; this program reads 1 to %d", version, letterVersion)
	}
	l := &crawl.Letter{From: int(min(r.Uint(), math.MaxInt32)), Number: r.Uint(), Page: r.Text(), Host: r.Text(), Final: r.Text()}
	l.Depth = r.IntIn(math.MinInt32, math.MaxInt32)
	readNumbers(r, &l.Relevance, &l.Inherit)
	l.Fetched = r.IntIn(0, math.MaxInt)
	readFlags(r, &l.Source, &l.Repeats, &l.Moved, &l.Seed)
	n := r.Len(leastLink)
	if n > 0 {
		l.Links = make([]crawl.Link, 0, min(n, 1024))
	}
	t := table{version: version}
	for ; n > 0 && r.Err() == nil; n-- {
		l.Links = append(l.Links, t.readLink(r))
	}
	return l
}

// leastLink is the size of the shortest link.
const leastLink = 10

// table keeps a repeated string of the links of a letter once: they share hosts, headings
// and paths. A URL that begins like the one before is written from where it differs.
type table struct {
	version byte              // of a letter that is read
	known   map[string]uint64 // numbers of strings written, from 1
	list    []string          // strings read
	last    string            // URL
}

func (t *table) writeLink(w *Writer, l *crawl.Link) {
	same := commonPrefix(t.last, l.URL)
	w.Uint(uint64(same))
	w.Text(l.URL[same:])
	t.last = l.URL
	for _, s := range [...]string{l.Host, l.Text, l.Title, l.Heading, l.Path} {
		t.write(w, s)
	}
	w.Byte(byte(l.Region))
	w.Uint(uint64(l.Kind)<<3 | uint64(flags(l.NoFollow, !l.Modified.IsZero(), !l.Published.IsZero())))
	w.Uint(uint64(l.List))
	if !l.Modified.IsZero() {
		writeTime(w, l.Modified)
	}
	if !l.Published.IsZero() {
		writeTime(w, l.Published.Time)
		w.Uint(zoneOf(&l.Published))
	}
	k := &l.Terms
	w.Floats32(k.AnchorCore, k.AnchorOther, k.AnchorCover, k.ContextCore, k.ContextOther, k.HeadingCore, k.URLCore, k.URLOther, k.Relevance, k.Title)
}

func (t *table) readLink(r *Reader) (l crawl.Link) {
	same := r.Uint()
	if same > uint64(min(len(t.last), mostShared)) {
		r.Fail("%d bytes of a URL of %d", same, len(t.last))
		return l
	}
	l.URL = t.last[:same] + r.Text()
	t.last = l.URL
	for _, s := range [...]*string{&l.Host, &l.Text, &l.Title, &l.Heading, &l.Path} {
		*s = t.read(r)
	}
	l.Region = crawl.Region(r.Byte())
	bits := r.Uint()
	if bits>>3 > math.MaxUint8 {
		r.Fail("a link of kind %d", bits>>3)
	}
	l.NoFollow, l.Kind = bits&1 != 0, crawl.LinkKind(bits>>3)
	l.List = uint32(r.Uint())
	if bits&2 != 0 {
		l.Modified = readTime(r)
	}
	if bits&4 != 0 {
		l.Published.Time = readTime(r)
		if t.version >= 2 {
			readZone(r, &l.Published)
		}
	}
	k := &l.Terms
	r.Floats32(&k.AnchorCore, &k.AnchorOther, &k.AnchorCover, &k.ContextCore, &k.ContextOther, &k.HeadingCore, &k.URLCore, &k.URLOther, &k.Relevance, &k.Title)
	return l
}

// write writes the number of a string that was written before, or 0 and the string.
func (t *table) write(w *Writer, s string) {
	if n, ok := t.known[s]; ok {
		w.Uint(n)
		return
	}
	t.known[s] = uint64(len(t.known)) + 1
	w.Uint(0)
	w.Text(s)
}

func (t *table) read(r *Reader) string {
	switch n := r.Uint(); {
	case r.Err() != nil:
	case n == 0:
		t.list = append(t.list, r.Text())
		return t.list[len(t.list)-1]
	case n <= uint64(len(t.list)):
		return t.list[n-1]
	default:
		r.Fail("string %d of %d", n, len(t.list))
	}
	return ""
}

func writeTime(w *Writer, at time.Time) {
	w.Int(at.Unix())
	w.Uint(uint64(at.Nanosecond()))
}

// A date that is no instant in UTC has a number: 1 for a day, else 2 more than the seconds of its zone
// east of the westernmost one.
const westernmost = -86400

func zoneOf(d *crawl.Date) uint64 {
	_, east := d.Zone()
	switch {
	case d.Day:
		return 1
	case east == 0:
		return 0
	}
	return uint64(max(east, westernmost)-westernmost) + 2
}

func readZone(r *Reader, d *crawl.Date) {
	switch n := r.Uint(); {
	case n == 0:
	case n == 1:
		*d = crawl.DayOf(d.Time)
	case n <= 2-2*westernmost:
		*d = crawl.Instant(d.In(time.FixedZone("", int(n)-2+westernmost)))
	default:
		r.Fail("zone %d", n)
	}
}

func readTime(r *Reader) time.Time {
	sec, nsec := r.Int(), r.Uint()
	if nsec >= 1e9 {
		r.Fail("%d nanoseconds", nsec)
		return time.Time{}
	}
	return time.Unix(sec, int64(nsec)).UTC()
}

// mostShared bounds the bytes that a URL shares with the one before, so that a small
// message is never read into much memory.
const mostShared = 255

func commonPrefix(a, b string) int {
	n := min(len(a), len(b), mostShared)
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// flags keeps up to eight marks, the first in the lowest bit.
func flags(marks ...bool) (b byte) {
	for i, m := range marks {
		if m {
			b |= 1 << i
		}
	}
	return b
}

func readFlags(r *Reader, marks ...*bool) {
	b := r.Byte()
	for i, m := range marks {
		*m = b&(1<<i) != 0
	}
	if b>>len(marks) != 0 {
		r.Fail("marks %#x", b)
	}
}

// readNumbers reads numbers that are finite.
func readNumbers(r *Reader, v ...*float64) {
	r.Floats(v...)
	for _, x := range v {
		if math.IsInf(*x, 0) {
			r.Fail("not a finite number")
		}
	}
}
