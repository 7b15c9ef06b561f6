package main

import (
	"cmp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/samples"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// sampled is a part of a topic that comes from sample documents.
type sampled struct {
	*samples.Folder
	ontology *semsim.TopicVector   // that they are mixed with; nil: none
	beside   []*semsim.TopicVector // the other parts of the topic
}

// samplesName stands for the samples in run.yaml, so that the folder may move.
const samplesName = "samples"

// sampledTopic is the topic of --topic-from, mixed with that of an ontology if
// there is one.
func (a *app) sampledTopic(c *config.Config) (*topic, error) {
	if c.Keywords != "" {
		return nil, cli.Usagef("%s: keywords stand for a topic of their own; leave topic-from out, or make an ontology of them", c.From["keywords"])
	}
	folder, err := samples.Read(c.TopicFrom)
	if err != nil {
		return nil, cli.Usagef("%s: %w", c.From["topic-from"], err)
	}
	for _, s := range folder.Skipped {
		a.Logger(c).Warn("a sample was passed over", "file", s.Name, "why", s.Why)
	}
	t := &topic{dict: cmp.Or(a.Dictionary, new(lexicon.Dictionary))}
	s := sampled{Folder: folder}
	if c.Topic != "" || c.Ontology != "" {
		concepts, err := a.conceptTopic(c)
		if err != nil {
			return nil, err
		}
		t.name, t.ontologies, t.sources, s.ontology = concepts.name, concepts.ontologies, concepts.sources, concepts.vector
	}
	if t.vector, err = s.topic(folder.Documents, t.dict); err != nil {
		return nil, cli.Usagef("%s: %s: %w", c.From["topic-from"], c.TopicFrom, err)
	}
	if t.name == "" {
		t.name = t.vector.Name
	}
	t.ontologies = append(t.ontologies, ontologyHash{Name: samplesName, SHA256: folder.SHA256})
	t.samples = []sampled{s}
	return t, nil
}

// topic is that of documents in place of s's.
func (s *sampled) topic(docs []samples.Document, dict *lexicon.Dictionary) (*semsim.TopicVector, error) {
	v, err := samples.Topic(docs, dict)
	if err == nil && s.ontology != nil {
		v = samples.Mix(s.ontology, v)
	}
	return v, err
}

// calibrate chooses judge and threshold of a topic from samples, where the
// settings leave it open: samples alone have no concept that bears the topic by
// itself, as the usual judge asks for, and every topic has a threshold of its own.
func (t *topic) calibrate(c *config.Config) error {
	if len(t.samples) == 0 {
		return nil
	}
	if t.bare() && c.From["judge"].Kind == "default" {
		c.Judge = relevance.Centroid
	}
	for i := range t.samples {
		s := &t.samples[i]
		phi, err := samples.Threshold(c.Judge, s.Documents, t.dict, func(docs []samples.Document) (*semsim.TopicVector, error) {
			v, err := s.topic(docs, t.dict)
			if err != nil || len(s.beside) == 0 {
				return v, err
			}
			return semsim.Join(append([]*semsim.TopicVector{v}, s.beside...)...), nil
		})
		if err != nil {
			return err
		}
		if i == 0 || phi < t.phi {
			t.phi = phi
		}
	}
	return nil
}

// bare reports whether the topic is of samples and nothing else.
func (t *topic) bare() bool {
	for _, s := range t.samples {
		if s.ontology != nil {
			return false
		}
	}
	return len(t.samples) > 0 && len(t.ontologies) == len(t.samples)
}

// join adds another topic to those whose vectors are vs, and returns all of them.
func (t *topic) join(vs []*semsim.TopicVector, other *topic) []*semsim.TopicVector {
	for i := range t.samples {
		t.samples[i].beside = append(t.samples[i].beside, other.vector)
	}
	for _, s := range other.samples {
		s.beside = append(s.beside, vs...)
		t.samples = append(t.samples, s)
	}
	if t.dict == nil {
		t.dict = other.dict
	}
	return append(vs, other.vector)
}

// topicGiven reports whether any setting names a topic.
func topicGiven(c *config.Config) bool {
	return c.Topic != "" || c.Ontology != "" || c.Keywords != "" || c.Topics != "" || c.TopicFrom != ""
}
