package canon

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// nameTrees digests the nodes of trees and lists exactly: first the content of each node,
// from the leaves up, then its position, from the roots down.
func nameTrees(nodes []int, down, up [][]link) []digest {
	before := make([]digest, len(down))
	for _, i := range nodes {
		if links := up[i]; slices.ContainsFunc(links, link.isBlank) { // named subjects distinguish nodes too
			if named := slices.DeleteFunc(slices.Clone(links), link.isBlank); len(named) > 0 {
				before[i] = sum(digest{}, named, nil)
			}
		}
	}
	colours := digests(nodes, before, down, up, func(d digest) digest { return d })
	// From the roots down, equal nodes are numbered, and the numbers distinguish their
	// children. Otherwise the halves of two equal trees could be mixed.
	met := make(map[digest]uint64)
	return digests(nodes, colours, up, down, func(d digest) digest { return copied(d, met) })
}

// copied distinguishes equal digests by a number.
func copied(d digest, met map[digest]uint64) digest {
	k := met[d]
	met[d]++
	if k == 0 {
		return d
	}
	return sha256.Sum256(binary.AppendUvarint(d[:], k))
}

// digests digests each node with the targets of its links, targets first, and passes each
// digest through mark. back are the reversed links. No other node links to these nodes.
func digests(nodes []int, before []digest, links, back [][]link, mark func(digest) digest) []digest {
	after := slices.Clone(before)
	waits := make([]int, len(before))
	var ready []int
	for _, i := range nodes {
		for _, l := range links[i] {
			if l.blank >= 0 {
				waits[i]++
			}
		}
		if waits[i] == 0 {
			ready = append(ready, i)
		}
	}
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		after[i] = mark(sum(before[i], links[i], after))
		for _, l := range back[i] {
			if l.blank < 0 {
				continue
			}
			if waits[l.blank]--; waits[l.blank] == 0 {
				ready = append(ready, l.blank)
			}
		}
	}
	return after
}

// sum returns the digest of a node and its links, in any order.
func sum(own digest, links []link, colours []digest) digest {
	parts := make([]digest, len(links))
	for i, l := range links {
		var b []byte
		b = binary.AppendUvarint(b, uint64(len(l.property)))
		b = append(b, l.property...)
		if l.blank >= 0 {
			b = append(b, 1)
			b = append(b, colours[l.blank][:]...)
		} else {
			b = append(b, 0)
			b = append(b, l.term...)
		}
		parts[i] = sha256.Sum256(b)
	}
	slices.SortFunc(parts, func(a, b digest) int { return slices.Compare(a[:], b[:]) })
	h := sha256.New()
	h.Write(own[:])
	for _, p := range parts {
		h.Write(p[:])
	}
	return digest(h.Sum(nil))
}
