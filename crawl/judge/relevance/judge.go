package relevance

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/repeated"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/option"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// The names of judges that other packages choose by.
const (
	Fielded  = "fielded"  // the default
	Density  = "density"  // its first verdict as it was before fields, without learning
	Centroid = "centroid" // for topics taken from samples
)

// Method is a row of the table of judges.
type Method struct {
	Name    string
	About   string // one line: what it is
	Options []option.Option

	phi   float64 // the calibrated threshold
	score func(*Judge, *bag) float64
}

// Methods is the table of judges, the default first. A page is relevant if its
// relevance is greater than the threshold.
//
// Each threshold has the greatest mean F1 over four labelled sets of stored
// pages (typhoon, and typhoon with rainstorm, on an English encyclopedia of
// 4,600 pages and on 28 Chinese and English sites of 8,500; every page of a site
// was learned before the first was judged): density 0.93, centroid 0.81,
// full-text 0.79, p-norm 0.69, probabilistic 0.68, literal 0.63, present 0.59,
// boolean 0.36. TestLabelledWebs prints them. Fielded's was chosen on the 21 sets of
// TestLabelledSets: mean F1 0.87.
func Methods() []Method {
	return []Method{
		{Fielded, "density by fields, times what the crawl has learned; the default", learnOptions(), 0.50, (*Judge).density}, // of anchors; pages are judged by (*Judge).fielded
		{Density, "density of the core concepts, weighted by position", nil, 0.50, (*Judge).density},
		{"present", "cosine over the concepts present (On-ITS eq 6 as we read it)", nil, 0.75, (*Judge).present},
		{"literal", "cosine over all concepts (eq 6 as printed)", nil, 0.28, (*Judge).literal},
		{"full-text", "share of the words that name concepts", nil, 0.64, (*Judge).fullText},
		{"boolean", "a core concept and a second one", nil, 0.50, (*Judge).boolean}, // any threshold below 1 is the same
		{"p-norm", "extended Boolean", nil, 0.21, (*Judge).pNorm},
		{"probabilistic", "binary independence", nil, 0.94, (*Judge).probabilistic},
		{Centroid, "cosine and share of the words together, for topics from samples", nil, 0.40, (*Judge).centroid},
	}
}

func learnOptions() []option.Option {
	return []option.Option{{Name: "learn", Default: "auto", Values: []string{"auto", LearnNone},
		About: "what it learns from the pages of the crawl: concepts that mislead and words that go with the topic (auto), or nothing (none)"}}
}

// Names lists the judges, the default first.
func Names() []string {
	var names []string
	for _, j := range Methods() {
		names = append(names, j.Name)
	}
	return names
}

// Phi returns the calibrated threshold of a judge ("" means the default), 0 if
// there is none of that name.
func Phi(name string) float64 {
	j, _ := lookUp(name)
	return j.phi
}

// Weights returns a judge's own weights of the tag groups ("" means the default judge), which nil
// Options.Groups stand for.
func Weights(name string) [crawl.NumGroups]float64 {
	if cmp.Or(name, Fielded) == Fielded {
		return shipped().place
	}
	return GroupWeights
}

func lookUp(name string) (Method, error) {
	for _, j := range Methods() {
		if j.Name == cmp.Or(name, Fielded) {
			return j, nil
		}
	}
	return Method{}, english.Errorf("relevance: unknown judge %q: choose one of %s", name, strings.Join(Names(), ", "))
}

// GroupWeights are the weights W_k of the five tag groups (On-ITS, eq 5). The
// copy of the paper does not show them; these follow the order that its group's
// papers describe.
var GroupWeights = [crawl.NumGroups]float64{1.0, 0.8, 0.6, 0.4, 0.3}

// Options are the options of a judge. The zero value is the default.
type Options struct {
	Judge  string                    // one of Names; "" means Fielded
	Phi    float64                   // 0..1; 0 means the calibrated threshold of the judge
	Groups *[crawl.NumGroups]float64 // nil means GroupWeights, for Fielded its own
	// Learn says what Fielded learns from the pages that it has judged: learnAll, which
	// "" means, or LearnNone. Other judges learn what hosts repeat, and nothing else.
	Learn string
}

// The values of Options.Learn.
const (
	learnAll  = "all"  // purity of concepts, words that go with the topic
	LearnNone = "none" // nothing but what hosts repeat
)

// Judge judges pages and links for one topic. Read may be called concurrently;
// the other methods belong to one goroutine.
type Judge struct {
	topic  *semsim.TopicVector
	lex    *lexicon.Lexicon
	row    Method    // of the table
	phi    float64   // the threshold as chosen
	weight []float64 // by entry; the topic's own concept has 1
	core   []bool
	groups [crawl.NumGroups]float64  // W_k / W_body
	order  []crawl.Group             // heaviest first
	places *[crawl.NumGroups]float64 // of fielded, if not the rule's
	rule   *rule                     // of fielded; nil for other judges
	hints  []hint                    // by term
	*memory

	// sense, if it is set, gives the mentions of a page factors from 0 to 1, by
	// the index of the block and of the mention in it. It is called once a page.
	sense func(p *crawl.Page) func(block, mention int) float64

	// Reused by Score and Learn, or made from the memory.
	bag       bag
	sums      entrySums
	words     wordBag
	soft      []float64 // weights times purity
	softOf    *Model    // of which model
	matched   *matcher  // see matchOf
	numbers   []int32   // a learner's numbers of the entries
	numbersOf *learner
	topicSum  uint64      // see topicNumber
	senses    *sense      // see senseData
	asked     *askedWords // see SearchWords
}

// memory holds what a judge remembers of pages. Versions of a topic share it.
type memory struct {
	hosts     repeated.Texts
	parents   parents
	learner   *learner  // nil if nothing is learned
	model     *Model    // nil if nothing was learned yet
	corrector Corrector // nil: none
	second    Second    // nil: none
	// modelTopic is the topic's number for which the model was made; 0: not known.
	modelTopic uint64
}

var (
	_ crawl.Reader = (*Judge)(nil)
	_ crawl.Scorer = (*Judge)(nil)
)

// New returns a judge of topic. lex must have been built from TermsOf(topic).
func New(topic *semsim.TopicVector, lex *lexicon.Lexicon, opt Options) (*Judge, error) {
	if topic == nil || len(topic.Entries) == 0 {
		return nil, errors.New("relevance: the topic has no concepts")
	}
	if lex == nil {
		return nil, errors.New("relevance: no lexicon: build one from TermsOf(topic)")
	}
	row, err := lookUp(opt.Judge)
	if err != nil {
		return nil, err
	}
	j := &Judge{topic: topic, lex: lex, row: row, memory: &memory{parents: parents{}}, asked: &askedWords{words: map[string][]string{}}}
	_, j.hints = termsOf(topic)
	if err := j.weighEntries(); err != nil {
		return nil, err
	}
	if err := j.weighGroups(opt.Groups); err != nil {
		return nil, err
	}
	if opt.Phi < 0 || opt.Phi > 1 || opt.Phi != opt.Phi {
		return nil, english.Errorf("relevance: phi is %v: give a number from 0 to 1", opt.Phi)
	}
	j.phi = cmp.Or(opt.Phi, row.phi)
	if row.Name == Fielded {
		j.sense = j.sensesOf
		j.use(shipped())
	}
	switch opt.Learn {
	case "", learnAll:
	case LearnNone:
		j.learner = nil
	default:
		return nil, english.Errorf("relevance: cannot learn %q: choose %s or %s", opt.Learn, learnAll, LearnNone)
	}
	return j, nil
}

// Untaught returns a judge of the same topic and options that has learned nothing. Both
// share what never changes, so it costs a few microseconds where New, with a lexicon,
// costs tens of milliseconds. It belongs to the goroutine that j belongs to; what it
// returns may belong to another.
func (j *Judge) Untaught() *Judge {
	fresh := &Judge{
		topic: j.topic, lex: j.lex, row: j.row, phi: j.phi, weight: j.weight, core: j.core, groups: j.groups, order: j.order, hints: j.hints,
		memory: &memory{parents: parents{}}, asked: &askedWords{words: map[string][]string{}},
	}
	if j.places != nil {
		fresh.places = &fresh.groups
	}
	if j.rule == nil {
		return fresh
	}
	fresh.use(j.rule)
	if j.learner == nil {
		fresh.learner = nil
	}
	if j.sense != nil {
		shared := *j.senseData()
		shared.found = nil
		fresh.senses, fresh.sense = &shared, fresh.sensesOf
	}
	return fresh
}

// use makes r the rule of the judge, which has learned nothing yet.
func (j *Judge) use(r *rule) {
	j.rule, j.learner, j.model = r, nil, nil
	if r.learn {
		j.learner = newLearner(r)
	}
}

// Name returns the name of the judge.
func (j *Judge) Name() string { return j.row.Name }

// Phi returns the threshold.
func (j *Judge) Phi() float64 { return j.phi }

// knows reports whether entry belongs to the topic. A lexicon or a marked page
// may belong to another.
func (j *Judge) knows(entry int32) bool { return entry >= 0 && int(entry) < len(j.weight) }

// weighEntries takes the weights of the vector, scaled so that the heaviest
// entry, the topic's own concept, has weight 1.
func (j *Judge) weighEntries() error {
	j.weight = make([]float64, len(j.topic.Entries))
	j.core = make([]bool, len(j.topic.Entries))
	top, cores := 0.0, 0
	for i, e := range j.topic.Entries {
		if !(e.Weight >= 0 && e.Weight <= 1) {
			return english.Errorf("relevance: concept %s has weight %v: it must be from 0 to 1", e.IRI, e.Weight)
		}
		j.weight[i], j.core[i] = e.Weight, e.Core
		top = max(top, e.Weight)
		if e.Core {
			cores++
		}
	}
	if top == 0 {
		return errors.New("relevance: every concept of the topic has weight 0")
	}
	for i := range j.weight {
		j.weight[i] /= top
		if cores == 0 {
			j.core[i] = j.weight[i] == 1
		}
	}
	return nil
}

func (j *Judge) weighGroups(w *[crawl.NumGroups]float64) error {
	if w != nil {
		j.places = &j.groups
	} else {
		w = &GroupWeights
	}
	for g, v := range w {
		if !(v > 0 && v <= 1e6) {
			return english.Errorf("relevance: tag group %s has weight %v: it must be positive", crawl.Group(g), v)
		}
		j.groups[g] = v / w[crawl.GroupBody]
		j.order = append(j.order, crawl.Group(g))
	}
	slices.SortStableFunc(j.order, func(a, b crawl.Group) int { return cmp.Compare(w[b], w[a]) })
	return nil
}
