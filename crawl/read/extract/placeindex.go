package extract

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ontocrawl/ontocrawl/crawl/read/extract/gazetteer"
	"github.com/ontocrawl/ontocrawl/internal/script"
)

// placeNames are the names of gazetteers, by their folded form. A name that several places have
// leads to a chain of them.
type placeNames struct {
	names map[string]int32 // the last entry of a name
	all   []namesake
	han   map[[2]rune]int // of the first two characters of Chinese names, the most that one has
}

// namesake is a place by one of its names. next is the entry of the next place of that name, -1
// for the last.
type namesake struct {
	at   *gazetteer.Place
	next int32
}

// defaultNames are the names of the built-in places, made when first asked for.
var defaultNames = sync.OnceValues(func() (*placeNames, error) {
	g, err := gazetteer.Default()
	if err != nil {
		return nil, err
	}
	return newPlaceNames(g), nil
})

// newPlaceNames makes the names of all places of gs.
func newPlaceNames(gs ...*gazetteer.Gazetteer) *placeNames {
	n := &placeNames{names: make(map[string]int32), han: make(map[[2]rune]int)}
	for _, g := range gs {
		for i := range g.Places {
			p := &g.Places[i]
			n.add(p.Name, p)
			for _, name := range p.Names {
				n.add(name, p)
			}
		}
	}
	return n
}

// add adds a name of p, and its form without accents.
func (n *placeNames) add(name string, p *gazetteer.Place) {
	if !usable(name, p) {
		return
	}
	n.link(foldName(name), p)
	if plain := unaccented(name); plain != name {
		n.link(foldName(plain), p)
	}
}

func (n *placeNames) link(key string, p *gazetteer.Place) {
	next, ok := n.names[key]
	if !ok {
		next = -1
		if a, size := utf8.DecodeRuneInString(key); script.Han(a) {
			b, _ := utf8.DecodeRuneInString(key[size:])
			pair := [2]rune{a, b}
			n.han[pair] = max(n.han[pair], utf8.RuneCountInString(key))
		}
	}
	for i := next; i >= 0; i = n.all[i].next {
		if n.all[i].at == p {
			return
		}
	}
	n.names[key] = int32(len(n.all))
	n.all = append(n.all, namesake{p, next})
}

// foldName folds a name as texts are folded.
func foldName(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return fold(s).s
		}
	}
	return strings.ToLower(s)
}

// unaccented is s without accents.
func unaccented(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			if r, _ := utf8.DecodeRuneInString(s[i:]); script.Han(r) {
				return s
			}
			return strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}, norm.NFD.String(s))
		}
	}
	return s
}

// usable refuses names that would be found in any text: one character, or letters that are no
// abbreviation of a country or of the first division of one.
func usable(name string, p *gazetteer.Place) bool {
	n := utf8.RuneCountInString(name)
	r, _ := utf8.DecodeRuneInString(name)
	switch {
	case script.Han(r):
		return n > 1
	case n <= 3 && !strings.Contains(name, "."):
		return name == strings.ToUpper(name) && (name == "US" || name == "UK" || name == "USA" || name == "UAE" || n == 2 && p.Code == "ADM1") || n == 3 && (name == "Hue" || name == "Aba")
	}
	return unicode.IsLetter(r)
}

// maxName is the most bytes of a name in letters.
const maxName = 40

// longest returns the places of the longest name that stands at i of s, as whole words; end is i
// if there is none.
func (n *placeNames) longest(s string, i, to int) (first int32, end int) {
	r, size := utf8.DecodeRuneInString(s[i:to])
	end = i
	if script.Han(r) {
		b, _ := utf8.DecodeRuneInString(s[i+size : to])
		most, j := n.han[[2]rune{r, b}], i+size
		for k := 2; k <= most && j < to; k++ {
			_, size = utf8.DecodeRuneInString(s[j:to])
			j += size
			if e, ok := n.names[s[i:j]]; ok {
				first, end = e, j
			}
		}
		return first, end
	}
	for j := i + size; j <= min(to, i+maxName); j++ {
		if j < to && (s[j]|0x20 >= 'a' && s[j]|0x20 <= 'z' || s[j] >= utf8.RuneSelf) {
			continue
		}
		if e, ok := n.names[s[i:j]]; ok && wordAt(s, i, j) {
			first, end = e, j
		}
		if j < to && s[j] == '.' {
			if e, ok := n.names[s[i:j+1]]; ok {
				first, end = e, j+1
			}
		}
		if j == to || s[j] == ',' || s[j] == '(' || s[j] == ';' {
			break
		}
	}
	return first, end
}
