package learn

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/functionwords"
)

// candidate is a run of words that may be a term.
type candidate struct {
	key    string
	forms  map[string]int // as written
	before map[string]int // words before it that are no grammar
	after  map[string]int
	count  int
	pages  int
	hosts  map[string]bool
	titles int // pages whose title has it
	whole  int // blocks that are nothing else
	last   int // page counted, from 1
	titled int // page whose title was counted, from 1
	words  int
	han    bool
	common bool    // a common word of the language
	bits   float64 // of the rarest Chinese word

	nestedIn, nested int // longer candidates that hold it, and their count
	cvalue, contrast float64
	score            float64
}

// name is how the texts mostly write it; of forms as frequent, the one in small letters, then
// the shorter one.
func (c *candidate) name() string {
	return slices.MinFunc(slices.Sorted(maps.Keys(c.forms)), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.forms[b], c.forms[a]), cmp.Compare(capitals(a), capitals(b)), cmp.Compare(len(a), len(b)))
	})
}

func capitals(s string) (n int) {
	for _, r := range s {
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n
}

// mostForms bounds the forms and the neighbours of a candidate that are counted.
const mostForms = 8

func count(of map[string]int, what string) {
	if len(of) < mostForms || of[what] > 0 {
		of[what]++
	}
}

// cut reports whether a candidate is a part of a longer one: nearly always the same word
// stands before or after it. (Terms end where what follows is uncertain: Jin and
// Tanaka-Ishii, Unsupervised segmentation of Chinese text by use of branching entropy,
// COLING/ACL 2006; here it is the share of the most frequent neighbour.)
func (c *candidate) cut() bool {
	for _, near := range []map[string]int{c.before, c.after} {
		for _, n := range near {
			if float64(n) >= cutShare*float64(c.count) {
				return true
			}
		}
	}
	return false
}

const cutShare = .75

// adjective reports whether a candidate in small letters ends as adjectives and participles do.
func (c *candidate) adjective() bool {
	name := c.name()
	last := name[strings.LastIndexByte(name, ' ')+1:]
	if c.han || last != strings.ToLower(last) {
		return false
	}
	for _, end := range [...]string{"ed", "ous", "ful", "less", "ive", "able"} {
		if strings.HasSuffix(last, end) && len(last) > len(end)+2 {
			return true
		}
	}
	return false
}

// counter counts candidates.
type counter struct {
	corpus *Corpus
	by     map[string]*candidate
	alone  map[string]int // words, by key
	total  int
	common functionwords.Set
}

// candidates returns what may be a term of the corpus and stands on at least pages pages, by key.
func (c *Corpus) candidates(pages int) map[string]*candidate {
	k := &counter{corpus: c, by: map[string]*candidate{}, alone: map[string]int{}, common: functionwords.Common()}
	for d := range c.pages {
		k.document(d)
	}
	maps.DeleteFunc(k.by, func(_ string, x *candidate) bool { return x.pages < pages })
	k.associate()
	k.nest()
	maps.DeleteFunc(k.by, func(_ string, x *candidate) bool { return x.cut() || x.adjective() })
	for _, x := range k.by {
		x.cvalue = x.cValue()
		x.contrast = c.contrast(x)
		x.score = math.Log1p(max(0, x.cvalue)) * x.contrast
		if x.common {
			x.score *= commonWorth
		}
	}
	maps.DeleteFunc(k.by, func(_ string, x *candidate) bool { return x.score <= 0 })
	return k.by
}

func (k *counter) document(d int) {
	doc := &k.corpus.pages[d]
	for i := range doc.blocks {
		b := &doc.blocks[i]
		for _, w := range b.words {
			k.alone[w.key]++
			k.total++
		}
		grams(b.words, func(key string, from, to int) {
			x, of := k.by[key], b.words[from:to]
			if x == nil {
				x = &candidate{key: key, forms: map[string]int{}, hosts: map[string]bool{}, before: map[string]int{}, after: map[string]int{}, words: len(of), han: of[0].han}
				x.common = len(of) == 1 && !x.han && k.common.Has(key)
				for _, w := range of {
					x.bits = max(x.bits, w.bits)
				}
				k.by[key] = x
			}
			k.add(x, d, b, of)
			if from > 0 && !b.words[from].opens && b.words[from-1].inner {
				count(x.before, b.words[from-1].key)
			}
			if to < len(b.words) && !b.words[to].opens && b.words[to].inner {
				count(x.after, b.words[to].key)
			}
		})
	}
}

func (k *counter) add(x *candidate, d int, b *block, of []word) {
	x.count++
	count(x.forms, b.text[of[0].start:of[len(of)-1].end])
	if x.last != d+1 {
		x.last = d + 1
		x.pages++
		x.hosts[k.corpus.pages[d].host] = true
	}
	if b.title && x.titled != d+1 {
		x.titled = d + 1
		x.titles++
	}
	if len(of) == len(b.words) {
		x.whole++
	}
}

// leastLikelihood is the log-likelihood ratio from which words go together by more than chance:
// one in a thousand (Dunning, Accurate methods for the statistics of surprise and coincidence,
// Computational Linguistics 19:61-74, 1993).
const leastLikelihood = 10.83

// associate drops candidates of several words that stand together by chance: at some place
// the words before it do not go with those after it. All are judged before any is dropped,
// since a part that is dropped still counts.
func (k *counter) associate() {
	var chance []string
	for key, x := range k.by {
		if k.byChance(x) {
			chance = append(chance, key)
		}
	}
	for _, key := range chance {
		delete(k.by, key)
	}
}

func (k *counter) byChance(x *candidate) bool {
	if x.words == 1 {
		return false
	}
	for cut := range splits(x) {
		left, right := k.count(x.key[:cut.left]), k.count(x.key[cut.right:])
		if likelihood(x.count, left, right, k.total) < leastLikelihood {
			return true
		}
	}
	return false
}

// count is how often a part of a candidate stands in the texts.
func (k *counter) count(key string) int {
	if x := k.by[key]; x != nil {
		return x.count
	}
	return k.alone[key]
}

type cut struct{ left, right int }

// splits are the places between the words of an English candidate. Of a Chinese one, whose
// words the dictionary may cut in several ways, they are those between characters; parts that
// the texts do not have by themselves tell nothing.
func splits(x *candidate) func(func(cut) bool) {
	return func(yield func(cut) bool) {
		for i, r := range x.key {
			switch {
			case r == ' ':
				if !yield(cut{i, i + 1}) {
					return
				}
			case x.han && i > 0:
				if !yield(cut{i, i}) {
					return
				}
			}
		}
	}
}

// likelihood is Dunning's ratio for two events that occur left and right times among total,
// and both times together. It is infinite where one of them is not known by itself, and 0
// where they avoid each other.
func likelihood(both, left, right, total int) float64 {
	if left < both || right < both {
		return math.Inf(1)
	}
	if float64(both)*float64(total) <= float64(left)*float64(right) {
		return 0
	}
	l := func(k, n, p float64) float64 {
		p = min(max(p, 1e-12), 1-1e-12)
		return k*math.Log(p) + (n-k)*math.Log(1-p)
	}
	k1, n1 := float64(both), float64(left)
	k2, n2 := float64(right-both), float64(max(1, total-left))
	p := float64(right) / float64(total)
	return 2 * (l(k1, n1, k1/n1) + l(k2, n2, k2/n2) - l(k1, n1, p) - l(k2, n2, p))
}

// nest counts how often candidates stand within longer ones.
func (k *counter) nest() {
	for _, x := range k.by {
		if x.words == 1 {
			continue
		}
		for part := range parts(x) {
			if y := k.by[part]; y != nil && y != x {
				y.nestedIn++
				y.nested += x.count
			}
		}
	}
}

// parts are the runs of words, or of Chinese characters, within a candidate; each once.
func parts(x *candidate) map[string]bool {
	var from, to []int
	from = append(from, 0)
	for c := range splits(x) {
		to = append(to, c.left)
		from = append(from, c.right)
	}
	to = append(to, len(x.key))
	all := map[string]bool{}
	for i, a := range from {
		for _, b := range to[i:] {
			if b-a < len(x.key) {
				all[x.key[a:b]] = true
			}
		}
	}
	return all
}

// cValue is the C-value (Frantzi, Ananiadou and Mima, Automatic recognition of multi-word
// terms, International Journal on Digital Libraries 3:115-130, 2000). The paper has terms of
// two words and more; here the length counts one word more, as in Barrón-Cedeño, Sierra,
// Drouin and Ananiadou (CICLing 2009), or single words would have none.
func (c *candidate) cValue() float64 {
	f := float64(c.count)
	if c.nestedIn > 0 {
		f -= float64(c.nested) / float64(c.nestedIn)
	}
	return math.Log2(1+float64(c.words)) * f
}

// commonWorth is the factor of a common word of the language as a term, beside others.
const commonWorth = .5
