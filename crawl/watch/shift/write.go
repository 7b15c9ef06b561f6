package shift

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/message"
)

// Mail returns the report in a language, as the subject and the text of a mail.
func (r *Report) Mail(lang string) (subject string, text monitor.Mail, err error) {
	p := message.New(lang)
	var plain, page strings.Builder
	err = errors.Join(r.Text(&plain, p), r.HTML(&page, p))
	return r.subject(p), monitor.Mail{Text: plain.String(), HTML: page.String()}, err
}

// Text writes the report as plain text.
func (r *Report) Text(w io.Writer, p *message.Printer) error {
	s := r.sheet(p)
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", s.Title, s.Span)
	if s.Note != "" {
		fmt.Fprintf(&b, "%s\n", s.Note)
	}
	for _, part := range s.Parts {
		fmt.Fprintf(&b, "\n%s\n%s\n", part.Head, strings.Repeat("-", 40))
		for _, x := range part.Items {
			x.text(&b)
		}
		for _, text := range []string{part.None, part.More} {
			if text != "" {
				fmt.Fprintf(&b, "%s\n", text)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text writes an item: its lines below each other, with a mark before the first.
func (x *item) text(b *strings.Builder) {
	lines := []string{x.Head}
	for _, q := range x.Told {
		lines = append(lines, q.Value, quoted(q.Sentence), q.Title, q.URL, q.Note)
	}
	mark := "*"
	for _, l := range lines {
		if l != "" {
			fmt.Fprintf(b, "%s %s\n", mark, l)
			mark = " "
		}
	}
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return "“" + s + "”"
}

// Markdown writes the report in CommonMark.
func (r *Report) Markdown(w io.Writer, p *message.Printer) error {
	s := r.sheet(p)
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", escape(s.Title), escape(s.Span))
	if s.Note != "" {
		fmt.Fprintf(&b, "\n%s\n", escape(s.Note))
	}
	for _, part := range s.Parts {
		fmt.Fprintf(&b, "\n## %s\n\n", escape(part.Head))
		for _, x := range part.Items {
			if len(x.Told) == 1 {
				fmt.Fprintf(&b, "- %s\n", strings.TrimSpace(bold(x.Head)+" "+x.Told[0].markdown()))
				continue
			}
			fmt.Fprintf(&b, "- %s\n", bold(x.Head))
			for i := range x.Told {
				fmt.Fprintf(&b, "  - %s\n", x.Told[i].markdown())
			}
		}
		if part.None != "" {
			fmt.Fprintf(&b, "%s\n", escape(part.None))
		}
		if part.More != "" {
			fmt.Fprintf(&b, "\n%s\n", escape(part.More))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func bold(s string) string {
	if s == "" {
		return ""
	}
	return "**" + escape(s) + "**"
}

func (q *quote) markdown() string {
	var parts []string
	for _, s := range []string{bold(q.Value), escape(quoted(q.Sentence))} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	title := escape(q.Title)
	if q.URL != "" {
		title = "[" + title + "](<" + q.URL + ">)"
	}
	if parts = append(parts, title); q.Note != "" {
		parts = append(parts, "("+escape(q.Note)+")")
	}
	return strings.Join(parts, " ")
}

// escape keeps text from being markup: every sign that CommonMark reads is escaped (section 2.4), and so are those by which GitHub makes
// a link of a text.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		link := r == ':' && strings.HasPrefix(s[i:], "://") || r == '.' && strings.HasSuffix(strings.ToLower(s[:i]), "www") || r == '@'
		if link || strings.ContainsRune("\\`*_{}[]<>()#+!|&~", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

//go:embed report.html
var page string

// HTML writes the report as a page without scripts that needs no other file: for mail, printers and other systems.
func (r *Report) HTML(w io.Writer, p *message.Printer) error {
	t, err := template.New("report").Parse(page)
	if err != nil {
		return fmt.Errorf("crawl/watch/shift: %w", err)
	}
	return t.Execute(w, r.sheet(p))
}
