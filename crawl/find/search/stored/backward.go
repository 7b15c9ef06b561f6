package stored

import (
	"slices"
	"strings"
)

// linking returns the documents that link to a URL, or to any page of a host; documents
// of another host first, as they say more.
func (x *Index) linking(target string) (from []int32) {
	seen := map[int32]bool{}
	for _, to := range x.targets(target) {
		for _, d := range x.into[to] {
			if !seen[d] && (x.host[d] != x.host[to] || strings.Contains(target, "/")) {
				seen[d] = true
				from = append(from, d)
			}
		}
		if strings.Contains(target, "/") {
			slices.SortStableFunc(from, func(a, b int32) int { return x.own(a, to) - x.own(b, to) })
		}
	}
	return from
}

// own is 1 if two documents are of one host, else 0.
func (x *Index) own(a, b int32) int {
	if x.host[a] == x.host[b] {
		return 1
	}
	return 0
}

// targets returns the document with a URL, or the documents of a host.
func (x *Index) targets(target string) []int32 {
	if d, ok := x.find(target); ok {
		return []int32{d}
	}
	var all []int32
	for d, host := range x.host {
		if host == target {
			all = append(all, int32(d))
		}
	}
	return all
}

// ofHost returns the documents of a host that the engine knows.
func (x *Index) ofHost(host string) (all []int32) {
	for d, h := range x.host {
		if h == host && x.known[d] {
			all = append(all, int32(d))
		}
	}
	return all
}
