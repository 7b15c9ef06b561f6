package learned

import (
	"cmp"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// The evidence of links with low scores lies on disk, if there are Records. It comes back
// when a link to its URL is found that promises more (counts), because evidence is merged
// link by link; a question for the score reads it and leaves it there. Which evidence is in memory depends on
// nothing but the calls so far and on most, and a checkpoint says it. So a resumed crawl
// spills what the undisturbed one would have. The texts of URLs are forgotten then: the
// ranker needs none of them but to tell URLs apart.

var _ linkrank.Spiller = (*Ranker)(nil)

// maxRun is the largest run that a node can name.
const maxRun = 1<<30 - 1

// mostIndexed is how many clusters the table by hash has in memory: 120 MB.
const mostIndexed = 12 << 20

// spilled is the ticket of evidence on disk.
func spilled(run uint32) ticket { return -ticket(run) }

// run returns the run in a ticket of spilled evidence; ok is false for one in memory and for none.
func (t ticket) run() (run uint32, ok bool) { return uint32(-t), t < 0 }

// SpillTo implements [linkrank.Spiller].
func (r *Ranker) SpillTo(disk linkrank.Records, most int) {
	r.disk, r.most = disk, max(most, 1)
	r.nodes.From(disk.Pages())
	r.clusters.keys.From(disk.Pages())
	r.clusters.index.SpillTo(disk.Slots(), mostIndexed)
}

// Spilled implements [linkrank.Spiller].
func (r *Ranker) Spilled(n int32) bool { return r.at(n)&nodeKind == onDisk }

// fetch brings the evidence of a node back into memory.
func (r *Ranker) fetch(n int32) {
	run, ok := r.at(n).evidence().run()
	if !ok {
		return
	}
	t, e := r.waiting.take()
	if r.peekedOf == (peeked{n, run}) {
		*e = r.peeked
	} else {
		r.readSpilled(n, run, e)
	}
	r.own(n, t)
	r.disk.Replaced(n, run)
}

// peek is the evidence of a node, nil if it does not wait. It is valid until the next
// call.
func (r *Ranker) peek(n int32) *evidence {
	t := r.at(n).evidence()
	run, ok := t.run()
	if !ok {
		return r.waiting.at(t)
	}
	if r.peekedOf != (peeked{n, run}) {
		r.peeked, r.peekedOf = evidence{}, peeked{n, run}
		r.readSpilled(n, run, &r.peeked)
	}
	return &r.peeked
}

// peeked names a record that was read: of which node, and its run. A link that is chosen is scored
// twice and then fetched. A record never changes.
type peeked struct {
	n   int32
	run uint32 // 0: none
}

// readSpilled fills e. After a fault, which ends the crawl, e says nothing.
func (r *Ranker) readSpilled(n int32, run uint32, e *evidence) {
	ok := r.disk.Get(n, run, func(data []byte) {
		in := binenc.NewReader(data)
		r.readEvidence(in, e, currentVersion, r.Len())
		if in.Close() != nil {
			*e = r.noEvidence()
		}
	})
	if !ok {
		*e = r.noEvidence()
	}
}

func (r *Ranker) noEvidence() evidence {
	return evidence{hostOut: -1, pageOut: -1, ending: -1, hub: -1, home: -1, from: -1, result: -1}
}

// counts reports whether one more link to a node is worth its evidence. Reading what was
// spilled for each link of each page would cost more than all else. Evidence is maxima
// and means over links, so a link that by itself scores no better than what was spilled
// last hardly changes it, and is passed over.
func (r *Ranker) counts(n node, l *crawl.Link, from *source) bool {
	if n.evidence() >= 0 {
		return true
	}
	t := r.newEvidence(l.URL)
	defer r.waiting.give(t)
	e := r.waiting.at(t)
	r.merge(e, l, from)
	return r.score(e) > r.cut
}

// stay is how much evidence is in memory after some was spilled. To find the lowest scores, all
// that is in memory is scored, so of a link that comes and goes the score is computed as often as the part that
// is spilled at a time goes into the whole: four times for a quarter, which a small memory spills, twice for
// a half.
func (r *Ranker) stay() int {
	if r.most < largeMemory {
		return r.most * 3 / 4
	}
	return r.most / 2
}

const largeMemory = 1 << 12 // evidence of that many links takes a megabyte

// spill moves the evidence with the lowest scores to disk when too much is in memory. To
// find it, all are scored anew: the frontier's scores depend on which hosts were busy, and a
// resumed crawl could not spill the same.
func (r *Ranker) spill() {
	if r.disk == nil || r.waiting.len() <= r.most {
		return
	}
	all := r.lowest(r.waiting.len() - r.stay())
	r.cut = all[len(all)-1].score
	slices.SortFunc(all, func(a, b standing) int { return cmp.Compare(a.n, b.n) }) // neighbours on disk were found together
	r.spills = true
	if r.shared == nil {
		r.table.Forget()
	}
	var buf []byte
	for _, s := range all {
		n := r.nodes.At(s.n)
		t := n.evidence()
		w := binenc.AppendTo(buf[:0])
		r.waiting.at(t).writeAll(&w)
		buf = w.Data()
		r.waiting.give(t)
		n.setEvidence(spilled(r.disk.Put(s.n, buf)))
	}
	r.disk.Flush()
}
