package eval

import (
	"context"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/find/search/stored"
	"github.com/ontocrawl/ontocrawl/crawl/read/page"
	"github.com/ontocrawl/ontocrawl/internal/stats"
)

// Searched counts what the questions of a run cost and brought.
type Searched struct {
	Calls     int            `json:"calls"`     // questions, answered or not
	Failed    int            `json:"failed"`    // of them: not answered
	ByOp      map[string]int `json:"by_op"`     // calls by operator
	Proposals int            `json:"proposals"` // results, each URL once
	Precision float64        `json:"precision"` // share of proposals that are on topic
	// NewRelevant are pages on topic that were fetched because an answer listed them first;
	// NewPerCall is that by calls.
	NewRelevant int     `json:"new_relevant"`
	NewPerCall  float64 `json:"new_per_call"`
	// Hosts counts the hosts of which a page on topic was fetched, of HostsOnTopic that have one.
	Hosts        int `json:"hosts"`
	HostsOnTopic int `json:"hosts_on_topic"`
	// Recalls are the recall after as many pages as are on topic, twice and four times as
	// many.
	Recalls [3]float64 `json:"recall_1x_2x_4x"`
	// WithoutIgnored are the figures by page if pages whose labels say neither ([Labels].Ignore)
	// cost nothing. The budget is the same, so a crawl that fetched many of them has fewer pages
	// that count.
	WithoutIgnored Found `json:"without_ignored"`
}

// searchMeasures returns the measures of crawls that may ask ([session.Spec].Search). Questions cost no
// request and no page: they are counted apart. Every page on topic can be found then, whether links lead
// there or not, so all of them count as reachable.
func searchMeasures() []measure {
	of := func(name string, f func(*Searched) float64) measure {
		return measure{name, func(r *Run) float64 {
			if r.Search == nil {
				return 0
			}
			return f(r.Search)
		}}
	}
	return []measure{
		of("questions", func(s *Searched) float64 { return float64(s.Calls) }),
		of("results_on_topic", func(s *Searched) float64 { return s.Precision }),
		of("new_per_call", func(s *Searched) float64 { return s.NewPerCall }),
		of("hosts_found", func(s *Searched) float64 { return float64(s.Hosts) }),
		of("recall_1x", func(s *Searched) float64 { return s.Recalls[0] }),
		of("recall_2x", func(s *Searched) float64 { return s.Recalls[1] }),
		of("recall_4x", func(s *Searched) float64 { return s.Recalls[2] }),
		of("area_ratio_without_ignored", func(s *Searched) float64 { return s.WithoutIgnored.AreaRatio }),
	}
}

// Docs are the pages of the web as documents for a search engine.
func (w *Web) Docs() []stored.Doc {
	docs := make([]stored.Doc, len(w.URLs))
	for i := range docs {
		docs[i].URL = w.URLs[i]
		if p := w.pages[i]; p != nil {
			docs[i] = docOf(w.URLs[i], p)
		}
		docs[i].Links = w.Links[i]
	}
	return docs
}

// ReadDocs reads the pages of a stored web as documents for a search engine, without its
// labels and links.
func ReadDocs(dir string) ([]stored.Doc, error) {
	web, err := replay.Open(dir)
	if err != nil {
		return nil, err
	}
	defer web.Close() //nolint:errcheck // only read
	var docs []stored.Doc
	for _, url := range web.Pages() {
		if p, err := readPage(context.Background(), web, parser{}, url); err == nil {
			docs = append(docs, docOf(url, p))
		}
	}
	return docs, nil
}

// parser reads pages without a topic.
type parser struct{}

func (parser) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) { return page.Parse(r) }

// docOf is a page as a document.
func docOf(url string, p *crawl.Page) stored.Doc {
	var text strings.Builder
	for j := range p.Blocks {
		text.WriteString(p.Blocks[j].Text)
		text.WriteByte('\n')
	}
	return stored.Doc{URL: url, Title: p.Title, Text: text.String()}
}

// NoSeeds is the draw of crawls that begin with nothing.
func NoSeeds(int) []int32 { return nil }

// asked counts the visit of a question.
func (r *recorder) asked(v *crawl.Visit) {
	s := r.outcome.Search
	if s == nil {
		s = &Searched{ByOp: map[string]int{}}
		r.outcome.Search, r.proposed = s, map[string]bool{}
	}
	s.Calls++
	s.ByOp[v.Choice.Operator()]++
	if v.Page == nil {
		s.Failed++
		return
	}
	for i := range v.Page.Links {
		if l := &v.Page.Links[i]; l.Kind == crawl.LinkPage && !r.proposed[l.URL] {
			r.proposed[l.URL] = true
			s.Proposals++
			if id, ok := r.web.Find(l.URL); ok && r.web.OnTopic[id] {
				s.Precision++ // a count until the end
			}
		}
	}
}

// searched fills the figures that hang on the whole run.
func (w *Web) searched(r *Run, t *Outcome) {
	s := t.Search
	if s == nil {
		return
	}
	own := *s
	own.Precision = stats.Ratio(own.Precision, float64(own.Proposals))
	own.NewPerCall = stats.Ratio(float64(own.NewRelevant), float64(own.Calls))
	have, all := map[string]bool{}, map[string]bool{}
	for p, on := range w.OnTopic {
		if on && w.pages[p] != nil {
			all[urlkey.Host(w.URLs[p])] = true
		}
	}
	for k, on := range w.on(t.Steps) {
		if on {
			have[urlkey.Host(w.URLs[t.Steps[k].Page])] = true
		}
	}
	own.Hosts, own.HostsOnTopic = len(have), len(all)
	curve := w.recall(r, At.byPage)
	for i, times := range [...]int{1, 2, 4} {
		if n := min(times*r.Reachable, len(curve)); n > 0 {
			own.Recalls[i] = curve[n-1]
		}
	}
	own.WithoutIgnored = w.found(r, w.passingIgnored(t.Steps))
	r.Search = &own
}

// passingIgnored counts pages as At.Page does, but for those that are ignored.
func (w *Web) passingIgnored(steps []step) func(At) int {
	ignored := map[int]int{} // pages before, by At.Page
	n := 0
	for _, s := range steps {
		if w.Ignored[s.Page] && !s.Again {
			n++
		}
		ignored[s.At.Page] = n
	}
	return func(at At) int { return at.Page - ignored[at.Page] }
}
