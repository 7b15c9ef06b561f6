package jobontology

import (
	"context"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/crawl/watch/versions"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
	"github.com/ontocrawl/ontocrawl/ontology/report"
)

// Comparison is how two versions differ, as "ontocrawl ontology diff" says it, and what that does to the topic.
type Comparison struct {
	From    int `json:"from"`
	To      int `json:"to"`       // 0: the file as it is now
	LeftOut int `json:"left_out"` // entries of lists that are cut to 300
	report.Comparison
}

// mostListed bounds each list of a Comparison.
const mostListed = 300

// Compare compares two versions of a job by their numbers; 0 is the file as it is now. The error wraps
// [versions.ErrNoText] if the text of one is not kept.
func (b *Bench) Compare(ctx context.Context, job string, from, to int) (*Comparison, error) {
	s, err := b.Subject(ctx, job)
	if err != nil {
		return nil, err
	}
	all, err := versions.Read(s.Dir)
	if err != nil {
		return nil, err
	}
	end, err := b.wait(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	old, err := s.version(ctx, all, from)
	if err != nil {
		return nil, err
	}
	now, err := s.version(ctx, all, to)
	if err != nil {
		return nil, err
	}
	c := &Comparison{From: from, To: to}
	a, z := s.source(old), s.source(now)
	if a == nil || z == nil {
		return nil, errNotAlone
	}
	c.Comparison = *report.Compare(s.name(), a.Ontology, s.name(), z.Ontology)
	c.Crawl = report.EffectOf(c.Diff, s.topic(a, old), s.topic(z, now))
	c.cut()
	return c, nil
}

// version reads the topic as a version of the file made it.
func (s *Subject) version(ctx context.Context, all []versions.Version, number int) (*topic.Topic, error) {
	if number == 0 {
		return s.Load(ctx, nil)
	}
	for i := range all {
		if all[i].Number != number {
			continue
		}
		text, err := versions.Text(s.Dir, &all[i])
		if err == nil {
			text, err = unpacked(text)
		}
		if err != nil {
			return nil, err
		}
		return s.Load(ctx, map[string][]byte{s.File: text})
	}
	return nil, english.Errorf("version %d: %w", number, versions.ErrNoText)
}

// source is the ontology of the subject in a topic.
func (s *Subject) source(t *topic.Topic) *topic.Source {
	if len(t.Sources) == 1 && t.Sources[0].Name == s.File {
		return t.Sources[0]
	}
	return nil
}

func (s *Subject) topic(of *topic.Source, t *topic.Topic) report.Topic {
	ids, err := of.TopicConcepts(s.Topic)
	if err != nil {
		ids = []ontology.ID{}
	}
	return report.Topic{Graph: of.Graph(), Concepts: ids, Vector: t.Vector}
}

// cut bounds the lists.
func (c *Comparison) cut() {
	d, e := c.Diff, c.Crawl
	first(&c.LeftOut, &d.Added)
	first(&c.LeftOut, &d.Removed)
	first(&c.LeftOut, &d.Renamed)
	first(&c.LeftOut, &d.Properties)
	first(&c.LeftOut, &d.Moved)
	first(&c.LeftOut, &d.Labels)
	first(&c.LeftOut, &d.Definitions)
	first(&c.LeftOut, &d.Relations)
	first(&c.LeftOut, &d.Marks)
	first(&c.LeftOut, &e.Weights)
	first(&c.LeftOut, &e.Lost)
	first(&c.LeftOut, &e.Gained)
	for _, list := range [][]diff.Concept{d.Added, d.Removed} {
		for i := range list {
			list[i].Definitions, list[i].Relations, list[i].Labels = nil, list[i].Relations[:min(20, len(list[i].Relations))], list[i].Labels[:min(20, len(list[i].Labels))]
		}
	}
}

func first[T any](left *int, list *[]T) {
	if n := len(*list) - mostListed; n > 0 {
		*left += n
		*list = (*list)[:mostListed]
	}
	if *list == nil {
		*list = []T{}
	}
}
