package jobcrawl

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// ResolveConcepts replaces the names of concepts in the rules and rates of j by
// their IRIs. It returns the names that are unknown or ambiguous.
func ResolveConcepts(j *monitor.Job, v *semsim.TopicVector) (problems []jobfile.Problem) {
	index := newConceptIndex(v)
	for i := range j.AlertRules {
		r := &j.AlertRules[i]
		r.Concepts = slices.Clone(r.Concepts)
		for k, name := range r.Concepts {
			iri, err := index.find(name)
			if err != nil {
				problems = append(problems, jobfile.Problem{Line: r.Line, Phrase: english.Phrasef("rule %s: %v", r.Name, err)})
				continue
			}
			r.Concepts[k] = iri
		}
	}
	j.Phases.Rates = slices.Clone(j.Phases.Rates)
	for i := range j.Phases.Rates {
		r := &j.Phases.Rates[i]
		iri, err := index.find(r.Concept)
		if err != nil {
			problems = append(problems, jobfile.Problem{Key: "phases", Phrase: english.Phrasef("rates: %v", err)})
			continue
		}
		r.Concept = iri
	}
	return problems
}

// conceptIndex finds the concepts of a topic by IRI, label or local name. Pages
// mention these concepts and no others.
type conceptIndex struct {
	iris  map[string][]string // by name, in lower case
	names []string
}

func newConceptIndex(v *semsim.TopicVector) *conceptIndex {
	x := &conceptIndex{iris: map[string][]string{}}
	for i := range v.Entries {
		e := &v.Entries[i]
		for _, name := range []string{e.IRI, e.IRI[strings.LastIndexAny(e.IRI, "#/:")+1:], e.Zh, e.En} {
			x.add(name, e.IRI)
		}
		for _, l := range e.Labels {
			x.add(l.Text, e.IRI)
		}
	}
	return x
}

func (x *conceptIndex) add(name, iri string) {
	key := strings.ToLower(strings.TrimSpace(name))
	if key != "" && !slices.Contains(x.iris[key], iri) {
		x.iris[key] = append(x.iris[key], iri)
		x.names = append(x.names, name)
	}
}

func (x *conceptIndex) find(name string) (string, error) {
	switch found := x.iris[strings.ToLower(strings.TrimSpace(name))]; len(found) {
	case 1:
		return found[0], nil
	case 0:
		if near := term.Nearest(name, x.names, 3); len(near) > 0 {
			return "", english.Errorf("the topic has no concept %q; the nearest names are %s", name, strings.Join(near, ", "))
		}
		return "", english.Errorf("the topic has no concept %q", name)
	default:
		return "", english.Errorf("%q names %d concepts of the topic; say which by its IRI: %s", name, len(found), strings.Join(found, ", "))
	}
}
