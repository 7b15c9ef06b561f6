package learned

import (
	"cmp"
	"encoding/binary"
	"io"
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// Versions of the checkpoint:
//
//	1  had no names and wrote what is 0
//	2  had other features, and rates that do not fade
//	3  had no names of lists
//	4  did not tell outside links from others
//	5  knew nothing of names
//	6  knew nothing of search engines
//	7
//	8  some evidence is on disk
//	9  URLs have the numbers of a frontier
//
// 3 to 9 are read; 9 is written only with shared numbers, 8 only if evidence was spilled. A link of which 3 or 4 know
// that the first page with it is of its own host counts as a link from there, and one that
// other hosts have as an outside link.
const (
	currentVersion = 7
	spilledVersion = 8
	sharedVersion  = 9
	oldestVersion  = 3
)

// featuresIn is the number of dense features that a version knew.
func featuresIn(version uint64) int {
	switch version {
	case 3:
		return fHubName
	case 4:
		return fOutside
	case 5:
		return fNamed
	case 6:
		return fResult
	}
	return numFeatures
}

func (r *Ranker) form() *binenc.Memory {
	m := &binenc.Memory{Name: "recipe", Version: currentVersion, Write: r.save, Read: map[uint64]func(*binenc.Reader){}}
	switch {
	case r.shared != nil:
		m.Version = sharedVersion
	case r.spills:
		m.Version = spilledVersion
	}
	for v := uint64(oldestVersion); v <= sharedVersion; v++ {
		m.Read[v] = func(in *binenc.Reader) { r.load(in, v) }
	}
	return m
}

// WriteTo implements [crawl.Checkpointer].
func (r *Ranker) WriteTo(to io.Writer) (int64, error) { return r.form().WriteTo(to) }

// ReadFrom implements [crawl.Checkpointer]. After an error r is empty.
func (r *Ranker) ReadFrom(p crawl.Part) error {
	err := r.form().ReadFrom(p)
	if err != nil {
		r.clear()
	}
	return err
}

func (r *Ranker) save(w *binenc.Writer) {
	if r.shared != nil {
		w.Bool(r.spills)
	}
	if r.spills {
		r.disk.Save(w)
		w.Float(r.cut)
	}
	r.saveNumbers(w)
	r.clusters.write(w)
	w.Uint(uint64(len(r.pagesOn)))
	for _, n := range r.pagesOn {
		w.Spill()
		w.Uint(uint64(n))
	}
	for i := range int32(r.nodes.Len()) {
		n := r.at(i)
		w.Spill()
		w.Uint(n.flags())
		if n.done() {
			w.Float32(r.page(n).r)
			w.Float32(r.page(n).inherit)
		}
		if run, ok := n.evidence().run(); ok {
			w.Int(int64(run))
		} else if t := n.evidence(); t > 0 {
			r.waiting.at(t).writeAll(w)
		}
	}
	r.model.write(w)
	r.names.write(w)
}

func (e *evidence) writeAll(w *binenc.Writer) {
	e.write(w)
	e.writeHub(w)
	e.writeOutside(w)
	e.writeNamed(w)
	e.writeResult(w)
}

// readEvidence reads what writeAll of a version wrote into e, which is zero. last is how
// many URLs were numbered.
func (r *Ranker) readEvidence(in *binenc.Reader, e *evidence, version uint64, last int) {
	e.read(in, r.clusters.known(), last)
	if e.hub = -1; version >= 4 {
		e.readHub(in, last)
	}
	e.readOutside(in, r.clusters.known(), version)
	if e.ending = -1; version >= 6 {
		e.readNamed(in, r.clusters.known())
	}
	if e.result = -1; version >= 7 {
		e.readResult(in, r.clusters.known())
	}
}

func (r *Ranker) load(in *binenc.Reader, written uint64) {
	if r.spills = written == spilledVersion || written >= sharedVersion && in.Bool(); r.spills && r.disk == nil {
		in.Fail("the evidence of some links lies in a folder, which was not opened")
	} else if r.spills {
		r.disk.Load(in)
		r.cut = in.Float()
	} else if r.disk != nil {
		r.disk.Clear()
	}
	n, to, check := r.loadNumbers(in, written)
	single := linkrank.Beside(r.clusters.read(in))
	r.pagesOn = make([]int32, 0, in.Len(1))
	for len(r.pagesOn) < cap(r.pagesOn) {
		r.pagesOn = append(r.pagesOn, int32(in.Uint()&(1<<31-1)))
	}
	r.clearNodes()
	for i := 0; i < n && in.Err() == nil; i++ {
		id := int32(i)
		if to != nil {
			id = to[i]
		}
		r.nodes.Grow(int(id) + 1)
		r.readNode(in, id, written, to)
	}
	r.model.read(in, featuresIn(written))
	if r.names = (names{}); written >= 6 {
		r.names.read(in)
	}
	if urls, groups := check(), single(); !urls || !groups {
		in.Fail("a URL or a cluster is stored twice")
	}
	if to != nil && in.Err() == nil {
		r.moveSpilled(in, to)
	}
}

// clear makes r as new, but for its place on disk.
func (r *Ranker) clear() {
	disk, most, shared, joined := r.disk, r.most, r.shared, r.told.joined
	*r = *New(0)
	r.told.joined = joined
	if r.shared = shared; disk != nil {
		disk.Clear()
		r.SpillTo(disk, most)
	}
}

func (e *evidence) write(w *binenc.Writer) {
	t := &e.terms
	w.Floats32(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], e.maxR, e.inherit, e.child, e.language)
	w.Floats(e.sumR)
	w.Uint(uint64(e.pages))
	w.Uint(uint64(e.atHome))
	w.Int(int64(e.from))
	for _, c := range [...]int32{e.home, e.pattern, e.prefix1, e.prefix2, e.host} {
		w.Int(int64(c))
	}
	w.Uint(uint64(e.depth))
	w.Bool(e.pager)
	w.Bool(e.main)
	w.Uint(uint64(e.ins))
	for _, in := range e.in[:e.ins] {
		w.Int(int64(in.list))
		w.Int(int64(in.path))
		w.Int(int64(in.hub))
	}
	writeHashed(w, e.words())
}

func (e *evidence) read(r *binenc.Reader, clusters, nodes int) {
	t := &e.terms
	r.Floats32(&t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7], &e.maxR, &e.inherit, &e.child, &e.language)
	if r.Floats(&e.sumR); !(e.sumR >= 0 && e.sumR <= math.MaxFloat32) {
		r.Fail("%v is not within its range", e.sumR)
	}
	e.pages = int32(r.Uint() & (1<<31 - 1))
	e.atHome = int32(r.Uint() & (1<<31 - 1))
	e.from = int32(r.IntIn(-1, nodes-1))
	e.home = int32(r.IntIn(-1, clusters-1))
	of := func() int32 { return int32(r.IntIn(0, clusters-1)) }
	for _, c := range [...]*int32{&e.pattern, &e.prefix1, &e.prefix2, &e.host} {
		*c = of()
	}
	e.depth = int32(r.Uint() & (1<<31 - 1))
	e.pager, e.main = r.Bool(), r.Bool()
	ins := r.Len(3)
	if ins > maxInLinks {
		r.Fail("%d in-links remembered", ins)
		ins = 0
	}
	e.ins = uint8(ins)
	for i := range e.in[:e.ins] {
		e.in[i] = inLink{list: of(), path: of(), hub: of()}
	}
	e.nwords = uint8(len(readHashed(r, e.hashed[:0])))
}

func (e *evidence) writeHub(w *binenc.Writer) {
	w.Bool(e.hubName > 0)
	if e.hubName > 0 {
		w.Float32(e.hubName)
		w.Int(int64(e.hub))
	}
}

func (e *evidence) readHub(r *binenc.Reader, nodes int) {
	if !r.Bool() {
		return
	}
	if e.hubName = r.Float32(); !(e.hubName > 0 && e.hubName <= 1) {
		r.Fail("the name of a list counts %v", e.hubName)
	}
	e.hub = int32(r.IntIn(-1, nodes-1))
}

// target reports whether a URL rather belongs to a target.

func writeHashed(w *binenc.Writer, hashed []uint16) {
	var b [2 * maxHashed]byte
	for i, h := range hashed {
		binary.LittleEndian.PutUint16(b[2*i:], h)
	}
	w.Bytes(b[:2*len(hashed)])
}

// readHashed appends them to dst, at most maxHashed.
func readHashed(r *binenc.Reader, dst []uint16) []uint16 {
	b := r.Bytes()
	if len(b) > 2*maxHashed || len(b)%2 != 0 {
		r.Fail("hashed features of %d bytes", len(b))
		return nil
	}
	for ; len(b) > 0; b = b[2:] {
		dst = append(dst, binary.LittleEndian.Uint16(b))
	}
	return dst
}

// Revise is Revise of [linkrank.Caps]. What was learned stays: weights, and the
// success of lists, places and hosts, which are means over many pages and follow
// the topic as the crawl continues. Names are learned anew from the revised pages.
func (r *Ranker) Revise(v *crawl.Visit, first bool) {
	r.revise(v, first)
	r.spill()
}

func (r *Ranker) revise(v *crawl.Visit, first bool) {
	if first || r.revised == nil {
		r.revised = map[int32]bool{}
		r.names = names{}
	}
	relevance, ok := linkrank.Outcome(v)
	id, known := r.ID(v.Choice.URL)
	if !ok || !known || !r.at(id).done() || v.Source() {
		return
	}
	n := r.page(r.at(id))
	more := relevance - float64(n.r)
	n.r, n.inherit = float32(relevance), float32(inherited(relevance, 0))
	r.names.count(v.Page, relevance)
	folder := urlpattern.Split(cmp.Or(r.urlOf(id), v.Choice.URL)).Folder()
	counted := map[int32]bool{}
	for i := range v.Page.Links {
		l := &v.Page.Links[i]
		to, ok := r.ID(l.URL)
		if !ok || l.Kind != crawl.LinkPage {
			continue
		}
		e := r.evidence(to)
		if e == nil {
			continue
		}
		r.forget(to, e)
		e.mergeTerms(&l.Terms, l.Region != crawl.RegionMain)
		if counted[to] {
			continue
		}
		counted[to] = true
		e.sumR += more
		e.maxR = max(e.maxR, n.r)
		e.inherit = max(e.inherit, n.inherit)
		if urlpattern.Split(l.URL).Below(folder) {
			e.child = max(e.child, n.r)
		}
	}
}

// forget removes from e what the old topic said, once in a revision. The links to the
// lists that have the URL are no longer known, so their names are lost.
func (r *Ranker) forget(id int32, e *evidence) {
	if r.revised[id] {
		return
	}
	r.revised[id] = true
	e.terms = [len(e.terms)]float32{}
	e.hubName, e.hub = 0, -1
	e.maxR, e.inherit, e.child = 0, 0, 0
}
