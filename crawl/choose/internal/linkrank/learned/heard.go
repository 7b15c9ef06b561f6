package learned

import (
	"math"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
)

// One of several rankers knows the links to its own hosts. It hears of those that stand on
// pages of others by letters, and learns from the outcomes of all. Rates and weights are
// then nearly as one ranker would have them: a link has the same clusters by key, and a
// cluster gets every outcome that its links have.

var _ linkrank.Hearer = (*Ranker)(nil)

// told holds what the visit observed last taught. The zero told tells nothing.
type told struct {
	joined bool // the ranker is one of several
	ok     bool
	last   crawl.Outcome
}

func (t *told) forget() { t.ok, t.last = false, crawl.Outcome{} }

// Join implements [linkrank.Hearer].
func (r *Ranker) Join() { r.told.joined = true }

// Taught implements [linkrank.Hearer].
func (r *Ranker) Taught() (o crawl.Outcome, ok bool) { return r.told.last, r.told.ok }

// tell notes the outcome o of a link. e is the evidence about it, nil for a seed, and x
// its features then.
func (r *Ranker) tell(e *evidence, x *example, o crawl.Outcome) {
	if !r.told.joined {
		return
	}
	if e != nil {
		e.clusters(func(c int32) { o.Groups = append(o.Groups, *r.clusters.keys.At(c)) })
		o.Features, o.Hashed = slices.Clone(x.dense[:numFeatures]), x.hashed
	}
	r.told.ok, r.told.last = true, o
}

// Learn implements [linkrank.Hearer]. Another number of features comes from another
// version, and teaches nothing.
func (r *Ranker) Learn(o *crawl.Outcome) {
	for _, key := range o.Groups {
		if c, ok := r.clusters.find(key); ok {
			r.clusters.add(c, o.Relevance, o.Weight)
		}
	}
	if o.Failed {
		r.clusters.epoch++
	} else {
		r.clusters.fetched(o.Relevance)
	}
	if len(o.Features) != numFeatures || len(o.Hashed) > maxHashed || slices.ContainsFunc(o.Features, odd) {
		return
	}
	x := example{hashed: o.Hashed, target: o.Relevance}
	copy(x.dense[:], o.Features)
	if o.Failed {
		r.model.step(x, o.Weight)
		return
	}
	r.model.learn(x)
}

// odd reports a number that sums and products could make infinite.
func odd(x float32) bool { return !(math.Abs(float64(x)) <= 1e9) }

// Letter implements [linkrank.Hearer].
func (r *Ranker) Letter(v *crawl.Visit) (l crawl.Letter) {
	id, ok := r.ID(v.Choice.URL)
	if !ok || !r.at(id).done() {
		return l
	}
	page := r.page(r.at(id))
	l.Relevance, l.Inherit = float64(page.r), float64(page.inherit)
	l.Fetched = int(r.fetchedOn(r.clusters.of(kindHost, linkrank.Hash(urlpattern.Split(v.Choice.URL).Host))))
	return l
}

// Hear implements [linkrank.Hearer].
func (r *Ranker) Hear(l *crawl.Letter) {
	from := r.sender(l)
	if !l.Repeats && !l.Source {
		r.names.count(&crawl.Page{Links: l.Links}, l.Relevance)
	}
	for i := range l.Links {
		link := &l.Links[i]
		if link.Kind != crawl.LinkPage {
			continue
		}
		to := r.node(link.URL)
		switch n := r.at(to); {
		case n.gone(), !r.counts(n, link, &from):
		case !n.done():
			r.merge(r.evidenceOf(to, link.URL), link, &from)
		case !l.Source:
			r.hindsight(link, &from, float64(r.page(n).r))
		}
	}
	r.spill()
}

// sender returns what the links of a letter share.
func (r *Ranker) sender(l *crawl.Letter) source {
	if l.Source {
		from := source{id: noPage, host: l.Host, key: linkrank.Hash(l.Page)}
		from.hub = r.clusters.of(kindHub, from.key)
		return from
	}
	u := urlpattern.Split(l.Page)
	from := source{
		id: r.node(l.Page), host: l.Host, key: linkrank.Hash(l.Page), r: l.Relevance, inherit: l.Inherit, folder: u.Folder(),
		home: r.clusters.of(kindHost, linkrank.Hash(u.Host)),
	}
	from.hub = r.clusters.of(kindHub, from.key)
	for int(from.home) >= len(r.pagesOn) {
		r.pagesOn = append(r.pagesOn, 0)
	}
	r.pagesOn[from.home] = max(r.pagesOn[from.home], int32(min(l.Fetched, math.MaxInt32)))
	return from
}
