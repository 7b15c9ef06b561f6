package relevance

import (
	"math"
	"slices"
)

// Share is a judge of which another takes over what it knows of some hosts. From is not used
// afterwards.
type Share struct {
	From *Judge
	Keep func(host string) bool // nil: all hosts
}

func (s *Share) keeps(host string) bool { return s.Keep == nil || s.Keep(host) }

// Unite makes j, which is new and judges the same topic, know what shares know: what hosts
// repeat, the relevance of pages by address, and the pages that models are learned from. No two of them keep the same
// host. Of several the model is learned anew; of one it stays, and how many pages it was
// learned from is divided by the pages of the hosts.
func (j *Judge) Unite(shares []Share) {
	for i := range shares {
		s := &shares[i]
		kept, all := j.hosts.Take(&s.From.hosts, s.Keep)
		for key, v := range s.From.parents {
			if len(j.parents) < maxParents {
				j.parents[key] = v
			}
		}
		if m := s.From.model; m != nil && (j.model == nil || m.Pages > j.model.Pages) {
			j.model, j.modelTopic = m, s.From.modelTopic
		}
		if j.learner != nil && s.From.learner != nil {
			j.learner.take(s.From.learner, s, part(kept, all))
		}
	}
	if j.learner == nil {
		return
	}
	for j.learner.next <= j.learner.sure {
		j.learner.next *= 2
	}
	if len(shares) > 1 && j.model != nil {
		j.Relearn()
	}
}

func part(kept, all int) float64 {
	if all == 0 {
		return 1
	}
	return float64(kept) / float64(all)
}

// take adds the share's pages of another learner, and its counts in proportion.
func (l *learner) take(o *learner, s *Share, share float64) {
	pages := int(math.Ceil(share * float64(o.pages)))
	l.pages += pages
	l.sure += int(share * float64(o.sure))
	l.evidence += min(share*o.evidence, surely*float64(pages))
	l.made, l.cut = max(l.made, o.made), max(l.cut, o.cut)
	moved := map[*sample]*sample{}
	move := func(p *sample) *sample {
		if m := moved[p]; m != nil {
			return m
		}
		m := *p
		m.concepts = slices.Clone(p.concepts)
		for i := range m.concepts {
			m.concepts[i].concept = l.number(o.iris[m.concepts[i].concept])
		}
		moved[p] = &m
		return &m
	}
	for _, p := range o.all {
		if s.keeps(p.host) {
			l.all = append(l.all, move(p))
		}
	}
	for _, p := range o.best {
		if s.keeps(p.host) {
			l.best = append(l.best, move(p))
		}
	}
	slices.SortFunc(l.all, sooner)
	for _, p := range l.all[min(len(l.all), mostKept):] {
		l.cut = max(l.cut, p.priority())
	}
	l.all = l.all[:min(len(l.all), mostKept)]
	slices.SortFunc(l.best, better)
	l.best = l.best[:min(len(l.best), mostSure)]
}
