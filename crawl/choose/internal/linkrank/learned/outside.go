package learned

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// An outside link is one that no page of its own host has. Most lead off the topic and
// many lead nowhere, so it begins with less. Clusters of their own learn whether the
// outside links of a host or of a page are better. A directory of links is such a page:
// its prior of outPrior pages caps what one hit can promise.

// sameHost reports whether two hosts are one but for "www.".
func sameHost(a, b string) bool {
	return a == b || strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}

// mergeOutside notes whether the link l comes from a page of its own host, and which page
// of another host has it first. A feed of its own host counts as such a page. A sitemap
// does not: it may be years old, and its dead links must teach.
func (r *Ranker) mergeOutside(e *evidence, l *crawl.Link, from *source) {
	if e.inside || from.id == noPage && l.Path == sitemapPath {
		return
	}
	if e.inside = sameHost(l.Host, from.host); e.inside || e.pageOut >= 0 || from.id == noPage {
		return
	}
	if from.out[1] == 0 {
		from.out = [2]int32{1 + r.clusters.of(kindHostOut, linkrank.Hash(from.host)), 1 + r.clusters.of(kindPageOut, from.key)}
	}
	e.hostOut, e.pageOut = from.out[0]-1, from.out[1]-1
}

// sitemapPath is the Path of the links of sitemaps (crawl/read/source).
const sitemapPath = "sitemap url"

// outside sets the features of an outside link.
func (r *Ranker) outside(e *evidence, x *vector, pardon float64) {
	x[fOutside] = 1
	if r.fetchedOn(e.host) == 0 {
		x[fOutsideNew] = 1
	}
	if e.pageOut >= 0 {
		x[fHostOut] = pardoned(r.clusters.lift(e.hostOut, outPrior), pardon)
		x[fPageOut] = pardoned(r.clusters.lift(e.pageOut, outPrior), pardon)
	}
}

// failedWeight is the weight of a failed outside link, in outcomes.
const failedWeight = .5

// fails learns from a visit without a page. The server's word that there is nothing for
// us teaches, and that there is no server; and only of an outside link: a page of dead
// links is left soon. On its own site a dead link says nothing of its place; learning from it did
// harm where most of a site was not stored.
func (r *Ranker) fails(v *crawl.Visit) {
	if !slices.Contains([]int{403, 404, 410}, v.Status) && !v.Failure.Kind.NoServer() || v.Choice.Again {
		return
	}
	id, ok := r.ID(v.Choice.URL)
	if !ok {
		return
	}
	e := r.evidence(id)
	if e == nil || e.inside {
		return
	}
	dead := example{dense: r.featuresOf(e), hashed: slices.Clone(e.words())}
	r.settle(e, 0, failedWeight)
	r.tell(e, &dead, crawl.Outcome{Weight: failedWeight, Failed: true})
	r.clusters.epoch++
	r.model.step(dead, failedWeight)
	r.waiting.give(r.at(id).evidence())
	*r.nodes.At(id) = nodeGone
}

// The flags of a node.
const (
	flagWaits = 1 << iota
	flagDone
	flagGone
	flagSpilled // waits, and its evidence is on disk
	flagListed
)

func (n node) flags() (f uint64) {
	t := n.evidence()
	if t != 0 {
		f |= flagWaits
	}
	if t < 0 {
		f |= flagSpilled
	}
	if n.done() {
		f |= flagDone
	}
	if n.gone() {
		f |= flagGone
	}
	if n == nodeListed {
		f |= flagListed
	}
	return f
}

// readFlags reads the flags of the next node.
func readFlags(r *binenc.Reader, version uint64) (f uint64) {
	if version >= 5 {
		return r.Uint()
	}
	if r.Bool() {
		f = flagWaits
	}
	if r.Bool() {
		f |= flagDone
	}
	return f
}

// readNode reads what follows the flags of a node. One that is done has no evidence, but
// some may follow (version 4 and before).
func (r *Ranker) readNode(in *binenc.Reader, id int32, version uint64, to []int32) {
	f := readFlags(in, version)
	n := r.nodes.At(id)
	switch {
	case f&flagSpilled != 0 && version >= spilledVersion:
		n.setEvidence(spilled(uint32(in.IntIn(1, maxRun))))
		return
	case f&flagDone != 0:
		r.addPage(id, fetched{in.Float32(), in.Float32()})
	case f&flagGone != 0:
		*n = nodeGone
	case f&flagListed != 0:
		*n = nodeListed
	}
	if f&flagWaits == 0 {
		return
	}
	t, e := r.waiting.take()
	last := len(to)
	if to == nil {
		last = r.Len()
	}
	if r.readEvidence(in, e, version, last); to != nil && in.Err() == nil {
		e.renumber(to)
	}
	if *n != 0 {
		r.waiting.give(t)
		return
	}
	r.own(id, t)
}

func (e *evidence) writeOutside(w *binenc.Writer) {
	w.Bool(e.inside)
	if !e.inside {
		w.Int(int64(e.hostOut))
		w.Int(int64(e.pageOut))
	}
}

func (e *evidence) readOutside(r *binenc.Reader, clusters int, version uint64) {
	e.hostOut, e.pageOut = -1, -1
	if version < 5 {
		e.inside = e.home < 0 || e.home == e.host
		return
	}
	if e.inside = r.Bool(); e.inside {
		return
	}
	e.hostOut = int32(r.IntIn(-1, clusters-1))
	if e.pageOut = int32(r.IntIn(-1, clusters-1)); (e.hostOut < 0) != (e.pageOut < 0) {
		r.Fail("an outside link has one cluster")
	}
}
