package shift

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// sheet is a report in the words of a language, as all forms of it write it.
type sheet struct {
	Lang, Title, Span, Note string
	Parts                   []section
}

// section is a part of a report.
type section struct {
	Head  string
	Items []item
	None  string // what is said if there are no items
	More  string // how many are left out; "" if none is
}

// item is a line with what was told.
type item struct {
	Head string
	Told []quote
}

// quote is a sentence with its source.
type quote struct {
	Value, Sentence, Title, URL, Lang, Note string
}

// How long texts of pages may be.
const (
	longestTitle    = 200
	longestSentence = 400
	longestURL      = 2000
)

// sheet writes r in the language of p.
func (r *Report) sheet(p *message.Printer) *sheet {
	s := &sheet{Lang: p.Lang(), Title: r.subject(p), Span: p.Sprintf("%s to %s (%s)", r.From.Format(minute), r.To.Format(minute), r.Zone)}
	switch {
	case r.Read.IsZero():
		s.Note = p.Text("This job keeps no event graph (event-graph: true), so the report has pages and sources only.")
	case r.Old > 0:
		s.Note = p.Sprintf("%d facts of days long before were seen first in this time and are left out.", r.Old)
	}
	fact := func(f *Fact) item {
		return item{Head: line(eventName(p, &f.Event), label(p, &f.Value), f.Where, f.Day), Told: []quote{quoteOf(p, "", &f.Told)}}
	}
	news, expected := section{Head: p.Text("New")}, section{Head: p.Text("Forecast and warned")}
	for i := range r.New {
		news.Items = append(news.Items, fact(&r.New[i]))
	}
	for i := range r.Forecast {
		expected.Items = append(expected.Items, fact(&r.Forecast[i]))
	}
	s.Parts = []section{
		r.end(p, news, r.LeftOut.New), r.end(p, r.changed(p), r.LeftOut.Changed), r.end(p, expected, r.LeftOut.Forecast),
		r.end(p, r.contradicted(p), r.LeftOut.Contradicted), r.end(p, r.other(p), r.LeftOut.Pages), r.end(p, r.unheard(p), r.LeftOut.Silent),
	}
	return s
}

const minute = "2006-01-02 15:04"

// subject is one line about the report, for the subject of a mail.
func (r *Report) subject(p *message.Printer) string {
	return p.Sprintf("Shift report of %s: %d new, %d changed, %d contradicted", term.Safe(r.Job), len(r.New)+r.LeftOut.New, len(r.Changed)+r.LeftOut.Changed, len(r.Contradicted)+r.LeftOut.Contradicted)
}

func (r *Report) end(p *message.Printer, s section, left int) section {
	if len(s.Items) == 0 {
		s.None = p.Text("Nothing.")
	}
	if left > 0 {
		s.More = p.Sprintf("and %d more", left)
	}
	return s
}

func (r *Report) changed(p *message.Printer) section {
	s := section{Head: p.Text("Then and now")}
	for i := range r.Changed {
		c := &r.Changed[i]
		s.Items = append(s.Items, item{Head: line(eventName(p, &c.Event), kindWord(p, c.Now.Kind)+" "+amount(p, &c.Was)+" → "+amount(p, &c.Now), c.Where, p.Sprintf("as of %s", c.AsOf.Format(minute))), Told: []quote{quoteOf(p, "", &c.Told)}})
	}
	return s
}

func (r *Report) contradicted(p *message.Printer) section {
	s := section{Head: p.Text("Contradicted")}
	for i := range r.Contradicted {
		c := &r.Contradicted[i]
		one := item{Head: line(eventName(p, &c.Event), kindWord(p, c.Kind), c.Where, c.Day)}
		for k := range c.Sides {
			one.Told = append(one.Told, quoteOf(p, amount(p, &c.Sides[k].Value), &c.Sides[k].Told))
		}
		s.Items = append(s.Items, one)
	}
	return s
}

func (r *Report) other(p *message.Printer) section {
	s := section{Head: p.Text("Other new pages")}
	for i := range r.Pages {
		x := &r.Pages[i]
		q := quoteOf(p, "", &Told{URL: x.URL, Title: x.Title, Lang: x.Lang, Sources: x.Sources})
		q.Note = line(term.Safe(x.Host), x.Seen.In(r.in()).Format(minute), q.Note)
		s.Items = append(s.Items, item{Told: []quote{q}})
	}
	return s
}

func (r *Report) unheard(p *message.Printer) section {
	s := section{Head: p.Text("Nothing relevant from")}
	for i := range r.Silent {
		x := &r.Silent[i]
		last := p.Text("nothing in the week before")
		if !x.Last.IsZero() {
			last = p.Sprintf("last %s", x.Last.In(r.in()).Format(minute))
		}
		s.Items = append(s.Items, item{Head: line(term.Safe(x.Host), last)})
	}
	return s
}

// label is a kind with its value.
func label(p *message.Printer, v *Value) string {
	return strings.TrimSpace(kindWord(p, v.Kind) + " " + amount(p, v))
}

// line joins what is not empty.
func line(parts ...string) string {
	var out []string
	for _, s := range parts {
		if s = strings.TrimSpace(term.Clip(term.Safe(s), longestTitle)); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, " · ")
}

// quoteOf returns the words of a page, without what a terminal or a mail program could obey.
func quoteOf(p *message.Printer, value string, t *Told) quote {
	q := quote{Value: value, Sentence: term.Clip(term.Safe(t.Sentence), longestSentence), Title: term.Clip(term.Safe(t.Title), longestTitle), URL: linkTo(t.URL), Lang: t.Lang}
	if q.Title == "" {
		q.Title = term.Clip(term.Safe(t.URL), longestTitle)
	}
	if t.Sources > 1 {
		q.Note = p.Sprintf("%d pages", t.Sources)
	}
	return q
}

// linkTo returns the address of a page of the web, and "" for any other: a javascript: address is no link.
func linkTo(url string) string {
	lower := strings.ToLower(url)
	if len(url) > longestURL || !strings.HasPrefix(lower, "http://") && !strings.HasPrefix(lower, "https://") || term.Safe(url) != url {
		return ""
	}
	return strings.NewReplacer(" ", "%20", "<", "%3C", ">", "%3E", `"`, "%22", `\`, "%5C", "`", "%60", "(", "%28", ")", "%29").Replace(url)
}
