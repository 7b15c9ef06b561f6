package strategy

import (
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// unite takes over what is known of the sources of hosts. A source waits at the host that
// named it; if that is another's, at the host that it lies on, as if it had been heard of by
// a letter.
func (s *Sources) unite(shares []Share) error {
	if err := s.in.Unite(shares); err != nil {
		return err
	}
	moves, yield := 0, 0.
	for i := range shares {
		sh := &shares[i]
		o, ok := inside[*Sources](sh.From)
		if !ok {
			continue
		}
		s.moves += sh.portion(o.moves)
		s.asked += sh.portion(o.asked)
		s.lists += sh.portion(o.lists)
		moves += o.moves + 1
		yield += o.yield * float64(o.moves+1)
		for _, h := range o.owners {
			if sh.keeps(h.name) {
				s.takeHost(h)
			}
		}
	}
	if moves > 0 {
		s.yield = yield / float64(moves)
	}
	for i := range shares {
		if o, ok := inside[*Sources](shares[i].From); ok {
			s.takeSources(o, &shares[i])
		}
	}
	return nil
}

// takeHost takes all but what waits.
func (s *Sources) takeHost(o *sourceHost) {
	h := s.host(o.name)
	h.proven, h.pages, h.relevant, h.accepted, h.account, h.answers = o.proven, o.pages, o.relevant, o.accepted, o.account, o.answers
	for k := range h.account {
		s.account[k].asked += h.account[k].asked
		s.account[k].brought += h.account[k].brought
	}
}

// takeSources takes the sources of the share's hosts: those that wait, and those that were
// asked for.
func (s *Sources) takeSources(o *Sources, sh *Share) {
	on := func(url string) bool { return sh.keeps(urlpattern.Split(url).Host) }
	for _, url := range slices.Sorted(maps.Keys(o.seeds)) {
		if on(url) {
			s.seeds[url] = true
		}
	}
	for _, l := range o.first {
		if sh.keeps(l.host) {
			s.known[l.url] = l.owner
			s.first = append(s.first, l)
			s.size++
		}
	}
	for _, h := range slices.Concat(o.ready, o.owners) {
		for _, l := range h.waiting {
			if _, ok := s.known[l.url]; !ok && sh.keeps(l.host) {
				s.takeWaiting(l, sh)
			}
		}
	}
	for _, url := range slices.Sorted(maps.Keys(o.inFlight)) {
		if l := o.inFlight[url]; sh.keeps(l.host) {
			s.inFlight[url], s.known[url] = l, ""
		}
	}
	for url, owner := range o.known {
		if _, ok := s.known[url]; owner == "" && !ok && on(url) {
			s.known[url] = ""
		}
	}
	for url, c := range o.opener {
		if sh.keeps(c.owner) {
			s.opener[url] = c
		}
	}
}

func (s *Sources) takeWaiting(l source, sh *Share) {
	if !sh.keeps(l.owner) {
		l.owner = l.host
		s.host(l.owner).accepted[l.kind]++
	}
	h := s.host(l.owner)
	s.known[l.url] = h.name
	if !l.kind.inner() {
		s.size++
	}
	h.waiting = append(h.waiting, l)
	s.enlist(h)
}
