package relevance

import (
	"math"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// rule holds the constants of the judge fielded, so that a test can switch each of
// its parts off. docs/methods.md shows what each part gives.
type rule struct {
	smoothing float64                  // words: a mention on a page of a few words is not yet a topic
	brief     float64                  // smoothing of a brief page, as a share of its words; 0 switches it off
	briefMost float64                  // words: it is not greater
	broad     float64                  // gain of several concepts on a brief page, as a share of head
	place     [crawl.NumGroups]float64 // what a mention counts by its tag group
	meta      float64                  // in meta keywords or description
	lists     float64                  // in a list of links beside the content
	code      float64                  // in a code listing or a formula
	capTimes  float64                  // one concept counts at most so often, in the body,
	capShare  float64                  // and once more for each 1/capShare words
	other     float64                  // weight of a concept that is not core, as company
	otherGain float64                  // what the others' density counts
	slack     float64                  // how far the others may exceed the core
	spread    float64                  // gain of repetition
	head      float64                  // gain of a core concept in the title
	address   float64                  // gain of one in the last part of the address
	half      float64                  // evidence at which the relevance is 1/2

	learn         bool
	floor         float64 // evidence that words can multiply on any page with a mention
	rest, bend    float64 // m = (rest + z)^bend
	mostMatch     float64 // limit of z
	purity        int     // rounds of purity; 0 switches it off
	prior, trust  float64 // purity of a new concept, and its weight in pages
	leastPurity   float64 // a concept keeps at least so much of its weight
	leastTopic    float64 // the least such factor
	words         int     // learned words; 0 switches them off
	wordSmoothing float64 // words, in the length of a page
	wordLength    float64 // exponent of the length of a page
	against       float64 // what the words of the others count against a word
	topic         float64 // exponent of the topic's factor by what was learned; 0 switches it off
	unlearned     float64 // that factor as long as nothing is learned
	cores         float64 // exponent of its factor by the number of core concepts; 0 switches it off
	lead          float64 // what a core concept where the text begins counts; 0 switches it off
	anchors       float64 // factor of a page that has them in links alone
	languages     float64 // sure pages in a language before its words count a half; 0 switches it off
	parent        float64 // what the parent's relevance counts; 0 switches it off
	section       float64 // what a core concept in the names of the pages above counts
}

// wordNorm returns the factor of the counts of words on a page of that length.
func (r *rule) wordNorm(length int) float64 {
	return math.Pow(float64(length)+r.wordSmoothing, -r.wordLength)
}

// shipped is the rule of the judge fielded. Most values come from experiments on 21
// labelled sets (docs/methods.md, "Page judges").
func shipped() *rule {
	return &rule{
		smoothing: 200, brief: 0.5, briefMost: 35, broad: 1,
		place: [crawl.NumGroups]float64{3.65, 2.7, 2.0, 1.15, 1},
		meta:  0.3, lists: 0.25, code: 0.6,
		capTimes: 4, capShare: 0.01,
		other: 0.3, otherGain: 0.2, slack: 0.5, spread: 0.5, head: 2, address: 1, half: 1.5,
		learn: true, floor: 0.1, rest: 0.35, bend: 2, mostMatch: 2,
		purity: 2, prior: 0.3, trust: 5, leastPurity: 0.6, leastTopic: 0.5,
		words: 128, wordSmoothing: 100, wordLength: 0.7, against: 0.5,
		topic: 0.7, unlearned: 0.5, cores: 0.3, lead: 0.3, anchors: 0.75,
		languages: 40, parent: 1, section: 2,
	}
}

// The learning of fielded. These are bounds and counts rather than weights.
const (
	surely     = 2.0  // a page is surely relevant if the evidence of its first verdict is greater
	hardly     = 0.1  // and surely not if its first relevance is less
	leastSure  = 30   // sure pages before the first model; each further model takes twice as many
	leastOther = 200  // other pages before the first model
	mostSure   = 300  // sure pages whose words are kept, the best ones
	mostKept   = 1000 // pages of the sample
	mostWords  = 400  // different words of a page, the first ones
	company    = 400  // words: in them one mention is worth a half
	eachPlain  = 10   // of the pages without a mention one in so many is learned
)
