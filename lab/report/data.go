package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"html/template"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// data is read by report.js: all rows of the tables of which the page itself has the first.
type data struct {
	Names     []string          `json:"names"`
	Concepts  []string          `json:"concepts"` // by their most frequent labels
	Pages     []json.RawMessage `json:"pages"`
	Starts    [][]any           `json:"starts"`
	Questions [][]any           `json:"questions"`
	Hosts     [][]any           `json:"hosts"`
}

// most rows of the other tables.
const mostRows = 20_000

// data gathers the rows.
func (v *crawled) data(t *tally) data {
	d := data{Names: t.finds.names.list, Pages: t.finds.sorted()}
	for _, iri := range t.finds.concepts.list {
		d.Concepts = append(d.Concepts, visible(mostFrequent(t.labels[iri])))
	}
	for _, s := range v.Starts[:min(len(v.Starts), mostRows)] {
		d.Starts = append(d.Starts, []any{s.Kind, visible(v.shown(s.Name)), s.Pages, s.Relevant, s.Rate()})
	}
	for _, q := range t.asked.list { // all, by number: pages refer to them
		d.Questions = append(d.Questions, []any{visible(q.Query), visible(q.Source), visible(q.Op), visible(q.Lang), q.Pages, q.Relevant, q.Rate(), visible(howAsked(&q.Via)), visible(askedFor(&q.Via))})
	}
	for _, h := range v.ByHost[:min(len(v.ByHost), mostRows)] {
		d.Hosts = append(d.Hosts, []any{visible(h.Name), h.Pages, h.Relevant, h.Rate(), h.Failures})
	}
	return d
}

// packed returns d as JSON, compressed, in base64 within quotes. Such letters mean nothing in HTML.
func (d data) packed() (template.JS, error) {
	var b bytes.Buffer
	b.WriteByte('"')
	letters := base64.NewEncoder(base64.StdEncoding, &b)
	z := gzip.NewWriter(letters)
	if err := json.NewEncoder(z).Encode(d); err != nil {
		return "", english.Errorf("lab/report: %w", err)
	}
	if err := z.Close(); err != nil {
		return "", english.Errorf("lab/report: %w", err)
	}
	if err := letters.Close(); err != nil {
		return "", english.Errorf("lab/report: %w", err)
	}
	b.WriteByte('"')
	return template.JS(b.String()), nil //nolint:gosec // letters of base64
}
