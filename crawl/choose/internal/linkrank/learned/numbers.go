package learned

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// A Ranker numbers URLs itself, or uses the numbers of the frontier, so that a URL is in
// one table of fingerprints only. Its own table then stays empty.

// ShareNumbers is Share of [linkrank.Caps].
func (r *Ranker) ShareNumbers(of linkrank.Numbers) { r.shared = of }

// numbers numbers URLs. A page that answered under another name has one number here.
type numbers struct {
	table  linkrank.Table   // if none are shared
	shared linkrank.Numbers // nil: of the table
	alias  map[int32]int32  // further names, by their shared numbers
}

// ID returns the number of url, if something is known of it.
func (r *Ranker) ID(url string) (id int32, ok bool) {
	if r.shared == nil {
		return r.table.ID(url)
	}
	if id, ok = r.shared.Number(url); !ok {
		return 0, false
	}
	if to, is := r.alias[id]; is {
		return to, true
	}
	return id, r.at(id) != 0
}

// node returns the number of url, of which something is known from now on.
func (r *Ranker) node(url string) (id int32) {
	if r.shared == nil {
		id, _ = r.table.Intern(url)
	} else if id, _ = r.shared.Number(url); len(r.alias) > 0 {
		if to, ok := r.alias[id]; ok {
			id = to
		}
	}
	r.nodes.Grow(int(id) + 1)
	return id
}

// addAlias makes url another name of id, unless something is known of it.
func (r *Ranker) addAlias(url string, id int32) {
	if r.shared == nil {
		r.table.Alias(url, id)
		return
	}
	n, ok := r.shared.Number(url)
	if _, known := r.alias[n]; !ok || known || r.at(n) != 0 {
		return
	}
	if r.alias == nil {
		r.alias = make(map[int32]int32)
	}
	r.alias[n] = id
}

// urlOf is the URL with that number, "" if it was forgotten.
func (r *Ranker) urlOf(id int32) string {
	if r.shared != nil {
		return r.shared.URL(id)
	}
	return r.table.At(id)
}

// Len is how many numbers there are.
func (r *Ranker) Len() int {
	if r.shared != nil {
		return r.shared.Len()
	}
	return r.table.Len()
}

func (r *Ranker) saveNumbers(w *binenc.Writer) {
	switch {
	case r.shared != nil:
		w.Uint(uint64(len(r.alias)))
		for _, n := range slices.Sorted(maps.Keys(r.alias)) {
			w.Uint(uint64(n))
			w.Uint(uint64(r.alias[n]))
		}
		w.Uint(uint64(r.nodes.Len()))
	case r.spills:
		r.table.SaveNumbers(w)
	default:
		r.table.Save(w)
	}
}

// loadNumbers reads how URLs are numbered, and how many nodes follow. to is nil, or the
// number of each node now: an earlier version had numbers of its own. check is to be
// called in the end.
func (r *Ranker) loadNumbers(in *binenc.Reader, version uint64) (n int, to []int32, check func() bool) {
	check = func() bool { return true }
	r.alias = nil
	switch {
	case version >= sharedVersion:
		return r.loadShared(in), nil, check
	case r.shared != nil:
		to = r.renumber(in, version)
		return len(to), to, check
	case r.spills:
		r.table.LoadNumbers(in)
	default:
		check = linkrank.Beside(r.table.LoadBeside(in))
	}
	return r.table.Len(), nil, check
}

func (r *Ranker) loadShared(in *binenc.Reader) (nodes int) {
	if r.shared == nil {
		in.Fail("the URLs are numbered by a frontier, and there is none")
		return 0
	}
	for n := in.Len(2); n > 0 && in.Err() == nil; n-- {
		from, to := in.Uint(), in.Uint()
		if last := uint64(r.shared.Len()); from >= last || to >= last {
			in.Fail("bad alias")
			return 0
		}
		if r.alias == nil {
			r.alias = make(map[int32]int32)
		}
		r.alias[int32(from)] = int32(to)
	}
	if nodes = in.Len(1); nodes > r.shared.Len() {
		in.Fail("%d URLs are known, and the frontier has %d", nodes, r.shared.Len())
		return 0
	}
	return nodes
}

// renumber reads the table of an earlier version and finds its URLs among the shared ones.
func (r *Ranker) renumber(in *binenc.Reader, version uint64) (to []int32) {
	var old linkrank.Table
	if version >= spilledVersion {
		old.LoadNumbers(in)
	} else {
		old.Load(in)
	}
	if in.Err() != nil {
		return nil
	}
	to = slices.Repeat([]int32{-1}, old.Len())
	r.alias = make(map[int32]int32)
	for id := range int32(r.shared.Len()) {
		// Of spilled URLs the old table knows fingerprints under a key of its own.
		if was, ok := old.ID(r.shared.URL(id)); !ok {
		} else if old.IsAlias(r.shared.URL(id)) {
			r.alias[id] = was
		} else {
			to[was] = id
		}
	}
	if slices.Contains(to, -1) {
		in.Fail("a URL that the ranker knows is not in the frontier")
	}
	for id, was := range r.alias {
		r.alias[id] = to[was]
	}
	return to
}

// moveSpilled gives the evidence on disk the numbers of now.
func (r *Ranker) moveSpilled(in *binenc.Reader, to []int32) {
	if !r.spills {
		return
	}
	for was, id := range to {
		run, ok := r.at(id).evidence().run()
		if !ok || in.Err() != nil {
			continue
		}
		var e evidence
		ok = r.disk.Get(int32(was), run, func(data []byte) {
			record := binenc.NewReader(data)
			r.readEvidence(record, &e, currentVersion, len(to))
			if err := record.Close(); err != nil {
				in.Fail("%v", err)
			}
		})
		if !ok {
			in.Fail("evidence on disk cannot be read")
			return
		}
		e.renumber(to)
		var w binenc.Writer
		e.writeAll(&w)
		r.nodes.At(id).setEvidence(spilled(r.disk.Put(id, w.Data())))
		r.disk.Replaced(int32(was), run)
	}
	r.disk.Flush()
}

// renumber gives e the numbers of now.
func (e *evidence) renumber(to []int32) {
	if e.from >= 0 {
		e.from = to[e.from]
	}
	if e.hub >= 0 {
		e.hub = to[e.hub]
	}
}

// node holds what is known of a URL, in four bytes: evidence while it waits, a page once
// it is fetched. 0: nothing is known.
type node uint32

const (
	nodeKind  = 3 // of the two lowest bits; the others are a number:
	inMemory  = 0 // the place of its evidence in the pool plus 1
	onDisk    = 1 // the run of its evidence
	wasPage   = 2 // the place in Ranker.pages
	otherwise = 3 // nodeGone, nodeListed

	nodeGone   node = 0<<2 | otherwise // an outside link to a page that is not there
	nodeListed node = 1<<2 | otherwise // a source, with nothing to say of it
)

// at is the node with that number.
func (r *Ranker) at(id int32) node {
	if int(id) >= r.nodes.Len() {
		return 0
	}
	return *r.nodes.At(id)
}

func (n node) done() bool { return n&nodeKind == wasPage }
func (n node) gone() bool { return n == nodeGone }

// evidence is the ticket of the evidence.
func (n node) evidence() ticket {
	switch n & nodeKind {
	case inMemory:
		return ticket(n >> 2)
	case onDisk:
		return -ticket(n >> 2)
	}
	return 0
}

func (n *node) setEvidence(t ticket) {
	if *n = node(t) << 2; t < 0 {
		*n = node(-t)<<2 | onDisk
	}
}

// own gives evidence in memory to a node.
func (r *Ranker) own(id int32, t ticket) {
	r.nodes.At(id).setEvidence(t)
	r.waiting.at(t).owner = id + 1
}

// page returns the page of a node that is done.
func (r *Ranker) page(n node) *fetched { return &r.pages[n>>2] }

// addPage makes the node with that number one of a page.
func (r *Ranker) addPage(id int32, p fetched) {
	r.pages = append(r.pages, p)
	*r.nodes.At(id) = node(len(r.pages)-1)<<2 | wasPage
}

// clearNodes forgets all nodes.
func (r *Ranker) clearNodes() {
	r.pages, r.nodes, r.waiting, r.peekedOf = nil, r.nodes.Emptied(), pool{}, peeked{}
}
