package cli

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// SimilarityFlags are the settings of commands that compute similarities.
func SimilarityFlags() []string {
	return []string{"ontology", "map", "lang", "tau", "alpha", "beta", "gamma", "delta", "epsilon", "log-level", "log-format"}
}

// FetchFlag gives a command that reads ontologies the flag --fetch-imports.
func (a *App) FetchFlag(cmd *cobra.Command) {
	on := cmd.Flags().Bool("fetch-imports", false,
		"fetch what the ontology imports and is not on this machine: public addresses only, at most 100 files")
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error {
		if *on {
			a.FetchImport = a.importFetcher(cmd)
		}
		return nil
	}
}

// AnswerLang is the language in which to answer a question: the one set, else
// Chinese for a question in Chinese.
func AnswerLang(c *config.Config, question string) string {
	han := strings.ContainsFunc(question, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	if han && c.From["lang"].Kind == "default" {
		return "zh"
	}
	return c.Lang
}

// TwoNames is the name in the reader's language, and the other one if it differs.
func TwoNames(zh, en, lang string) (first, second string) {
	first, second = en, zh
	if lang == "zh" {
		first, second = zh, en
	}
	if first == second {
		second = ""
	}
	return first, second
}

// RefName is the name in the reader's language with the other one in brackets.
func RefName(r semsim.Ref, lang string) string {
	first, second := TwoNames(r.Zh, r.En, lang)
	if second == "" {
		return term.Safe(first)
	}
	return term.Safe(first) + " (" + term.Safe(second) + ")"
}

// ShortName is the name in the reader's language.
func ShortName(r semsim.Ref, lang string) string {
	first, _ := TwoNames(r.Zh, r.En, lang)
	return term.Safe(first)
}

// Label is the JSON form of a label.
type Label struct {
	Text string `json:"text"`
	Lang string `json:"lang"`
}

// Fixed is x with four decimals.
func Fixed(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }

// RelationText is a relation with the property that states it: Includes(causes).
func RelationText(g *ontology.Graph, relation, property, lang string) string {
	if property == "" {
		return relation
	}
	return relation + "(" + term.Safe(term.Clip(g.PropertyName(property, lang), 60)) + ")"
}

// PathText writes a path as 台风 -Is-a-> 热带气旋 -Includes(causes)-> 风暴潮. An
// edge walked against its direction points back.
func PathText(g *ontology.Graph, path []semsim.Step, lang string) string {
	var b strings.Builder
	for i, step := range path {
		if i == 0 {
			b.WriteString(ShortName(step.From, lang))
		}
		rel := RelationText(g, step.Relation, step.Property, lang)
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
