package topic

import (
	"cmp"
	"context"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/judge/samples"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// sampled is the part of a topic that comes from sample documents.
type sampled struct {
	*samples.Folder
	ontology *semsim.TopicVector   // mixed with the samples; nil: none
	others   []*semsim.TopicVector // the other parts of the topic
}

// samplesName is the name of the samples in a [crawl.Origin], so that the folder may
// move.
const samplesName = "samples"

// sampledTopic is the topic of Samples, mixed with the concepts if there are any.
func (s *Spec) sampledTopic(ctx context.Context) (*Topic, error) {
	if s.Keywords != "" {
		return nil, wrong(Keywords, "keywords stand for a topic of their own; leave topic-from out, or make an ontology of them")
	}
	folder, err := samples.Read(ctx, s.Samples, s.Documents)
	if err != nil {
		return nil, wrong(Samples, "%w", err)
	}
	for _, f := range folder.Skipped {
		s.log().Warn("a sample was skipped", "file", f.Name, "why", f.Why)
	}
	t, part := &Topic{}, sampled{Folder: folder}
	if s.Names != "" || s.Ontology != "" {
		if t, err = s.conceptTopic(ctx); err != nil {
			return nil, err
		}
		part.ontology = t.Vector
	}
	t.Dictionary = cmp.Or(s.Dictionary, new(lexicon.Dictionary))
	if t.Vector, err = part.vector(folder.Documents, t.Dictionary); err != nil {
		return nil, wrong(Samples, "%s: %w", s.Samples, err)
	}
	t.Name = cmp.Or(t.Name, t.Vector.Name)
	t.Origins = append(t.Origins, crawl.Origin{Name: samplesName, SHA256: folder.SHA256})
	t.samples = []sampled{part}
	return t, nil
}

// vector is the topic of docs, mixed with the ontology of s if there is one.
func (s *sampled) vector(docs []samples.Document, dict *lexicon.Dictionary) (*semsim.TopicVector, error) {
	v, err := samples.Topic(docs, dict)
	if err == nil && s.ontology != nil {
		v = samples.Mix(s.ontology, v)
	}
	return v, err
}

// calibrate settles judge and threshold of a topic of samples; judge "" is open.
// Samples alone have no core concept, which the usual judge needs.
func (t *Topic) calibrate(judge string) error {
	if len(t.samples) == 0 {
		return nil
	}
	if judge == "" {
		if judge = relevance.Names()[0]; t.onlySamples() {
			judge = relevance.Centroid
			t.Judge = judge
		}
	}
	for i := range t.samples {
		phi, err := t.samples[i].threshold(judge, t.Dictionary)
		if err != nil {
			return err
		}
		if i == 0 || phi < t.Phi {
			t.Phi = phi
		}
	}
	return nil
}

func (s *sampled) threshold(judge string, dict *lexicon.Dictionary) (float64, error) {
	return samples.Threshold(judge, s.Documents, dict, func(docs []samples.Document) (*semsim.TopicVector, error) {
		v, err := s.vector(docs, dict)
		if err != nil || len(s.others) == 0 {
			return v, err
		}
		return semsim.Join(append([]*semsim.TopicVector{v}, s.others...)...), nil
	})
}

// onlySamples reports whether the topic is made of samples and nothing else.
func (t *Topic) onlySamples() bool {
	for _, s := range t.samples {
		if s.ontology != nil {
			return false
		}
	}
	return len(t.samples) > 0 && len(t.Origins) == len(t.samples)
}
