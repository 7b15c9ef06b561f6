package reading

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/script"
)

const (
	gram    = 4 // words of a run that is looked for
	short   = 6 // a block of fewer words is looked for as a whole
	farAway = 400
)

// terms are the words of a text in lower case; each Chinese or Japanese character is one.
func terms(s string) (list []string) {
	from := -1
	end := func(i int) {
		if from >= 0 {
			list = append(list, strings.ToLower(s[from:i]))
			from = -1
		}
	}
	for i, r := range s {
		switch {
		case script.Han(r) || script.Kana(r):
			end(i)
			list = append(list, string(r))
		case unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_':
			if from < 0 {
				from = i
			}
		default:
			end(i)
		}
	}
	end(len(s))
	return list
}

// labels is the share of each block that stands in the truth.
func labels(p *Page) []float32 {
	switch {
	case len(p.Peers) == 3:
		return byPeers(p)
	case p.Set == fromWeb:
		return slices.Repeat([]float32{-1}, len(p.Doc.Blocks))
	case p.Set == "chunks":
		return byPieces(p)
	}
	return align(p)
}

// alignment looks for blocks in a text. Each of its words is used once.
type alignment struct {
	text []string
	used []bool
	runs map[[gram]string][]int
	from int // where the last block was found
	at   int // and where it ended
}

func align(p *Page) []float32 {
	a := alignment{text: terms(p.Text), runs: map[[gram]string][]int{}}
	a.used = make([]bool, len(a.text))
	for i := 0; i+gram <= len(a.text); i++ {
		key := [gram]string(a.text[i : i+gram])
		a.runs[key] = append(a.runs[key], i)
	}
	label := make([]float32, len(p.Doc.Blocks))
	words := make([][]string, len(label))
	place := make([][2]int, len(label)) // in the text, -1 if not found
	for i := range label {
		words[i], place[i] = terms(p.Doc.Blocks[i].Text), [2]int{-1, -1}
		if len(words[i]) >= short {
			before := a.at
			if label[i] = a.long(words[i]); label[i] >= .3 {
				place[i] = [2]int{a.from, a.at}
			} else {
				a.at = before
			}
		}
	}
	a.shorts(words, place, label)
	return label
}

// long is the share of the words that stand in runs of the text.
func (a *alignment) long(w []string) float32 {
	found := 0
	a.from = -1
	for i := 0; i+gram <= len(w); {
		best := -1
		for _, at := range a.runs[[gram]string(w[i:i+gram])] {
			if !a.used[at] && (best < 0 || distance(at, a.at) < distance(best, a.at)) {
				best = at
			}
		}
		if best < 0 {
			i++
			continue
		}
		k := 0
		for i+k < len(w) && best+k < len(a.text) && !a.used[best+k] && a.text[best+k] == w[i+k] {
			a.used[best+k] = true
			k++
		}
		if found == 0 {
			a.from = best
		}
		found += k
		i += max(1, k)
		a.at = best + k
	}
	return float32(found) / float32(len(w))
}

// shorts looks for short blocks between those around them, the nearest first.
func (a *alignment) shorts(words [][]string, place [][2]int, label []float32) {
	index := map[string][]int{}
	for i, w := range a.text {
		index[w] = append(index[w], i)
	}
	next := make([]int, len(words))
	for i, n := len(words)-1, len(a.text); i >= 0; i-- {
		if next[i] = n; place[i][0] >= 0 {
			n = place[i][0]
		}
	}
	for reach := range 3 {
		before := 0
		for i, w := range words {
			if place[i][0] >= 0 {
				before = place[i][1]
			}
			if len(w) == 0 || len(w) >= short || place[i][0] >= 0 {
				continue
			}
			lo, hi := before-2, next[i]+2
			if reach > 0 {
				lo, hi = before-40*reach*reach, before+40*reach*reach
			}
			if reach == 2 {
				lo, hi = before-farAway, before+farAway
			}
			if at := a.whole(w, index[w[0]], lo, hi, before); at >= 0 {
				label[i], place[i] = 1, [2]int{at, at + len(w)}
				before = max(before, at+len(w))
			}
		}
	}
}

// whole finds the words in the text from lo to hi, the nearest to near, and uses them.
func (a *alignment) whole(w []string, starts []int, lo, hi, near int) int {
	best := -1
	for _, at := range starts {
		if at < lo || at > hi || best >= 0 && distance(best, near) <= distance(at, near) || at+len(w) > len(a.text) {
			continue
		}
		same := true
		for k := range w {
			same = same && !a.used[at+k] && a.text[at+k] == w[k]
		}
		if same {
			best = at
		}
	}
	for k := range w {
		if best >= 0 {
			a.used[best+k] = true
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// byPieces knows the blocks that hold a piece that must be there, or must not.
func byPieces(p *Page) []float32 {
	label := make([]float32, len(p.Doc.Blocks))
	for i := range label {
		text := p.Doc.Blocks[i].Text
		label[i] = -1
		for _, s := range p.Without {
			if same(text, collapse(s)) {
				label[i] = 0
			}
		}
		for _, s := range p.With {
			if s = collapse(s); strings.Contains(text, s) && len(s) >= 12 || len(text) > 12 && strings.Contains(s, text) {
				label[i] = 1
			}
		}
	}
	return label
}

func same(text, piece string) bool {
	return piece != "" && (strings.Contains(text, piece) || len(text) > 12 && strings.Contains(piece, text))
}

func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// byPeers is the share of runs of four characters that two of three extractors have.
func byPeers(p *Page) []float32 {
	votes := map[string]int{}
	for _, text := range p.Peers {
		own := map[string]bool{}
		for _, r := range characterRuns(text) {
			own[r] = true
		}
		for r := range own {
			votes[r]++
		}
	}
	label := make([]float32, len(p.Doc.Blocks))
	for i := range label {
		runs := characterRuns(p.Doc.Blocks[i].Text)
		for _, r := range runs {
			if votes[r] >= 2 {
				label[i] += 1 / float32(len(runs))
			}
		}
	}
	return label
}

func characterRuns(s string) (runs []string) {
	var letters []rune
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			letters = append(letters, r)
		}
	}
	for i := 0; i+4 <= len(letters); i++ {
		runs = append(runs, string(letters[i:i+4]))
	}
	return runs
}
