package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/message"
)

// htmlLang is the attribute of a text in a language.
func htmlLang(lang string) string {
	if lang == "zh" {
		return "zh-Hans"
	}
	return lang
}

// speaker writes a text in all languages of package message, each in an element of the class of its
// language: a report of a crawl holds all of them, and the style shows one. The zero speaker writes English only.
type speaker struct{ printers []*message.Printer }

// newSpeaker speaks all languages.
func newSpeaker() speaker {
	var s speaker
	for _, lang := range message.Languages() {
		s.printers = append(s.printers, message.New(lang))
	}
	return s
}

// say writes a message of package message as HTML. Its arguments may come from outside.
func (s speaker) say(format string, args ...any) template.HTML {
	return s.in("span", english.Phrasef(format, args...))
}

// in writes a message in elements called tag.
func (s speaker) in(tag string, text english.Phrase) template.HTML {
	english := template.HTMLEscapeString(visible(text.String()))
	var b strings.Builder
	differ := false
	for _, p := range s.printers {
		said := template.HTMLEscapeString(visible(p.Say(text)))
		differ = differ || said != english
		fmt.Fprintf(&b, `<%s class="%s" lang="%s">%s</%s>`, tag, p.Lang(), htmlLang(p.Lang()), said, tag)
	}
	if !differ {
		return template.HTML(english) //nolint:gosec // escaped
	}
	return template.HTML(b.String()) //nolint:gosec // its texts are escaped
}

// words are the texts of report.js and the words in the data of a report, in JSON: of each its Chinese.
func (s speaker) words() (template.JS, error) {
	all := map[string]map[string]string{}
	for _, text := range slices.Concat(scriptTexts(), knownWords()) {
		all[text] = map[string]string{}
		for _, p := range s.printers {
			if said := p.Text(text); said != text {
				all[text][p.Lang()] = said
			}
		}
	}
	b, err := json.Marshal(all)
	return template.JS(b), err //nolint:gosec // JSON of our own texts, in which < is escaped
}

// knownWords are words that stand in the data of a report: kinds of failures and of starts, and parts of pages.
func knownWords() []string {
	all := map[string]bool{}
	for k := crawl.FailureKind(0); k == 0 || k.String() != crawl.FailOther.String(); k++ {
		all[k.String()] = true
	}
	for g := range crawl.NumGroups {
		all[crawl.Group(g).String()] = true
	}
	for _, w := range slices.Concat(startKinds(), reasonForms(), []string{"address", "unknown"}) {
		all[w] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// scriptTexts are the texts that report.js shows.
func scriptTexts() []string {
	return []string{
		"back", "further", "Nothing matches.", "%d to %d of %d; %d in all", "text", "host", "language", "concept", "all", "sorted by",
		"relevance", "page", "fetched, UTC", "why", "kind", "start", "fetched", "relevant", "harvest rate", "failures", "question", "source",
		"asked for", "pages listed first", "judged by model %d", askedForm,
		"This browser cannot unpack the rows of the tables: they show the first ones only.",
	}
}

// Texts returns the English texts of a report of a crawl, for the test that each has a translation. A
// comparison of strategies is English.
func Texts() ([]string, error) {
	t, err := parseTemplates(nil, speaker{})
	if err != nil {
		return nil, err
	}
	all := slices.Concat(scriptTexts(), knownWords())
	for _, name := range []string{"crawl.html", "pages", "grids", "more", "learned"} {
		walkSaid(t.Lookup(name).Tree.Root, func(s string) { all = append(all, s) })
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// walkSaid calls f for each text below n that is said.
func walkSaid(n parse.Node, f func(string)) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, m := range n.Nodes {
				walkSaid(m, f)
			}
		}
	case *parse.ActionNode:
		saidInPipe(n.Pipe, f)
	case *parse.TemplateNode:
		saidInPipe(n.Pipe, f)
	case *parse.IfNode:
		walkSaid(n.List, f)
		walkSaid(n.ElseList, f)
	case *parse.RangeNode:
		walkSaid(n.List, f)
		walkSaid(n.ElseList, f)
	case *parse.WithNode:
		walkSaid(n.List, f)
		walkSaid(n.ElseList, f)
	}
}

// saidInPipe calls f for the first text of each call of say, and for the headings in a list.
func saidInPipe(p *parse.PipeNode, f func(string)) {
	if p == nil {
		return
	}
	for _, c := range p.Cmds {
		name, _ := c.Args[0].(*parse.IdentifierNode)
		for i, arg := range c.Args {
			if in, isPipe := arg.(*parse.PipeNode); isPipe {
				saidInPipe(in, f)
			}
			s, isText := arg.(*parse.StringNode)
			if isText && name != nil && (name.Ident == "list" && i > 1 || name.Ident == "say" && i == 1) {
				f(s.Text)
			}
		}
	}
}
