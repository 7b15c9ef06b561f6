package notify

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// view shows a message to a template. All its texts are escaped for the markup of the
// service, so a template need not and must not escape them again.
type view struct {
	Headline string // what it is about, in one line
	Job      string
	Phase    string
	Type     string // "alert", "digest" or "test"
	Urgent   bool
	Titled   bool // the service shows Headline by itself
	Items    []item
	Total    int    // notifications in the message
	More     int    // those that are not in Items, because they do not fit
	Rest     string // a line about More; "" if it is 0
}

// item is one notification in a View.
type item struct {
	Kind      string // in words: "New", "Changed"
	Title     string
	URL       string // "" if it is not about a page
	Host      string
	Lang      string
	Rule      string
	Urgent    bool
	Relevance float64
	Before    float64 // relevance of the former version of a page
	Concepts  []itemConcept
	Published string // in the zone of the job; "" if unknown
	Captured  string
	Facts     []string // all that a mail says of it, a line each
}

// itemConcept is a concept that a page mentions.
type itemConcept struct {
	Name, Label string
	Found       string // where, and how often in each place: "title ×1, body ×3"
}

// viewOf returns what a template sees of m with the first k notifications.
func viewOf(m *Message, w *words, s *Service, k int) view {
	esc := s.Markup.Escape
	l := &m.Notifications[0]
	v := view{
		Headline: esc(w.subject(m)), Job: esc(line(l.Job, 60)), Phase: esc(w.phase(l.Event.Phase)), Type: m.Type(), Urgent: m.urgent(),
		Titled: s.Titled, Total: len(m.Notifications), More: len(m.Notifications) - k,
	}
	if v.More > 0 {
		v.Rest = esc(fmt.Sprintf(w.rest, v.More, line(l.Job, 60)))
	}
	for i := range k {
		v.Items = append(v.Items, itemOf(&m.Notifications[i], w, esc))
	}
	return v
}

func itemOf(l *monitor.Notification, w *words, esc func(string) string) item {
	e := &l.Event
	at := func(d crawl.Date) string {
		if d.IsZero() {
			return ""
		}
		return esc(d.Show(w.zone, timeLayout))
	}
	item := item{
		Kind: esc(w.kind(e.Kind)), Title: esc(cmp.Or(line(l.Title, maxTitle), line(e.URL, maxTitle))), Host: esc(line(e.Host, 260)), Lang: esc(line(e.Lang, 40)),
		Rule: esc(line(l.Rule, 60)), Urgent: l.Urgent, Relevance: finite(e.Relevance), Before: finite(e.WasRelevance),
		Published: at(e.Published), Captured: at(crawl.Date{Time: e.Captured}),
	}
	if web(e.URL) && len(e.URL) <= maxLink {
		item.URL = e.URL // escaped by the function link
	}
	for i := range min(len(e.Concepts), maxConcepts) {
		c := &e.Concepts[i]
		item.Concepts = append(item.Concepts, itemConcept{esc(line(c.Name, 60)), esc(line(c.Label, 60)), esc(w.found(c))})
	}
	for _, fact := range w.facts(l) {
		item.Facts = append(item.Facts, esc(fact))
	}
	return item
}

// maxLink is the longest URL that becomes a link in a chat, in bytes.
const maxLink = 1000

// builtin is the template of a receiver that has none. A digest has two lines for each
// notification.
const builtin = `{{if not .Titled}}{{bold .Headline}}
{{end}}{{range $i, $item := .Items}}{{if $i}}
{{end}}{{.Kind}}: {{link .Title .URL}}
{{if gt $.Total 1}}{{index .Facts 0}}
{{else}}{{range .Facts}}{{.}}
{{end}}{{end}}{{end}}{{.Rest}}`

// short is for a message of which not even one notification fits.
const short = `{{if not .Titled}}{{bold .Headline}}
{{end}}{{range .Items}}{{link .Kind .URL}}
{{end}}{{.Rest}}`

// parse parses a template for a service. A key that does not exist is an error.
func parse(s *Service, text string) (*template.Template, error) {
	return template.New("template").Option("missingkey=error").Funcs(template.FuncMap{
		"bold": s.Markup.Bold,
		"link": func(text, url string) string {
			if url == "" {
				return text
			}
			return s.Markup.Link(text, url)
		},
		"join": func(sep string, texts []string) string { return strings.Join(texts, sep) },
	}).Parse(text)
}

// maxRendered bounds what a template may write, in bytes: loops in it may be long.
const maxRendered = 1 << 20

// render fills t with v. Lines have no space at their ends, and no two are empty in a row.
func render(t *template.Template, v *view) (string, error) {
	var b bytes.Buffer
	if err := t.Execute(&bounded{&b, maxRendered}, v); err != nil {
		return "", err
	}
	var out []string
	for l := range strings.SplitSeq(b.String(), "\n") {
		l = strings.TrimRight(l, " \t\r")
		if l != "" || len(out) > 0 && out[len(out)-1] != "" {
			out = append(out, l)
		}
	}
	text := strings.TrimRight(strings.Join(out, "\n"), "\n")
	if text == "" {
		return "", errors.New("template: it yields an empty text")
	}
	return text, nil
}

// bounded is a writer that fails after n bytes.
type bounded struct {
	w io.Writer
	n int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.n -= len(p); b.n < 0 {
		return 0, english.Errorf("the text is longer than %d MB", maxRendered>>20)
	}
	return b.w.Write(p)
}

// checkTemplate returns what is wrong with a template: it is tried with an alert, a
// digest, a message of the daemon and a test.
func checkTemplate(s *Service, text string) error {
	t, err := parse(s, text)
	if err != nil {
		return err
	}
	w := wordsOf("", nil)
	for _, m := range samples() {
		v := viewOf(&m, &w, s, len(m.Notifications))
		if _, err := renderFor(t, s, v); err != nil {
			return err
		}
	}
	return nil
}

// renderFor is render. What it returns is JSON, if s writes JSON.
func renderFor(t *template.Template, s *Service, v view) (string, error) {
	text, err := render(t, &v)
	if err == nil && s.JSON && !json.Valid([]byte(text)) {
		err = errors.New("template: what it yields is no JSON")
	}
	return text, err
}
