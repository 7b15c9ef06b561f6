package strategy

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/ensemble"
	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/frontier"
	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/functionwords"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// foundPage holds what is remembered of a page.
type foundPage struct {
	id    int32
	good  bool               // an example: S of the paper
	tried [numOperators]bool // by which operators it was used
	links []int32            // at most mostLinks
	words map[string]int
}

// Bounds of what is remembered. The paper stops at 10,000 pages.
const (
	mostFound = 10_000
	mostLinks = 50
	mostWords = 100 // of a page
	mostOff   = 200 // pages for the class that is off topic
)

// goods is the number of examples.
func (s *DWDBRM) goods() (n int) {
	for i := range s.found {
		if s.found[i].good {
			n++
		}
	}
	return n
}

// places are the places of the pages found by eq 8. Its negatives are pages of hosts without
// an example: no pool of other pages is at hand.
func (s *DWDBRM) places() []float64 {
	if s.ranking != nil {
		return s.ranking
	}
	at, hosts := map[int32]int32{}, map[int32]bool{}
	of := ensemble.Examples{Keywords: keywordsOf(s.words)}
	for i := range s.found {
		at[s.found[i].id] = int32(i)
		if s.found[i].good {
			of.On = append(of.On, int32(i))
			hosts[s.f.Item(s.found[i].id).Host] = true
		}
	}
	pages := make([]ensemble.Page, len(s.found))
	for i := range s.found {
		p := &s.found[i]
		host := s.f.Item(p.id).Host
		if !hosts[host] && len(of.Off) < mostOff {
			of.Off = append(of.Off, int32(i))
		}
		pages[i] = ensemble.Page{URL: s.f.URL(p.id), Host: s.f.Hosts().At(host).Name, Words: p.words}
		for _, to := range p.links {
			if k, ok := at[to]; ok {
				pages[i].Links = append(pages[i].Links, k)
			}
		}
	}
	s.ranking = ensemble.Positions(ensemble.Score(ensemble.NewSet(pages), of))
	return s.ranking
}

// top are the best pages that an operator was not used on, as indexes of found.
func (s *DWDBRM) top(op int) (best []int) {
	places := s.places()
	for i := range s.found {
		if !s.found[i].tried[op] {
			best = append(best, i)
		}
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	return best
}

// plan is the next round: of the best operator that brings anything. It changes nothing.
func (s *DWDBRM) plan() *round {
	if s.next != nil {
		return s.next
	}
	s.next = &round{}
	for _, op := range s.order() {
		r := round{op: op}
		if op == byForward {
			s.forward(&r)
		} else if s.asked < s.queries {
			s.questions(&r)
		}
		if len(r.queue) > 0 || len(r.questions) > 0 {
			s.next = &r
			break
		}
	}
	return s.next
}

// forward takes links of the best pages.
func (s *DWDBRM) forward(r *round) {
	pages := 0
	for _, i := range s.top(byForward) {
		n := 0
		for _, to := range s.found[i].links {
			if s.f.Item(to).State == frontier.Waiting && n < roundResults && !slices.Contains(r.fresh, to) {
				r.queue, r.fresh = append(r.queue, proposed{id: to}), append(r.fresh, to)
				n++
			}
		}
		if n > 0 {
			r.pages = append(r.pages, i)
			if pages++; pages == roundPages {
				break
			}
		}
	}
	r.results = len(r.queue)
}

// questions asks about the best pages, or for the words of their titles.
func (s *DWDBRM) questions(r *round) {
	op := [...]search.Op{byKeyword: search.Keyword, byRelated: search.Related, byBackward: search.Backward}[r.op]
	i := slices.IndexFunc(s.engines, func(e Engine) bool { return e.Ops.Has(op) })
	if i < 0 {
		return
	}
	add := func(q search.Query) bool {
		q.Op, q.Page = op, 1
		if a := search.Address(s.engines[i].Name, q); !s.used[a] {
			r.questions = append(r.questions, a)
		}
		return len(r.questions) < min(roundPages, s.queries-s.asked)
	}
	if op == search.Keyword {
		for _, text := range s.keywords() {
			if !add(search.Query{Text: text}) {
				return
			}
		}
		return
	}
	for _, p := range s.top(r.op) {
		r.pages = append(r.pages, p)
		if !add(search.Query{Target: s.f.URL(s.found[p].id)}) {
			return
		}
	}
}

// keywords returns the words to ask for: first the words of the topic alone, then the best
// known of them with the words of the titles of the best pages, the commonest first.
func (s *DWDBRM) keywords() (list []string) {
	if s.keyword == "" {
		return s.words
	}
	count := map[string]int{}
	places := s.places()
	best := make([]int, len(s.found))
	for i := range best {
		best[i] = i
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	stop := functionwords.New()
	for _, i := range best[:min(len(best), roundPages)] {
		for w := range s.found[i].words {
			if strings.HasPrefix(w, inTitleMark) {
				w = w[len(inTitleMark):]
				if !stop.Has(w) && !strings.Contains(strings.ToLower(s.keyword), w) {
					count[w]++
				}
			}
		}
	}
	words := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	for _, w := range words {
		list = append(list, s.keyword+" "+w)
	}
	return append(list, s.words...)
}

// inTitleMark begins the words of titles among the words of a page, so that a title counts
// twice and can be told from the text.
const inTitleMark = "title:"

// wordsOf returns the words of a page: the words that its judge counted, and the words of its
// title.
func wordsOf(p *crawl.Page) map[string]int {
	words := map[string]int{}
	eachTitleWord(p.Title, func(w string) {
		if len(words) < mostWords {
			words[inTitleMark+w]++
		}
	})
	if p.Features == nil {
		eachTitleWord(p.Title, func(w string) { words[w]++ })
		return words
	}
	most := slices.SortedFunc(slices.Values(p.Features.Words), func(a, b crawl.WordCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Word, b.Word))
	})
	for _, w := range most[:min(len(most), mostWords)] {
		words[w.Word] += int(w.Count)
	}
	return words
}

// keywordsOf are the words of the keywords, as pages have them.
func keywordsOf(list []string) (words []string) {
	for _, k := range list {
		eachTitleWord(k, func(w string) { words = append(words, w) })
	}
	return words
}

// eachTitleWord calls yield with the words of a title of at least two letters, and pairs of
// Chinese characters.
func eachTitleWord(title string, yield func(string)) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(title), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }) {
		runes := []rune(word)
		if !script.Han(runes[0]) {
			if utf8.RuneCountInString(word) >= 2 {
				yield(word)
			}
			continue
		}
		for i := range len(runes) - 1 {
			yield(string(runes[i : i+2]))
		}
	}
}
