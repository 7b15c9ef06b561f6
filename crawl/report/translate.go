package report

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/ontocrawl/ontocrawl/message"
)

// htmlLang is the attribute of a page in a language.
func htmlLang(p *message.Printer) string {
	if p.Lang() == "zh" {
		return "zh-Hans"
	}
	return p.Lang()
}

// translate puts what the templates of t say for themselves into the language of p: the text between
// tags, piece by piece as actions part it, and the texts that actions hold. t has not been executed yet.
func translate(t *template.Template, p *message.Printer) {
	if p == nil {
		return
	}
	for _, name := range inLanguages() {
		walkTexts(t.Lookup(name).Tree.Root, p.Text)
	}
}

// inLanguages are the templates of a report of a crawl. A comparison of strategies is English.
func inLanguages() []string { return []string{"crawl.html", "counts"} }

// Texts returns the English texts of the templates, for the test that each has a translation.
func Texts() ([]string, error) {
	t, err := parseTemplates(nil)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, name := range inLanguages() {
		walkTexts(t.Lookup(name).Tree.Root, func(s string) string { all = append(all, s); return s })
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// walkTexts replaces each text below n by what to makes of it.
func walkTexts(n parse.Node, to func(string) string) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, m := range n.Nodes {
			walkTexts(m, to)
		}
	case *parse.TextNode:
		n.Text = []byte(betweenTags(string(n.Text), to))
	case *parse.ActionNode:
		walkPipe(n.Pipe, to)
	case *parse.TemplateNode:
		walkPipe(n.Pipe, to)
	case *parse.IfNode:
		walkTexts(n.List, to)
		walkTexts(n.ElseList, to)
	case *parse.RangeNode:
		walkTexts(n.List, to)
		walkTexts(n.ElseList, to)
	case *parse.WithNode:
		walkTexts(n.List, to)
		walkTexts(n.ElseList, to)
	}
}

// walkPipe replaces the texts of calls of list: they are the headings of a table.
func walkPipe(p *parse.PipeNode, to func(string) string) {
	if p == nil {
		return
	}
	for _, c := range p.Cmds {
		name, ok := c.Args[0].(*parse.IdentifierNode)
		for _, arg := range c.Args {
			if in, isPipe := arg.(*parse.PipeNode); isPipe {
				walkPipe(in, to)
			}
			if s, isText := arg.(*parse.StringNode); isText && ok && name.Ident == "list" {
				s.Text = to(s.Text)
			}
		}
	}
}

// aWord finds text that says something.
var aWord = regexp.MustCompile(`[A-Za-z]{2}`)

// betweenTags replaces the texts between the tags of html, which may begin within a tag. Space
// around a text stays.
func betweenTags(html string, to func(string) string) string {
	var b strings.Builder
	if end := strings.IndexByte(html, '>'); end >= 0 && !strings.Contains(html[:end], "<") {
		b.WriteString(html[:end+1])
		html = html[end+1:]
	}
	for html != "" {
		text, tag := html, ""
		if begin := strings.IndexByte(html, '<'); begin >= 0 {
			text, tag = html[:begin], html[begin:]
			if end := strings.IndexByte(tag, '>'); end >= 0 {
				tag = tag[:end+1]
			}
		}
		html = html[len(text)+len(tag):]
		if said := strings.TrimSpace(text); aWord.MatchString(said) {
			text = strings.Replace(text, said, to(said), 1)
		}
		b.WriteString(text + tag)
	}
	return b.String()
}
