package agent

import (
	"cmp"
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// JobState is a job in a list.
type JobState struct {
	Name  string    `json:"name"`
	Topic string    `json:"topic"`
	State string    `json:"state"`
	Why   string    `json:"why,omitempty"`
	Phase string    `json:"phase"`
	Next  time.Time `json:"next,omitzero"`
	Pages int       `json:"pages"` // after its last run
	// Relevant are the relevant pages after its last run.
	Relevant int `json:"relevant"`
}

// JobStates answers list_jobs.
type JobStates struct {
	Jobs      []JobState `json:"jobs"`
	Wrong     []string   `json:"wrong"` // what a person should know
	Truncated bool       `json:"truncated,omitempty"`
}

func (s *server) listJobs(ctx context.Context, _ struct{}) (JobStates, error) {
	out := JobStates{Jobs: []JobState{}, Wrong: []string{}}
	d, err := s.opt.Source.Daemon(ctx)
	if err != nil {
		return out, err
	}
	for i := range d.Jobs {
		out.Jobs = append(out.Jobs, stateOf(&d.Jobs[i]))
	}
	for _, n := range d.Notices[:min(len(d.Notices), maxItems)] {
		text := n.Text
		if n.Job != "" {
			text = n.Job + ": " + text
		}
		out.Wrong = append(out.Wrong, clean(text, maxExcerpt))
	}
	out.Truncated = fit(&out, &out.Jobs)
	return out, nil
}

func stateOf(j *api.Job) JobState {
	out := JobState{Name: j.Name, Topic: clean(j.Topic, maxTitle), State: string(j.State), Why: clean(j.Why, maxExcerpt), Phase: j.Phase.To.String(), Next: j.Next}
	if run := cmp.Or(j.Last, j.Open); run != nil {
		out.Pages, out.Relevant = run.Pages, run.Relevant
	}
	return out
}

type findsIn struct {
	Job    string `json:"job,omitempty" jsonschema:"only finds of this job"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many finds, at most 20"`
	Before string `json:"before,omitempty" jsonschema:"only finds before this time (RFC 3339); to go on, the last_seen of the last find"`
}

// Find is a relevant page, with those that say the same.
type Find struct {
	Job       string        `json:"job"`
	URL       string        `json:"url"`
	FirstSeen time.Time     `json:"first_seen"`
	LastSeen  time.Time     `json:"last_seen"`
	Published string        `json:"published,omitempty"` // as its page says: a day, or RFC 3339
	Relevance float64       `json:"relevance"`
	Concepts  []findConcept `json:"concepts"`
	Pages     int           `json:"pages"` // that say the same
	Gone      bool          `json:"gone,omitempty"`
	Untrusted PageText      `json:"untrusted"`
}

// findConcept is a concept of a find, with its count in each place.
type findConcept struct {
	IRI    string          `json:"iri"`
	Name   string          `json:"name"`
	Places []monitor.Place `json:"places,omitempty"`
}

// Finds answers list_finds.
type Finds struct {
	Note      string `json:"note"`
	Finds     []Find `json:"finds"`
	Truncated bool   `json:"truncated,omitempty"`
}

func (s *server) listFinds(ctx context.Context, in findsIn) (Finds, error) {
	out := Finds{Note: note, Finds: []Find{}}
	var before time.Time
	if in.Before != "" {
		var err error
		if before, err = time.Parse(time.RFC3339, in.Before); err != nil {
			return out, err
		}
	}
	jobs := []string{in.Job}
	if in.Job == "" {
		d, err := s.opt.Source.Daemon(ctx)
		if err != nil {
			return out, err
		}
		jobs = jobs[:0]
		for i := range d.Jobs {
			jobs = append(jobs, d.Jobs[i].Name)
		}
	}
	n := limit(in.Limit)
	for _, job := range jobs {
		stories, err := s.opt.Source.Stories(job, before, n)
		if err != nil {
			return out, err
		}
		for i := range stories {
			out.Finds = append(out.Finds, findOf(job, &stories[i]))
		}
	}
	sorts.Stable(out.Finds, func(a, b Find) int { return b.LastSeen.Compare(a.LastSeen) })
	out.Finds = out.Finds[:min(n, len(out.Finds))]
	out.Truncated = fit(&out, &out.Finds)
	return out, nil
}

// maxConcepts is how many concepts of a find are named.
const maxConcepts = 8

func findOf(job string, s *monitor.Story) Find {
	f := Find{
		Job: job, URL: address(s.URL), FirstSeen: s.First, LastSeen: s.Last, Published: s.Published.String(), Relevance: s.Relevance, Concepts: []findConcept{},
		Pages: len(s.Pages), Gone: s.Gone, Untrusted: PageText{Title: clean(s.Title, maxTitle)},
	}
	for i := range min(len(s.Concepts), maxConcepts) {
		c := &s.Concepts[i]
		one := findConcept{IRI: clean(c.IRI, maxTitle), Name: clean(c.Name, maxLabel)}
		for _, p := range c.Found() {
			one.Places = append(one.Places, monitor.Place{Name: clean(p.Name, maxLabel), Count: p.Count})
		}
		f.Concepts = append(f.Concepts, one)
	}
	return f
}
