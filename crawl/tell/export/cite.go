package export

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// citeKey names a page in a bibliography: its host, and a part of the SHA-256 of its address.
func citeKey(p *rundir.Page) string {
	host := strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '-'
	}, strings.TrimPrefix(hostOf(p.URL), "www."))
	sum := sha256.Sum256([]byte(p.URL))
	return host + "-" + hex.EncodeToString(sum[:4])
}

// citeTitle is the title of a page in a bibliography.
func citeTitle(p *rundir.Page) string { return cmp.Or(oneLine(p.Headline), oneLine(p.Title), p.URL) }

// oneLine returns text without line breaks and without characters that a terminal would obey.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }), " ")
}

// bibTeX writes pages as a bibliography, each an entry of the kind online (BibLaTeX), which Zotero reads.
func bibTeX(w io.Writer, pages iter.Seq2[rundir.Page, error]) error {
	for p, err := range pages {
		if err != nil {
			return err
		}
		var b strings.Builder
		fmt.Fprintf(&b, "@online{%s", citeKey(&p))
		field := func(name, value string) {
			if value != "" {
				fmt.Fprintf(&b, ",\n  %s = {%s}", name, value)
			}
		}
		field("title", "{"+tex(citeTitle(&p))+"}")
		if author := oneLine(p.Author); author != "" {
			field("author", "{"+tex(author)+"}") // in braces: one name, whatever commas it has
		}
		field("organization", tex(oneLine(p.Site)))
		field("date", citeDay(p.Published))
		field("url", strings.NewReplacer("{", "%7B", "}", "%7D", `\`, "%5C").Replace(p.URL))
		field("urldate", p.FetchedAt.UTC().Format(time.DateOnly))
		field("langid", tex(oneLine(p.Lang)))
		field("note", fmt.Sprintf("relevance %.3g", float64(p.Relevance)))
		b.WriteString("\n}\n\n")
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

// tex escapes what TeX would obey.
func tex(text string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`, "_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`).Replace(text)
}

func citeDay(d crawl.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.Format(time.DateOnly)
}

// cslItem is an item of CSL-JSON, citation-style-language.org/schema 1.0.2.
type cslItem struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Title     string    `json:"title"`
	Author    []cslName `json:"author,omitempty"`
	Container string    `json:"container-title,omitempty"`
	Issued    *cslDate  `json:"issued,omitempty"`
	Accessed  *cslDate  `json:"accessed"`
	URL       string    `json:"URL"`
	Language  string    `json:"language,omitempty"`
	Note      string    `json:"note"`
}

type cslName struct {
	Literal string `json:"literal"`
}

type cslDate struct {
	Parts [][]int `json:"date-parts"`
}

func cslDay(t time.Time) *cslDate {
	return &cslDate{[][]int{{t.Year(), int(t.Month()), t.Day()}}}
}

// csljson writes pages as a bibliography in CSL-JSON, which Zotero and Pandoc read.
func csljson(w io.Writer, pages iter.Seq2[rundir.Page, error]) error {
	before := "[\n"
	for p, err := range pages {
		if err != nil {
			return err
		}
		x := cslItem{
			ID: citeKey(&p), Type: "webpage", Title: citeTitle(&p), Container: oneLine(p.Site), Accessed: cslDay(p.FetchedAt.UTC()), URL: p.URL,
			Language: oneLine(p.Lang), Note: fmt.Sprintf("relevance %.3g", float64(p.Relevance)),
		}
		if author := oneLine(p.Author); author != "" {
			x.Author = []cslName{{author}}
		}
		if !p.Published.IsZero() {
			x.Issued = cslDay(p.Published.Time)
		}
		text, err := json.Marshal(x)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s", before, text); err != nil {
			return err
		}
		before = ",\n"
	}
	end := "\n]\n"
	if before == "[\n" {
		end = "[]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}
