package learned

import (
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/linkrank"
	"github.com/ontocrawl/ontocrawl/crawl/choose/urlpattern"
	"github.com/ontocrawl/ontocrawl/internal/hashindex"
)

// Ranker is the default link ranker. Its score is a log-odds: a weighted sum of
// what a link's own words, its place on the page, the pages that contain it, and
// the success of similar links say of it. The weights start at values set by hand
// and are learned from every page fetched (Chakrabarti, Punera, Subramanyam 2002
// call such a learner the crawler's apprentice; Barbosa and Freire 2007 retrain one
// while crawling). See features for the weights it starts with.
type Ranker struct {
	numbers
	nodes    hashindex.Array[node]
	pages    []fetched
	waiting  pool // what is known of those that wait
	names    names
	clusters clusters
	pagesOn  []int32 // pages fetched, by host cluster
	model    regression
	revised  map[int32]bool   // of the revision that is going on, see state.go
	disk     linkrank.Records // nil: all evidence is in memory
	most     int              // evidence in memory
	spills   bool             // some was spilled, now or before
	peeked   evidence
	peekedOf peeked
	cut      float64 // the best score that was spilled last
	told     told    // see heard.go
}

// fetched is a page that was fetched.
type fetched struct {
	r       float32 // relevance
	inherit float32 // what its links inherit
}

// New returns an empty Ranker; seed decides which earlier pages are learned again.
func New(seed uint64) *Ranker {
	return &Ranker{model: newRegression(seed), clusters: newClusters()}
}

// Caps implements [linkrank.Ranker]: it can do all.
func (r *Ranker) Caps() linkrank.Caps {
	return linkrank.Caps{
		Explain: r.Explain, Numbers: r, Share: r.ShareNumbers, Foresee: r.Foresee, Revise: r.Revise,
		Unite: r.Unite, Remember: r, Hear: r, Spill: r,
	}
}

// Score implements [linkrank.Ranker].
func (r *Ranker) Score(url string) float64 {
	id, ok := r.ID(url)
	if !ok {
		return prior[fBias]
	}
	return r.ScoreOf(id)
}

// Number implements [linkrank.Numbered].
func (r *Ranker) Number(url string) (n int32, ok bool) { return r.ID(url) }

// ScoreOf implements [linkrank.Numbered].
func (r *Ranker) ScoreOf(n int32) float64 {
	e := r.peek(n)
	if e == nil {
		return prior[fBias]
	}
	return r.score(e)
}

// evidence returns what is known of the URL with that number, nil if it does not wait. It
// is in memory from now on.
func (r *Ranker) evidence(n int32) *evidence {
	r.fetch(n)
	return r.waiting.at(r.at(n).evidence())
}

func (r *Ranker) score(e *evidence) float64 {
	x := r.featuresOf(e)
	return r.model.z(&x, e.words())
}

// Explain is Explain of [linkrank.Caps]: the dense features that are not 0, and
// the hashed ones as one part.
func (r *Ranker) Explain(url string) []linkrank.Part {
	id, ok := r.ID(url)
	if !ok || r.peek(id) == nil {
		return []linkrank.Part{{Name: features[fBias].name, Value: 1, Weight: prior[fBias]}}
	}
	e := r.peek(id)
	x := r.featuresOf(e)
	var out []linkrank.Part
	for i, v := range x[:numFeatures] {
		if v != 0 {
			part := linkrank.Part{Name: features[i].name, Value: float64(v), Weight: r.model.dense[i]}
			if i == fHubName && e.hub >= 0 {
				part.Page = r.urlOf(e.hub)
			}
			if i == fNamed {
				part.Word, part.Pages = r.saying(e)
			}
			out = append(out, part)
		}
	}
	var none vector
	if h := r.model.z(&none, e.words()); h != 0 {
		out = append(out, linkrank.Part{Name: "words and places", Value: h, Weight: 1})
	}
	return out
}

// Observe implements [linkrank.Ranker].
func (r *Ranker) Observe(v *crawl.Visit) {
	r.observe(v)
	r.spill()
}

func (r *Ranker) observe(v *crawl.Visit) {
	r.told.forget()
	relevance, ok := linkrank.Outcome(v)
	if !ok {
		r.fails(v)
		return
	}
	brought := relevance
	if v.Repeats() { // or print versions would get the scores of what they repeat
		brought = 0
	}
	if v.Source() {
		r.list(v)
		return
	}
	id := r.node(v.Choice.URL)
	if r.at(id).done() {
		return
	}
	e := r.evidence(id)
	defer r.waiting.give(r.at(id).evidence())
	var learned example
	if e != nil {
		learned = example{dense: r.featuresOf(e), hashed: slices.Clone(e.words())}
		r.settle(e, brought, 1)
	}
	r.tell(e, &learned, crawl.Outcome{Relevance: brought, Weight: 1})
	r.addPage(id, fetched{r: float32(relevance)})
	r.clusters.fetched(brought)
	r.addAlias(v.Page.Final, id)
	if !v.Repeats() {
		r.names.count(v.Page, relevance)
	}
	r.links(id, e, v.Choice.URL, v.Page)
	if e != nil {
		learned.target = brought
		r.model.learn(learned)
	}
}

// settle adds the outcome of a link to its clusters.
func (r *Ranker) settle(e *evidence, relevance, weight float64) {
	e.clusters(func(c int32) { r.clusters.add(c, relevance, weight) })
}

// clusters calls visit with each cluster of the link.
func (e *evidence) clusters(visit func(c int32)) {
	for i := range e.in[:e.ins] {
		in, before := e.in[i], e.in[:i]
		if !slices.ContainsFunc(before, func(o inLink) bool { return o.list == in.list }) {
			visit(in.list)
		}
		if !slices.ContainsFunc(before, func(o inLink) bool { return o.path == in.path }) {
			visit(in.path)
		}
		if !slices.ContainsFunc(before, func(o inLink) bool { return o.hub == in.hub }) {
			visit(in.hub)
		}
	}
	visit(e.pattern)
	visit(e.prefix1)
	if e.prefix2 != e.prefix1 {
		visit(e.prefix2)
	}
	visit(e.host)
	if e.ending >= 0 {
		visit(e.ending)
	}
	if e.result >= 0 {
		visit(e.result)
	}
	if !e.inside && e.pageOut >= 0 {
		visit(e.hostOut)
		visit(e.pageOut)
	}
}

// links adds the links of the page fetched from url to the evidence.
func (r *Ranker) links(id int32, e *evidence, url string, p *crawl.Page) {
	n := r.page(r.at(id))
	before := 0.0
	if e != nil {
		before = float64(e.inherit)
	}
	n.inherit = float32(inherited(float64(n.r), before))
	u := urlpattern.Split(url)
	from := source{
		id: id, host: p.Host, key: linkrank.Hash(url), r: float64(n.r), inherit: float64(n.inherit), folder: u.Folder(),
		home: r.clusters.of(kindHost, linkrank.Hash(u.Host)),
	}
	from.hub = r.clusters.of(kindHub, from.key)
	from.name = hubName(e, p, u)
	r.countPage(from.home)
	for i := range p.Links {
		l := &p.Links[i]
		if l.Kind != crawl.LinkPage {
			continue
		}
		to := r.node(l.URL)
		switch n := r.at(to); {
		case to == id, n.gone(), !r.counts(n, l, &from):
		case n.done():
			r.hindsight(l, &from, float64(r.page(n).r))
		default:
			r.merge(r.evidenceOf(to, l.URL), l, &from)
		}
	}
}

// evidenceOf returns the evidence of the node of url, which has some from now on.
func (r *Ranker) evidenceOf(id int32, url string) *evidence {
	if r.at(id).evidence() == 0 {
		r.own(id, r.newEvidence(url))
	}
	return r.evidence(id)
}

// hindsight: a link to a page already fetched shows, without a fetch, how good its
// place is. It counts half.
func (r *Ranker) hindsight(l *crawl.Link, from *source, relevance float64) {
	c := &r.clusters
	c.add(from.listOf(c, l), relevance, .5)
	c.add(from.pathOf(c, l), relevance, .5)
	c.add(from.hub, relevance, .5)
}

// countPage counts a fetched page of a host.
func (r *Ranker) countPage(host int32) {
	for int(host) >= len(r.pagesOn) {
		r.pagesOn = append(r.pagesOn, 0)
	}
	r.pagesOn[host]++
}

func (r *Ranker) fetchedOn(host int32) int32 {
	if host < 0 || int(host) >= len(r.pagesOn) {
		return 0
	}
	return r.pagesOn[host]
}
