package state

import (
	"math"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// coder writes or reads the fields of a record: one function per record
// describes both directions, so they cannot differ. Exactly one of w and r is
// set; with w, no field is assigned to.
type coder struct {
	w *binenc.Writer
	r *binenc.Reader
}

func (c *coder) reading() bool { return c.r != nil }

func (c *coder) uint(x *uint64) {
	if c.r != nil {
		*x = c.r.Uint()
	} else {
		c.w.Uint(*x)
	}
}

func (c *coder) int64(x *int64) {
	if c.r != nil {
		*x = c.r.Int()
	} else {
		c.w.Int(*x)
	}
}

func (c *coder) int(x *int) {
	n := int64(*x)
	if c.int64(&n); c.reading() {
		*x = int(n)
	}
}

func (c *coder) fixed(x *uint64) {
	if c.r != nil {
		*x = c.r.Fixed()
	} else {
		c.w.Fixed(*x)
	}
}

// float keeps every bit, of a NaN too.
func (c *coder) float(x *float64) {
	bits := math.Float64bits(*x)
	if c.fixed(&bits); c.reading() {
		*x = math.Float64frombits(bits)
	}
}

// hashes keeps a list of hashes.
func (c *coder) hashes(list *[]uint32) {
	items(c, list, 4, func(h *uint32) {
		if c.reading() {
			*h = c.r.Fixed32()
		} else {
			c.w.Fixed32(*h)
		}
	})
}

func (c *coder) text(s *string) {
	if c.r != nil {
		*s = c.r.Text()
	} else {
		c.w.Text(*s)
	}
}

func (c *coder) texts(list ...*string) {
	for _, s := range list {
		c.text(s)
	}
}

func (c *coder) ints(list ...*int) {
	for _, x := range list {
		c.int(x)
	}
}

// time keeps the instant; the zone becomes UTC and a zero time stays zero.
func (c *coder) time(t *time.Time) {
	sec, nsec := t.Unix(), uint64(t.Nanosecond())
	c.int64(&sec)
	c.uint(&nsec)
	if !c.reading() {
		return
	}
	if nsec >= 1e9 {
		c.r.Fail("%d nanoseconds", nsec)
	}
	*t = time.Unix(sec, int64(nsec)).UTC()
}

// date keeps a day, or an instant with the offset of its zone.
func (c *coder) date(d *crawl.Date) {
	c.time(&d.Time)
	_, east := d.Zone()
	day := d.Day
	c.flags(&day)
	c.int(&east)
	if !c.reading() {
		return
	}
	if east < -86400 || 86400 < east {
		c.r.Fail("a zone of %d seconds", east)
		return
	}
	if d.Day = day; east != 0 {
		d.Time = d.In(time.FixedZone("", east))
	}
}

// flags keeps up to 64 marks in one number, the first in its lowest bit.
func (c *coder) flags(marks ...*bool) {
	var bits uint64
	for i, m := range marks {
		if *m {
			bits |= 1 << i
		}
	}
	c.uint(&bits)
	for i, m := range marks {
		if c.reading() {
			*m = bits&(1<<i) != 0
		}
	}
}

// version writes now, or reads the version of a record and refuses one that is
// not between oldest and now.
func (c *coder) version(oldest, now byte) byte {
	if c.r == nil {
		c.w.Byte(now)
		return now
	}
	v := c.r.Byte()
	if v < oldest || v > now {
		c.r.Fail("a record of version %d; this program reads %d to %d", v, oldest, now)
	}
	return v
}

// items keeps a list: its length, then each item, of at least size bytes.
func items[T any](c *coder, list *[]T, size int, item func(*T)) {
	n := len(*list)
	c.int(&n)
	if c.r != nil {
		if n < 0 || n > c.r.Left()/size {
			c.r.Fail("%d items of %d bytes in %d bytes", n, size, c.r.Left())
			n = 0
		}
		if *list = nil; n > 0 {
			*list = make([]T, n)
		}
	}
	for i := range *list {
		item(&(*list)[i])
	}
}
