package state

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A visit is stored in two records. The line holds what the run folder shows
// of it and stays for ever. The trail holds what only a replay needs (links
// and block keys); it is deleted when a checkpoint covers the visit, which is
// what keeps a long crawl's disk use near its frontier's.
//
// Both begin with a version byte. Integers are varints, floats their eight (or
// four) little-endian bytes, strings a length and the bytes. In a trail a
// string that occurred before is a back reference, since the links of a page
// share hosts, headings, contexts and paths.
const (
	// Since the third version: the kind of a failure.
	lineVersion = 4
	kindVersion = 4
	// Since the second version: when a feed says that the target of a link was
	// published, the sizes of blocks.
	trailVersion = 3
	// Earlier versions are read and no longer written.
	oldVersion    = 1 // without what the second version added
	secondVersion = 2 // and what the third added: when a page was published, its own address
)

var errCodec = errors.New("record is not a visit of this version")

// Flags of a line.
const (
	flagPage = 1 << iota
	flagRelevant
	flagNoFollow
	flagNoIndex
	flagAgain
	flagExact
	flagSource
)

func appendLine(b []byte, v *crawl.Visit) []byte {
	e := encoder{b: append(b, lineVersion)}
	var flags uint64
	if v.Page != nil {
		flags |= flagPage
		flags |= flag(v.Page.NoFollow, flagNoFollow) | flag(v.Page.NoIndex, flagNoIndex) | flag(v.Page.Source, flagSource)
	}
	flags |= flag(v.Choice.Again, flagAgain) | flag(v.Same.Exact, flagExact)
	e.uint(flags | flag(v.Score.Relevant, flagRelevant))
	e.int(v.Seq)
	e.str(v.Choice.URL)
	e.str(v.Choice.Host)
	e.str(v.Choice.Parent)
	e.int(v.Choice.Depth)
	e.float(v.Choice.Priority)
	e.float(v.Score.Relevance)
	e.int(len(v.Score.Evidence))
	for i := range v.Score.Evidence {
		e.evidence(&v.Score.Evidence[i])
	}
	e.int(v.LinkCount)
	e.int(v.Status)
	e.str(v.Failure.Text)
	e.time(v.FetchedAt)
	if v.Page != nil {
		e.page(v.Page)
	}
	for _, s := range []string{v.ETag, v.LastModified, v.Stored.File, v.Same.Of} {
		e.str(s)
	}
	e.int(int(v.Stored.Offset))
	e.int(int(v.Stored.Length))
	e.int(v.Same.Distance)
	e.uint(uint64(v.Failure.Kind))
	return e.b
}

func flag(set bool, f uint64) uint64 {
	if set {
		return f
	}
	return 0
}

func (e *encoder) evidence(x *crawl.Evidence) {
	e.str(x.Concept)
	e.str(x.Label)
	e.str(x.Group)
	e.int(x.Count)
	e.float(x.Contribution)
}

func (e *encoder) page(p *crawl.Page) {
	for _, s := range []string{p.URL, p.Final, p.Host, p.Title, p.Lang, p.Charset} {
		e.str(s)
	}
	e.int(p.Status)
	e.int(p.Words)
	e.uint64(p.Hash)
	e.time(p.FetchedAt)
	e.int(p.Bytes)
	e.uint64(p.Simhash)
	e.str(p.Canonical)
	e.str(p.PublishedBy)
	if p.PublishedBy != "" {
		e.time(p.Published)
	}
}

func decodeLine(b []byte) (*crawl.Visit, error) {
	d := decoder{b: b}
	version := d.byte()
	if version < oldVersion || version > lineVersion {
		return nil, errCodec
	}
	flags := d.uint()
	v := &crawl.Visit{Seq: d.int()}
	v.Choice = crawl.Choice{URL: d.str(), Host: d.str(), Parent: d.str(), Depth: d.int(), Priority: d.float()}
	v.Score = crawl.Score{Relevance: d.float(), Relevant: flags&flagRelevant != 0}
	if n := d.count(12); n > 0 { // an Evidence takes at least 12 bytes
		v.Score.Evidence = make([]crawl.Evidence, n)
		for i := range v.Score.Evidence {
			v.Score.Evidence[i] = crawl.Evidence{Concept: d.str(), Label: d.str(), Group: d.str(), Count: d.int(), Contribution: d.float()}
		}
	}
	v.LinkCount, v.Status, v.Failure.Text, v.FetchedAt = d.int(), d.int(), d.str(), d.time()
	if flags&flagPage != 0 {
		v.Page = d.page(version)
		v.Page.NoFollow, v.Page.NoIndex, v.Page.Source = flags&flagNoFollow != 0, flags&flagNoIndex != 0, flags&flagSource != 0
	}
	if version != oldVersion {
		v.Choice.Again, v.Same.Exact = flags&flagAgain != 0, flags&flagExact != 0
		v.ETag, v.LastModified, v.Stored.File, v.Same.Of = d.str(), d.str(), d.str(), d.str()
		v.Stored.Offset, v.Stored.Length, v.Same.Distance = int64(d.int()), int64(d.int()), d.int()
	}
	if version >= kindVersion {
		v.Failure.Kind = crawl.FailureKind(min(d.uint(), math.MaxUint8))
	} else if v.Failed() {
		v.Failure.Kind = legacyKind(v)
	}
	return v, d.end()
}

func (d *decoder) page(version byte) *crawl.Page {
	p := &crawl.Page{
		URL: d.str(), Final: d.str(), Host: d.str(), Title: d.str(), Lang: d.str(), Charset: d.str(),
		Status: d.int(), Words: d.int(), Hash: d.uint64(), FetchedAt: d.time(), Bytes: d.int(),
	}
	if version != oldVersion {
		p.Simhash = d.uint64()
	}
	if version > secondVersion {
		p.Canonical = d.str()
		if p.PublishedBy = d.str(); p.PublishedBy != "" {
			p.Published = d.time()
		}
	}
	return p
}

// appendTrail writes the blocks (without their text) and the links of p.
func appendTrail(b []byte, p *crawl.Page) []byte {
	e := encoder{b: append(b, trailVersion)}
	e.int(len(p.Blocks))
	for i := range p.Blocks {
		k := &p.Blocks[i]
		e.b = append(e.b, byte(k.Region), byte(flag(k.H1, 1)|flag(k.Title, 2)))
		e.uint64(k.Key)
		e.uint(uint64(k.Len()))
	}
	e.int(len(p.Links))
	for i := range p.Links {
		e.link(&p.Links[i])
	}
	return e.b
}

func (e *encoder) link(l *crawl.Link) {
	for i, s := range [...]string{l.URL, l.Host, l.Text, l.Title, l.Context, l.Heading, l.Path} {
		e.ref(i, s)
	}
	e.b = append(e.b, byte(l.Region))
	e.uint(flag(l.NoFollow, 1) | flag(!l.Modified.IsZero(), 2) | flag(!l.Published.IsZero(), 4) | uint64(l.Kind)<<3)
	e.uint(uint64(l.List))
	if !l.Modified.IsZero() {
		e.time(l.Modified)
	}
	if !l.Published.IsZero() {
		e.time(l.Published)
	}
	e.terms(&l.Terms)
}

// terms writes only the numbers that are not zero: most links hold none.
func (e *encoder) terms(t *crawl.LinkTerms) {
	var mask uint64
	fields := termFields(t)
	for i, f := range fields {
		mask |= flag(math.Float32bits(*f) != 0, 1<<i)
	}
	e.uint(mask)
	for i, f := range fields {
		if mask&(1<<i) != 0 {
			e.b = binary.LittleEndian.AppendUint32(e.b, math.Float32bits(*f))
		}
	}
}

func termFields(t *crawl.LinkTerms) [10]*float32 {
	return [10]*float32{
		&t.AnchorCore, &t.AnchorOther, &t.AnchorCover, &t.ContextCore, &t.ContextOther,
		&t.HeadingCore, &t.URLCore, &t.URLOther, &t.Relevance,
		&t.Title, // since then: the mask of an older trail never names it
	}
}

func decodeTrail(b []byte, p *crawl.Page) error {
	d := decoder{b: b}
	version := d.byte()
	if version < oldVersion || version > trailVersion {
		return errCodec
	}
	if n := d.count(10); n > 0 {
		p.Blocks = make([]crawl.Block, n)
	}
	for i := range p.Blocks {
		region, flags := crawl.Region(d.byte()), d.byte()
		p.Blocks[i] = crawl.Block{Region: region, H1: flags&1 != 0, Title: flags&2 != 0, Key: d.uint64()}
		if version > secondVersion {
			p.Blocks[i].Size = int(d.uint() & math.MaxInt32)
		}
	}
	if n := d.count(11); n > 0 {
		p.Links = make([]crawl.Link, n)
	}
	for i := range p.Links {
		d.link(&p.Links[i], version)
	}
	return d.end()
}

func (d *decoder) link(l *crawl.Link, version byte) {
	*l = crawl.Link{URL: d.ref(), Host: d.ref(), Text: d.ref(), Title: d.ref(), Context: d.ref(), Heading: d.ref(), Path: d.ref()}
	l.Region = crawl.Region(d.byte())
	flags := d.uint()
	if version <= secondVersion { // of the first they were 0 or 1
		flags = flags&3 | flags>>2<<3
	}
	l.NoFollow, l.Kind = flags&1 != 0, crawl.LinkKind(flags>>3)
	l.List = uint32(d.uint())
	if flags&2 != 0 {
		l.Modified = d.time()
	}
	if flags&4 != 0 {
		l.Published = d.time()
	}
	mask := d.uint()
	for i, f := range termFields(&l.Terms) {
		if mask&(1<<i) != 0 {
			*f = math.Float32frombits(d.uint32())
		}
	}
}
