package state

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Versions of the replay record:
//
//	1
//	2  kind and time of change of a link
//	3  time of publication of a link's target, sizes of blocks
//	4  what a judge learns from the page
//	5  samples of what the page says
//	6  the date of a link's target is a day, or an instant with its zone
//
// Earlier versions are read; only the last is written.
const replayVersion = 6

// appendReplay writes the blocks of p, without their text, its links and features.
func appendReplay(b []byte, p *crawl.Page) []byte {
	w := binenc.AppendTo(b)
	c := linkCoder{coder: coder{w: &w}}
	c.replay(p)
	return w.Data()
}

func decodeReplay(b []byte, p *crawl.Page) error {
	c := linkCoder{coder: coder{r: binenc.NewReader(b)}}
	c.replay(p)
	return c.r.Close()
}

func (c *linkCoder) replay(p *crawl.Page) {
	version := c.version(1, replayVersion)
	items(&c.coder, &p.Blocks, 10, func(b *crawl.Block) { c.block(b, version) })
	items(&c.coder, &p.Links, 11, func(l *crawl.Link) { c.link(l, version) })
	if version >= 4 {
		c.features(p)
	}
	if version >= 5 {
		c.flags(&p.Sampled)
		c.hashes(&p.Runs)
		c.hashes(&p.Vocabulary)
	}
}

func (c *linkCoder) block(b *crawl.Block, version byte) {
	size := uint64(b.Len())
	if c.reading() {
		b.Region = crawl.Region(c.r.Byte())
	} else {
		c.w.Byte(byte(b.Region))
	}
	c.flags(&b.H1, &b.Title)
	c.fixed(&b.Key)
	if version < 3 {
		return
	}
	if c.uint(&size); c.reading() {
		b.Size = int(size & math.MaxInt32)
	}
}

func (c *linkCoder) link(l *crawl.Link, version byte) {
	for i, s := range [...]*string{&l.URL, &l.Host, &l.Text, &l.Title, &l.Context, &l.Heading, &l.Path} {
		c.ref(i, s)
	}
	if c.reading() {
		l.Region = crawl.Region(c.r.Byte())
	} else {
		c.w.Byte(byte(l.Region))
	}
	modified, published := c.linkFlags(l, version)
	list := uint64(l.List)
	if c.uint(&list); c.reading() {
		l.List = uint32(list)
	}
	if modified {
		c.time(&l.Modified)
	}
	switch {
	case published && version >= 6:
		c.date(&l.Published)
	case published:
		c.time(&l.Published.Time)
	}
	c.terms(&l.Terms)
}

// linkFlags keeps the marks of a link in the lowest three bits and its kind above
// them. Before version 3 there were two marks.
func (c *linkCoder) linkFlags(l *crawl.Link, version byte) (modified, published bool) {
	bits := uint64(l.Kind) << 3
	for i, set := range [...]bool{l.NoFollow, !l.Modified.IsZero(), !l.Published.IsZero()} {
		if set {
			bits |= 1 << i
		}
	}
	c.uint(&bits)
	if version < 3 {
		bits = bits&3 | bits>>2<<3
	}
	if c.reading() {
		l.NoFollow, l.Kind = bits&1 != 0, crawl.LinkKind(bits>>3)
	}
	return bits&2 != 0, bits&4 != 0
}

// terms keeps the numbers that are not zero: most links have none.
func (c *linkCoder) terms(t *crawl.LinkTerms) {
	fields := [...]*float32{
		&t.AnchorCore, &t.AnchorOther, &t.AnchorCover, &t.ContextCore, &t.ContextOther,
		&t.HeadingCore, &t.URLCore, &t.URLOther, &t.Relevance,
		&t.Title, // added last: no mask of an earlier record names it
	}
	var mask uint64
	for i, f := range fields {
		if math.Float32bits(*f) != 0 {
			mask |= 1 << i
		}
	}
	c.uint(&mask)
	for i, f := range fields {
		switch {
		case mask&(1<<i) == 0:
		case c.reading():
			*f = math.Float32frombits(c.r.Fixed32())
		default:
			c.w.Fixed32(math.Float32bits(*f))
		}
	}
}

// linkCoder is a coder that keeps a repeated string once: the links of a page
// share hosts, headings, contexts and paths.
type linkCoder struct {
	coder
	written int       // strings written in full
	recent  [7]recent // by field
	read    []string  // strings read in full
}

// recent holds the last strings of one field of the links, and their numbers.
type recent struct {
	s    [4]string
	n    [4]int
	next int
}

// ref keeps 0 and the string, or the number of an earlier equal one. Only the
// last strings of the same field are compared: a link shares its host with the
// page's other links, and its place and heading with its neighbours.
func (c *linkCoder) ref(field int, s *string) {
	if c.reading() {
		*s = c.readRef()
		return
	}
	r := &c.recent[field]
	for i, n := range r.n {
		if n > 0 && r.s[i] == *s {
			c.w.Uint(uint64(n))
			return
		}
	}
	c.written++
	r.s[r.next], r.n[r.next] = *s, c.written
	r.next = (r.next + 1) % len(r.s)
	c.w.Uint(0)
	c.w.Text(*s)
}

func (c *linkCoder) readRef() string {
	n := c.r.Uint()
	switch {
	case c.r.Err() != nil:
		return ""
	case n == 0:
		c.read = append(c.read, c.r.Text())
		return c.read[len(c.read)-1]
	case n > uint64(len(c.read)):
		c.r.Fail("string %d of %d", n, len(c.read))
		return ""
	}
	return c.read[n-1]
}
