package export

import (
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/internal/script"
	"github.com/ontocrawl/ontocrawl/ontology"
)

// foldPairs lists the characters that fold maps to a character in a name, each followed
// by its result: 颱台灣湾. So the page finds 台风 when the reader types 颱風. Only characters of
// the ontology's names are listed: a few hundred bytes instead of the whole table.
func foldPairs(g *ontology.Graph, fold func(string) string) string {
	if fold == nil {
		return ""
	}
	stands := map[rune]bool{}
	for i := range g.Len() {
		for _, l := range g.Concept(ontology.ID(i)).Labels {
			for _, r := range fold(l.Text) {
				if script.Han(r) {
					stands[r] = true
				}
			}
		}
	}
	if len(stands) == 0 {
		return ""
	}
	var b strings.Builder
	for _, rng := range unicode.Han.R16 {
		for r := rune(rng.Lo); r <= rune(rng.Hi); r += rune(rng.Stride) {
			if to := []rune(fold(string(r))); len(to) == 1 && to[0] != r && stands[to[0]] {
				b.WriteRune(r)
				b.WriteRune(to[0])
			}
		}
	}
	return b.String()
}
