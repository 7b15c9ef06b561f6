package relevance

import "math"

var tune = struct {
	pow, meta, nav, header, footer, aside, smooth, title, capn, capw float64
	h1share                                                          bool
	titleOther                                                       float64
	other, logk                                                      float64
	acro                                                             bool
	weights                                                          int
}{meta: .3, nav: .25, header: 1, footer: .25, aside: .25, smooth: 100, h1share: true, title: 2, capn: 1e9, other: .2, logk: .5, acro: true}

func (j *Judge) density(b *bag) float64 {
	var hc, hn, titles float64
	if tune.acro {
		j.dropAcronyms(b)
	}
	j.cap(b)
	for i := range b.hits {
		h := &b.hits[i]
		h.share = h.mass * j.weight[h.entry] * math.Pow(j.groups[h.group], tune.pow)
		if j.core[h.entry] {
			hc += h.share
			titles += h.title * j.weight[h.entry]
		} else {
			hn += h.share
		}
	}
	n := float64(b.words) + tune.smooth
	if b.anchor {
		n = float64(b.words) + 10
	}
	d, dn := 100*hc/n, 100*hn/n
	others := tune.other * min(dn, d+.5)
	spread := tune.logk * math.Log1p(hc) * min(1, d)
	bonus := tune.title * b.heads
	for i := range b.hits {
		h := &b.hits[i]
		switch {
		case !j.core[h.entry]:
			h.share *= others / hn
		default:
			h.share *= (d + spread) / hc
			if titles > 0 {
				h.share += bonus * h.title * j.weight[h.entry] / titles
			}
		}
	}
	e := d + others + spread + bonus
	return e / (e + 2)
}

func (j *Judge) cap(b *bag) {
	sum := make([]float64, len(j.weight))
	for i := range b.hits {
		sum[b.hits[i].entry] += b.hits[i].mass
	}
	most := tune.capn + tune.capw*float64(b.words)
	for i := range b.hits {
		if s := sum[b.hits[i].entry]; s > most {
			b.hits[i].mass *= most / s
		}
	}
}

func (j *Judge) dropAcronyms(b *bag) {
	for i := range b.hits {
		if h := &b.hits[i]; j.core[h.entry] && !acronym(h.label) {
			return
		}
	}
	for i := range b.hits {
		if h := &b.hits[i]; acronym(h.label) {
			h.mass = 0
			h.title = 0
		}
	}
}

func acronym(s string) bool {
	return len(s) > 0 && len(s) <= 4 && s[0] >= 'A' && s[0] <= 'Z' && s[len(s)-1] >= 'A' && s[len(s)-1] <= 'Z'
}
