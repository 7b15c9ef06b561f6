package simtext

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// twoNames is the name in the reader's language, and the other one if it differs.
func twoNames(zh, en, lang string) (first, second string) {
	first, second = en, zh
	if lang == "zh" {
		first, second = zh, en
	}
	if first == second {
		second = ""
	}
	return first, second
}

// Name is the name in the reader's language with the other one in brackets.
func Name(r semsim.Ref, lang string) string {
	first, second := twoNames(r.Zh, r.En, lang)
	if second == "" {
		return term.Safe(inLanguage(first, r.Lang))
	}
	return term.Safe(first) + " (" + term.Safe(second) + ")"
}

// Labelled is a label with its language behind it, unless that is Chinese, English or
// none: Tifón [es].
func Labelled(text, lang string) string {
	switch primary, _, _ := strings.Cut(strings.ToLower(lang), "-"); primary {
	case "", "zh", "en":
		return text
	}
	return inLanguage(text, lang)
}

// inLanguage is a name with its language, if there is one to tell.
func inLanguage(name, lang string) string {
	if lang == "" {
		return name
	}
	return name + " [" + lang + "]"
}

// ShortName is the name in the reader's language.
func ShortName(r semsim.Ref, lang string) string {
	first, _ := twoNames(r.Zh, r.En, lang)
	return term.Safe(first)
}

// Fixed is x with four decimals.
func Fixed(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// drawn is Fixed, with a bar beside it if w is a terminal.
func drawn(w io.Writer, x float64) string {
	if _, ok := term.Columns(w); !ok {
		return Fixed(x)
	}
	return Fixed(x) + " " + bar(x)
}

// bar draws x, of 0 to 1, on ten columns in steps of an eighth.
func bar(x float64) string {
	const columns = 10
	eighths := int(math.Round(min(max(x, 0), 1) * columns * 8))
	b := strings.Repeat("█", eighths/8)
	if part := eighths % 8; part > 0 {
		b += string(rune('█' + 8 - part)) // U+2588 to U+258F: eight eighths to one
	}
	return b + strings.Repeat(" ", columns-(eighths+7)/8)
}

// Relation is a relation with the property that states it: Includes(causes).
func Relation(g *ontology.Graph, relation, property, lang string) string {
	if property == "" {
		return relation
	}
	return relation + "(" + term.Safe(term.Clip(g.PropertyName(property, lang), 60)) + ")"
}

// Path writes a path as 台风 -Is-a-> 热带气旋 -Includes(causes)-> 风暴潮. An
// edge walked against its direction points back.
func Path(g *ontology.Graph, path []semsim.Step, lang string) string {
	var b strings.Builder
	for i, step := range path {
		if i == 0 {
			b.WriteString(ShortName(step.From, lang))
		}
		rel := Relation(g, step.Relation, step.Property, lang)
		switch {
		case step.Relation == ontology.Synonym.String():
			fmt.Fprintf(&b, " =%s= ", rel)
		case step.Forward:
			fmt.Fprintf(&b, " -%s-> ", rel)
		default:
			fmt.Fprintf(&b, " <-%s- ", rel)
		}
		b.WriteString(ShortName(step.To, lang))
	}
	return b.String()
}
