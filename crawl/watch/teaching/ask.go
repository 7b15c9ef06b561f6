package teaching

import (
	"errors"
	"io/fs"

	"github.com/ontocrawl/ontocrawl/crawl/judge/calibrate"
)

// Question is a page about which a mark tells most: where the threshold may lie, and nobody has said anything.
// The JSON names are an interface.
type Question struct {
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Relevance float64  `json:"relevance"` // 0 to 1
	Relevant  bool     `json:"relevant"`  // what the judge says
	Concepts  []string `json:"concepts"`  // IRIs of what it was judged by, the weightiest first, five at most
}

// mostConcepts is how many concepts a Question names.
const mostConcepts = 5

// Ask returns pages of a job to ask people about, n at most, the first to ask first. A job without a run has none.
func (d *Teacher) Ask(job string, n int) ([]Question, error) {
	dir, err := d.folder(job)
	if err != nil {
		return nil, err
	}
	pages, err := calibrate.ChooseIn(dir, n)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list := []Question{}
	for i := range pages {
		list = append(list, question(&pages[i]))
	}
	return list, nil
}

func question(p *calibrate.Page) Question {
	q := Question{URL: p.URL, Title: p.Title, Relevance: p.Relevance, Relevant: p.Relevant, Concepts: []string{}}
	seen := map[string]bool{}
	for _, e := range p.Evidence {
		if e.Concept != "" && !seen[e.Concept] && len(q.Concepts) < mostConcepts {
			seen[e.Concept] = true
			q.Concepts = append(q.Concepts, e.Concept)
		}
	}
	return q
}
