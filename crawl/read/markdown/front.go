package markdown

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
)

// front is the front matter of a page. The names and their order are an interface.
type front struct {
	Title       string    `yaml:"title"`
	URL         string    `yaml:"url"`
	Kind        string    `yaml:"kind,omitempty"`
	Site        string    `yaml:"site,omitempty"`
	Author      string    `yaml:"author,omitempty"`
	Lang        string    `yaml:"lang,omitempty"`
	Document    string    `yaml:"document,omitempty"` // text, pdf, docx or odt
	Published   string    `yaml:"published,omitempty"`
	Fetched     string    `yaml:"fetched"`
	Relevance   float64   `yaml:"relevance"`
	Relevant    bool      `yaml:"relevant"`
	Concepts    []concept `yaml:"concepts,omitempty"`
	DuplicateOf string    `yaml:"duplicate_of,omitempty"`
	Text        string    `yaml:"text"` // where the text is from: "archive" or "kept"
}

// concept is a concept that the page speaks of, once for each label.
type concept struct {
	IRI   string `yaml:"iri"`
	Label string `yaml:"label"`
	Count int    `yaml:"count"`
}

func frontOf(p *rundir.Page, from string) *front {
	f := &front{
		Title: text(p.Name()), URL: text(p.URL), Kind: p.Kind, Site: text(p.Site), Author: text(p.Author), Lang: text(p.Lang), Document: p.Document, Published: p.Published.String(), Fetched: moment(p.FetchedAt.Time),
		Relevance: float64(p.Relevance), Relevant: p.Relevant, DuplicateOf: text(p.DuplicateOf), Text: from,
	}
	at := map[[2]string]int{}
	for _, e := range p.Evidence {
		if e.Concept == "" {
			continue
		}
		key := [2]string{e.Concept, e.Label}
		if i, ok := at[key]; ok { // it stands in several places of the page
			f.Concepts[i].Count += e.Count
			continue
		}
		at[key] = len(f.Concepts)
		f.Concepts = append(f.Concepts, concept{text(e.Concept), text(e.Label), e.Count})
	}
	return f
}

func moment(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// text is s as one line of text: YAML would write what is not UTF-8 as binary data.
func text(s string) string { return strings.Join(strings.Fields(harmless(s)), " ") }

// matter is front matter with its lines "---".
func matter(v any) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("---\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(v); err != nil {
		return nil, fmt.Errorf("crawl/read/markdown: %w", err)
	}
	if err := e.Close(); err != nil {
		return nil, fmt.Errorf("crawl/read/markdown: %w", err)
	}
	b.WriteString("---\n\n")
	return b.Bytes(), nil
}

// maxSlug bounds the readable part of a name, in bytes.
const maxSlug = 80

// fileName is the name of a page's file: its host and path in letters, digits and "-",
// and 64 bits of the hash of its address. It depends on the address only.
func fileName(address string) string {
	readable := address
	if u, err := url.Parse(address); err == nil {
		readable = u.Host + u.Path
	}
	var b strings.Builder
	for _, r := range strings.ToLower(readable) {
		switch {
		case b.Len() >= maxSlug:
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	sum := sha256.Sum256([]byte(address))
	return strings.Trim(b.String(), "-") + "-" + hex.EncodeToString(sum[:8]) + Ext
}

// Ext is how the names of the files end.
const Ext = ".md"
