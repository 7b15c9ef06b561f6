package library

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	blevemapping "github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"

	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Hit is a page that was found.
type Hit struct {
	Job       string    `json:"job"`
	URL       string    `json:"url"`
	Host      string    `json:"host"`
	Title     string    `json:"title"`
	Lang      string    `json:"lang,omitempty"`
	Captured  time.Time `json:"captured"`
	Relevance float64   `json:"relevance"`
	Parts     []Part    `json:"parts"` // of the text around the match
	Text      string    `json:"-"`     // all of the text that is indexed

	found []span // matches in Text
}

// Part is a piece of text, a match or around one.
type Part struct {
	Text  string `json:"text"`
	Found bool   `json:"found,omitempty"`
}

// Index is the state of the index.
type Index struct {
	State string    `json:"state"`        // "none", "building", "ready", "failed"
	Pages int       `json:"pages"`        // while it is built: so far
	Of    int       `json:"of,omitempty"` // while it is built: how many there are, about; 0 if that is not known
	Built time.Time `json:"built,omitzero"`
	Error string    `json:"error,omitempty"`
}

// entry is a Doc as it is indexed. Text is indexed twice: by pairs of characters, for
// Chinese without a dictionary, and by English stems, so typhoon finds typhoons.
type entry struct {
	Job       string    `json:"job"`
	URL       string    `json:"url"`
	Host      string    `json:"host"`
	Title     string    `json:"title"`
	TitleEn   string    `json:"title_en"`
	Lang      string    `json:"lang"`
	Text      string    `json:"text"`
	TextEn    string    `json:"text_en"`
	Captured  time.Time `json:"captured"`
	Relevance float64   `json:"relevance"`
}

func entryOf(d Doc) entry {
	text := d.Text
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "")
	}
	return entry{Job: d.Job, URL: d.URL, Host: d.Host, Title: d.Title, TitleEn: d.Title, Lang: d.Lang, Text: text, TextEn: text, Captured: d.Captured, Relevance: d.Relevance}
}

// mapping returns how the fields of an entry are indexed.
func mapping() (*blevemapping.IndexMappingImpl, error) {
	field := func(analyzer string, store bool) *blevemapping.FieldMapping {
		f := bleve.NewTextFieldMapping()
		f.Analyzer, f.Store, f.IncludeTermVectors, f.IncludeInAll = analyzer, store, true, false
		return f
	}
	doc := bleve.NewDocumentStaticMapping()
	for name, f := range map[string]*blevemapping.FieldMapping{
		"title": field(cjk.AnalyzerName, true), "title_en": field(en.AnalyzerName, false),
		"text": field(cjk.AnalyzerName, true), "text_en": field(en.AnalyzerName, false),
		"job": bleve.NewKeywordFieldMapping(), "url": bleve.NewKeywordFieldMapping(), "host": bleve.NewKeywordFieldMapping(), "lang": bleve.NewKeywordFieldMapping(),
		"captured": bleve.NewDateTimeFieldMapping(), "relevance": bleve.NewNumericFieldMapping(),
	} {
		doc.AddFieldMappingsAt(name, f)
	}
	m := bleve.NewIndexMapping()
	m.DefaultMapping = doc
	return m, m.Validate()
}

// ErrNoIndex is the error of a question before there is an index, or the beginning of one.
var ErrNoIndex = errors.New("there is no search index yet; make it first")

// Search returns up to n pages of a job ("" is all) with all the words, the best first, those
// with the words in the title before others. Chinese is cut into words, and a page must have
// each as a word: 台风 is not in 平台风险. Words in double quotes stand side by side. While
// the first index is made, what it has so far is searched.
func (l *Library) Search(ctx context.Context, words, job string, n int) ([]Hit, error) {
	a, err := l.asked(words)
	if err != nil {
		return nil, err
	}
	q := a.query
	if job != "" {
		q = bleve.NewConjunctionQuery(q, field("job", job))
	}
	if a.han == nil {
		return l.find(ctx, q, n)
	}
	hits, err := l.find(ctx, q, 4*n+20) // some hold the characters of a word, but not the word
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return !a.has(h.Title, h.Text) })
	hits = hits[:min(n, len(hits))]
	for i := range hits {
		hits[i].Parts = a.parts(&hits[i])
	}
	return hits, err
}

// Like returns up to n pages whose words are like those at the beginning of the page with
// that URL, the best first, without that page; none if it is not indexed.
func (l *Library) Like(ctx context.Context, url string, n int) ([]Hit, error) {
	own, err := l.find(ctx, field("url", url), 1)
	if err != nil || len(own) == 0 {
		return nil, err
	}
	words := own[0].Title + " " + own[0].Text
	words = words[:runeAt(words, likeBytes)]
	var any []query.Query
	for _, name := range [...]string{"text", "text_en"} {
		q := bleve.NewMatchQuery(words)
		q.SetField(name)
		any = append(any, q)
	}
	hits, err := l.find(ctx, bleve.NewDisjunctionQuery(any...), n+1)
	hits = slices.DeleteFunc(hits, func(h Hit) bool { return h.URL == url })
	return hits[:min(len(hits), n)], err
}

// likeBytes are how many bytes of a page say what it is like: its first paragraphs.
const likeBytes = 1500

// field is the query for an exact value of a field.
func field(name, value string) query.Query {
	q := bleve.NewTermQuery(value)
	q.SetField(name)
	return q
}

// find returns the best n pages for q.
func (l *Library) find(ctx context.Context, q query.Query, n int) ([]Hit, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	index := l.index
	if index == nil {
		index = l.fresh
	}
	if index == nil {
		return nil, ErrNoIndex
	}
	r := bleve.NewSearchRequestOptions(q, n, 0, false)
	r.Fields = []string{"job", "url", "host", "title", "lang", "text", "captured", "relevance"}
	r.IncludeLocations = true
	res, err := index.SearchInContext(ctx, r)
	if err != nil {
		return nil, err
	}
	hits := make([]Hit, len(res.Hits))
	for i, h := range res.Hits {
		hits[i] = hitOf(h)
	}
	return hits, nil
}

func hitOf(h *search.DocumentMatch) Hit {
	text := func(name string) string { s, _ := h.Fields[name].(string); return s }
	hit := Hit{Job: text("job"), URL: text("url"), Host: text("host"), Title: text("title"), Lang: text("lang"), Text: text("text")}
	hit.Captured, _ = time.Parse(time.RFC3339Nano, text("captured"))
	hit.Relevance, _ = h.Fields["relevance"].(float64)
	var found []span
	for _, field := range [...]string{"text", "text_en"} { // both hold the same text
		for _, places := range h.Locations[field] {
			for _, p := range places {
				found = append(found, span{int(p.Start), int(p.End)})
			}
		}
	}
	hit.Parts, hit.found = excerpt(text("text"), found), found
	return hit
}

// span is a piece of a text, in bytes.
type span struct{ from, to int }

const (
	before = 60  // bytes shown before the first match, about
	around = 260 // bytes shown in all, about
)

// excerpt cuts a piece of text around the first match and splits it into matches and
// the text between them.
func excerpt(text string, found []span) []Part {
	sorts.Func(found, func(a, b span) int { return a.from - b.from })
	from := 0
	if len(found) > 0 && found[0].from < len(text) {
		from = runeAt(text, found[0].from-before)
	}
	to := runeAt(text, from+around)
	parts, at := []Part{}, from
	add := func(end int, is bool) {
		if end > at {
			parts = append(parts, Part{Text: text[at:end], Found: is})
			at = end
		}
	}
	for _, f := range joined(found) {
		if f.from < from || f.to > to {
			continue
		}
		add(f.from, false)
		add(f.to, true)
	}
	add(to, false)
	return parts
}

// joined joins spans that touch: pairs of characters of one word overlap.
func joined(s []span) []span {
	var out []span
	for _, f := range s {
		if last := len(out) - 1; last >= 0 && f.from <= out[last].to {
			out[last].to = max(out[last].to, f.to)
			continue
		}
		out = append(out, f)
	}
	return out
}

// runeAt returns i, or the next place in text where a character begins.
func runeAt(text string, i int) int {
	i = min(max(i, 0), len(text))
	for i < len(text) && !utf8.RuneStart(text[i]) {
		i++
	}
	return i
}
