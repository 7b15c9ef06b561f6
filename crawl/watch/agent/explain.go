package agent

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

type explainIn struct {
	URL string `json:"url" jsonschema:"address of a captured page"`
	Job string `json:"job,omitempty" jsonschema:"the job, or the crawl, that captured it; may be left out if there is one only"`
}

// Reason is one reason of a verdict.
type Reason struct {
	Concept   string  `json:"concept,omitempty"` // IRI; absent for words that go with the topic
	Place     string  `json:"place"`             // title, heading, body, ...
	Count     int     `json:"count"`             // in that place
	Share     float64 `json:"share"`             // of the relevance
	Untrusted struct {
		Label string `json:"label"` // as the page writes it
	} `json:"untrusted"`
}

// Verdict answers explain_page.
type Verdict struct {
	Note        string    `json:"note"`
	Job         string    `json:"job"`
	URL         string    `json:"url"`
	Relevance   float64   `json:"relevance"`
	Relevant    bool      `json:"relevant"`
	Fetched     time.Time `json:"fetched,omitzero"`
	Gone        bool      `json:"gone,omitempty"` // it is no longer there
	DuplicateOf string    `json:"duplicate_of,omitempty"`
	Parent      string    `json:"parent,omitempty"` // page with the link that led to it
	Model       int       `json:"model,omitempty"`  // learned model that judged it
	Reasons     []Reason  `json:"reasons"`          // the weightiest first
	Truncated   bool      `json:"truncated,omitempty"`
	Untrusted   PageText  `json:"untrusted"`
}

func (s *server) explainPage(ctx context.Context, in explainIn) (Verdict, error) {
	key, err := urlkey.Canonical(in.URL)
	if err != nil {
		return Verdict{}, errors.New("url is no http or https URL")
	}
	job, err := s.oneJob(ctx, in.Job)
	if err != nil {
		return Verdict{}, err
	}
	dir, ok := s.opt.Folder(job)
	if !ok {
		return Verdict{}, english.Errorf("there is no job %q", job)
	}
	for p, err := range rundir.Latest(dir) {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return Verdict{}, english.Errorf("%s has not run yet", job)
		case err != nil:
			return Verdict{}, err
		case ctx.Err() != nil:
			return Verdict{}, ctx.Err()
		case p.URL == key || p.Asked == key || p.Canonical == key:
			return verdictOf(job, &p), nil
		}
	}
	return Verdict{}, english.Errorf("%s has not captured that page", job)
}

// oneJob returns the job that is meant: the only one, if none is named.
func (s *server) oneJob(ctx context.Context, name string) (string, error) {
	if name != "" || s.opt.Source == nil {
		return name, nil
	}
	d, err := s.opt.Source.Daemon(ctx)
	if err != nil {
		return "", err
	}
	if len(d.Jobs) != 1 {
		return "", english.Errorf("there are %d jobs; name one (list_jobs lists them)", len(d.Jobs))
	}
	return d.Jobs[0].Name, nil
}

func verdictOf(job string, p *rundir.Page) Verdict {
	v := Verdict{
		Note: note, Job: job, URL: address(p.URL), Relevance: float64(p.Relevance), Relevant: p.Relevant, Fetched: p.FetchedAt.Time, Gone: p.Gone,
		DuplicateOf: address(p.DuplicateOf), Parent: address(p.Parent), Model: p.Model, Reasons: []Reason{}, Untrusted: PageText{Title: clean(p.Name(), maxTitle)},
	}
	for _, e := range p.Evidence[:min(len(p.Evidence), maxItems)] {
		r := Reason{Concept: clean(e.Concept, maxTitle), Place: cmp.Or(clean(e.Group, maxLabel), "page"), Count: e.Count, Share: e.Contribution}
		r.Untrusted.Label = clean(e.Label, maxLabel)
		v.Reasons = append(v.Reasons, r)
	}
	v.Truncated = len(p.Evidence) > maxItems
	return v
}
