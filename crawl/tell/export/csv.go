package export

import (
	"encoding/csv"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// Columns returns the first row of a table.
func Columns() []string {
	return []string{"url", "title", "lang", "relevance", "relevant", "fetched_at", "status", "depth", "parent", "links", "concepts", "labels", "canonical", "published", "published_by", "kind", "headline", "site", "author"}
}

// CSV writes pages as a table (RFC 4180) with a first row of names. Concepts (separated
// by spaces) and labels (by semicolons) come from the evidence, heaviest first.
func CSV(w io.Writer, pages iter.Seq2[rundir.Page, error]) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(Columns()); err != nil {
		return err
	}
	for p, err := range pages {
		if err != nil {
			return err
		}
		if err := out.Write(row(&p)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func row(p *rundir.Page) []string {
	cells := []string{
		p.URL, p.Title, p.Lang, strconv.FormatFloat(float64(p.Relevance), 'g', -1, 64), strconv.FormatBool(p.Relevant),
		p.FetchedAt.UTC().Format("2006-01-02T15:04:05.000Z"), strconv.Itoa(p.Status), strconv.Itoa(p.Depth), p.Parent, strconv.Itoa(p.Links),
		strings.Join(distinct(p.Evidence, func(e *crawl.Evidence) string { return e.Concept }), " "),
		strings.Join(distinct(p.Evidence, func(e *crawl.Evidence) string { return e.Label }), "; "), p.Canonical,
		p.Published.String(), p.PublishedBy, p.Kind, p.Headline, p.Site, p.Author,
	}
	for i := range cells {
		cells[i] = cell(cells[i])
	}
	return cells
}

func distinct(evidence []crawl.Evidence, of func(*crawl.Evidence) string) []string {
	var out []string
	seen := map[string]bool{}
	for i := range evidence {
		if s := of(&evidence[i]); !seen[s] && evidence[i].Concept != "" {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// cell puts an apostrophe before text that a spreadsheet would run as a formula
// (OWASP, "CSV Injection"); it knows full-width signs too. Invisible characters, and
// those that could start another row in a careless reader, become spaces.
func cell(s string) string {
	s = strings.Map(func(r rune) rune {
		if r != ' ' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Bidi_Control, r)) {
			return ' '
		}
		return r
	}, s)
	if t := strings.TrimSpace(s); t != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(t)[0]) {
		return "'" + s
	}
	return s
}
