package extract

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// nobodyZh and nobodyEn say that people of a kind are none: 没有人员伤亡, 未接到死亡报告; no deaths, nobody was hurt, none missing.
var (
	nobodyZh = lazyre.Compile(`(?:没有接到|没有造成|没有|没|并未造成|未造成|未接到|未收到|未有|暂无|尚无|无)(?:任何|人员|群众|有|人|因灾)*(伤亡|死伤|死亡|遇难|受伤|失踪|失联)`)
	nobodyEn = lazyre.Compile(`\b(?:no (?:reports? of )?(?:any )?|without (?:any )?)(deaths?|fatalities|casualties|injuries|loss of life)\b|\b(?:nobody|no one) (?:was |were |has been |is )?(killed|died|hurt|injured|missing)\b|\bnone (?:are |is |were |was )?(missing)\b`)
)

// nobody appends the counts of zero of a sentence. It is a figure as others are: a chain may end with it.
func (f *folded) nobody(s Span, dst []Quantity) []Quantity {
	text := f.s[s.Start:s.End]
	if !strings.ContainsAny(text, "没未无") && !strings.Contains(text, "no") && !strings.Contains(text, "without") {
		return dst
	}
	for _, m := range append(nobodyZh().FindAllStringSubmatchIndex(text, -1), nobodyEn().FindAllStringSubmatchIndex(text, -1)...) {
		of := ""
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				of = text[m[g]:m[g+1]]
			}
		}
		for _, k := range nobodyOf(of) {
			dst = append(dst, Quantity{Span: f.span(Span{s.Start + m[0], s.Start + m[1]}), Kind: k, Unit: People})
		}
	}
	return dst
}

// nobodyOf are the kinds that a word counts.
func nobodyOf(word string) []Kind {
	switch word {
	case "伤亡", "死伤", "casualties":
		return []Kind{Dead, Injured}
	case "受伤", "injuries", "hurt", "injured":
		return []Kind{Injured}
	case "失踪", "失联", "missing":
		return []Kind{Missing}
	}
	return []Kind{Dead}
}
