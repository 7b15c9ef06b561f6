package ensemble

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// Page holds what a ranker knows of a page.
type Page struct {
	URL   string
	Host  string
	Words map[string]int // with their counts; those that are not above 0 are left out
	Links []int32        // numbers of the pages of the Set that it links to
}

// Set is pages as vectors of words, numbered from 0. It never changes.
type Set struct {
	pages []Page
	words map[string]int32
	rows  []vector  // term frequencies
	norms []float64 // their lengths
	tfidf []vector  // (1 + ln tf) x idf, of length 1
}

// vector holds the words of a page, by number.
type vector []weighed

type weighed struct {
	word   int32
	weight float64
}

// NewSet numbers pages, which must not change any more.
func NewSet(pages []Page) *Set {
	s := &Set{pages: pages, words: map[string]int32{}}
	for i := range pages {
		s.add(pages[i].Words)
	}
	s.weigh()
	return s
}

// Len is the number of pages.
func (s *Set) Len() int { return len(s.pages) }

func (s *Set) add(words map[string]int) {
	var row vector
	sum := 0.
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if words[w] <= 0 {
			continue
		}
		id, ok := s.words[w]
		if !ok {
			id = int32(len(s.words))
			s.words[w] = id
		}
		n := float64(words[w])
		row = append(row, weighed{id, n})
		sum += n * n
	}
	slices.SortFunc(row, func(a, b weighed) int { return cmp.Compare(a.word, b.word) })
	s.rows, s.norms = append(s.rows, row), append(s.norms, math.Sqrt(sum))
}

// weigh makes the vectors that the classifiers see.
func (s *Set) weigh() {
	df := make([]int, len(s.words))
	for _, row := range s.rows {
		for _, w := range row {
			df[w.word]++
		}
	}
	for _, row := range s.rows {
		v, sum := make(vector, len(row)), 0.
		for i, w := range row {
			x := (1 + math.Log(w.weight)) * (1 + math.Log(float64(1+len(s.rows))/float64(1+df[w.word])))
			v[i] = weighed{w.word, x}
			sum += x * x
		}
		for i := range v {
			v[i].weight /= math.Sqrt(sum)
		}
		s.tfidf = append(s.tfidf, v)
	}
}

// dot is the product of two vectors.
func dot(a, b vector) (sum float64) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].word < b[j].word:
			i++
		case a[i].word > b[j].word:
			j++
		default:
			sum += a[i].weight * b[j].weight
			i++
			j++
		}
	}
	return sum
}
