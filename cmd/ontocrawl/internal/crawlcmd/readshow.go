package crawlcmd

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/extract"
	"github.com/ontocrawl/ontocrawl/crawl/read/markdown"
	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// record is a page as `read --json` prints it. The names are an interface.
type record struct {
	File        string         `json:"file"`
	Error       string         `json:"error,omitempty"`
	URL         string         `json:"url,omitempty"`
	Title       string         `json:"title,omitempty"`
	Kind        string         `json:"kind,omitempty"`
	Lang        string         `json:"lang,omitempty"`
	Document    string         `json:"document,omitempty"`
	Published   string         `json:"published,omitempty"`
	PublishedBy string         `json:"published_by,omitempty"`
	Date        string         `json:"date,omitempty"` // the day of publication, as the page means it
	Author      string         `json:"author,omitempty"`
	Site        string         `json:"site,omitempty"`
	Text        string         `json:"text"`
	Markdown    string         `json:"markdown,omitempty"`
	LeftOut     map[string]int `json:"left_out,omitempty"` // characters, by the reason
	Links       map[string]int `json:"links,omitempty"`    // by the region
	*eventgraph.Telling
}

func (r *record) fill(out *markdown.Readout, address string) {
	p := out.Page
	if address != fileAddress {
		r.URL = address
	}
	r.Kind, r.Author, r.Site = p.About.Kind.String(), p.About.Author, p.About.Site
	r.Title, r.Lang, r.Document, r.Text, r.Markdown = p.Name(), p.Lang, p.Document, out.Text, out.Markdown
	if r.Date = out.Day(); r.Date != "" {
		r.Published, r.PublishedBy = out.Date.String(), out.Date.By
	}
	for i := range p.Blocks {
		if why := markdown.LeftOut(&p.Blocks[i]); why != "" {
			count(&r.LeftOut, why, utf8.RuneCountInString(p.Blocks[i].Text))
		}
	}
	for i := range p.Links {
		count(&r.Links, p.Links[i].Region.String(), 1)
	}
}

// tell adds what the page, read alone, tells of events.
func (r *record) tell(out *markdown.Readout, address string) error {
	b, err := eventgraph.NewBuilder(extract.Options{})
	if err != nil {
		return err
	}
	b.Add(eventgraph.NewPage(address, out.Page.Lang, out.Page, out.Date.Date))
	b.Finish()
	r.Telling = b.Telling()
	return nil
}

func count(m *map[string]int, key string, n int) {
	if *m == nil {
		*m = map[string]int{}
	}
	(*m)[key] += n
}

const shownLinks = 10 // of each region

// writeReadout writes a page as text: facts, main text, what is left out, links.
func writeReadout(w io.Writer, name string, out *markdown.Readout) error {
	fmt.Fprintf(w, "%s\n%s\n\n", term.Safe(name), term.Safe(out.Page.Name()))
	if err := writeMain(w, out); err != nil {
		return err
	}
	if err := writeLeftOut(w, out.Page); err != nil {
		return err
	}
	return writeReadLinks(w, out.Page)
}

// writeMain writes the facts and the main text.
func writeMain(w io.Writer, out *markdown.Readout) error {
	p := out.Page
	facts := &term.Table{Head: []string{"what", "read"}}
	for _, f := range [][2]string{
		{"kind", message.Of(w).Text(p.About.Kind.String())}, {"site", p.About.Site}, {"author", p.About.Author}, {"title element", p.Title}, {"language", p.Lang}, {"encoding", p.Charset}, {"document", p.Document},
		{"published", publishedBy(out)}, {"words", strconv.Itoa(p.Words)}, {"links", strconv.Itoa(len(p.Links))},
	} {
		if f[1] != "" {
			facts.Label(f[0], f[1]) // a label is translated
		}
	}
	if err := facts.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", term.SafeLines(strings.TrimSpace(cmp.Or(out.Markdown, out.Text))))
	return err
}

func publishedBy(out *markdown.Readout) string {
	if out.Day() == "" {
		return ""
	}
	return out.Date.String() + " (" + out.Date.By + ")"
}

// writeLeftOut writes the blocks that are no main text, each with the reason.
func writeLeftOut(w io.Writer, p *crawl.Page) error {
	t := &term.Table{Head: []string{"left out as", ">characters", "text"}}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if why := markdown.LeftOut(b); why != "" {
			t.Add(why, strconv.Itoa(utf8.RuneCountInString(b.Text)), term.Clip(b.Text, 60))
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	return t.Write(w)
}

// writeReadLinks writes the first links of each region.
func writeReadLinks(w io.Writer, p *crawl.Page) error {
	if len(p.Links) == 0 {
		return nil
	}
	all := map[crawl.Region]int{}
	t := &term.Table{Head: []string{"links in", "text", "address"}}
	for i := range p.Links {
		l := &p.Links[i]
		if all[l.Region]++; all[l.Region] <= shownLinks {
			t.Add(l.Region.String(), term.Clip(l.Text, 40), term.Readable(l.URL))
		}
	}
	fmt.Fprintln(w)
	if err := t.Write(w); err != nil || len(t.Rows) == len(p.Links) {
		return err
	}
	_, err := message.Fprintf(w, "(and %d more)\n", len(p.Links)-len(t.Rows))
	return err
}
