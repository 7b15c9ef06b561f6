package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"strings"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/semsim"
)

// StrategyITS is the strategy whose topic is a list of equal keywords.
const StrategyITS = "its"

// LargestFile bounds the ontology on standard input, and every other file of
// one, unpacked.
const LargestFile = 512 << 20

// Similarity returns what the settings say of the measure.
func Similarity(c config.SimilaritySettings) semsim.Params {
	return semsim.Params{
		Tau:     c.Tau,
		Weights: semsim.Weights{Dis: c.Alpha, Den: c.Beta, Dep: c.Gamma, Coi: c.Delta, Rel: c.Epsilon},
	}
}

// reasoning returns what the setting reason says.
func reasoning(setting string) owl.Reasoning {
	if setting == "off" {
		return owl.Asserted
	}
	return owl.Reasoning(setting)
}

// loader opens ontologies as the settings say. Its errors need [readError].
func (a *App) loader(c *config.Config) (topic.Loader, error) {
	mapping, err := PropertyMap(c)
	if err != nil {
		return topic.Loader{}, err
	}
	log := a.Logger(c)
	return topic.Loader{
		Mapping: mapping, Reason: reasoning(c.Reason), FetchImport: a.FetchImport, Limits: a.Limits.Limits, Similarity: Similarity(c.SimilaritySettings), Lang: c.Lang,
		Stdin:  a.ReadStdin,
		Opened: func(s *topic.Source) { topic.LogFindings(log, s.Name, s.Ontology.Findings) }, Logger: log,
	}, nil
}

// Open reads and measures the ontology called name: an embedded one, a file, or
// standard input for "-".
func (a *App) Open(ctx context.Context, c *config.Config, name string) (*topic.Source, error) {
	l, err := a.loader(c)
	if err != nil {
		return nil, err
	}
	s, err := l.Open(ctx, name)
	return s, readError(err)
}

// OpenGraph is Open without the measure, which takes the longest.
func (a *App) OpenGraph(ctx context.Context, c *config.Config, name string) (*topic.Source, error) {
	l, err := a.loader(c)
	if err != nil {
		return nil, err
	}
	s, err := l.OpenGraph(ctx, name)
	return s, readError(err)
}

// ReadOntology is OpenGraph with options of the caller, and without log lines
// about what was found.
func (a *App) ReadOntology(ctx context.Context, c *config.Config, name string, opt owl.Options) (*topic.Source, error) {
	return a.ReadOntologyOf(ctx, c, name, nil, opt)
}

// ReadOntologyOf is ReadOntology by earlier versions of embedded ontologies, which [topic.Loader]
// explains.
func (a *App) ReadOntologyOf(ctx context.Context, c *config.Config, name string, versions map[string]string, opt owl.Options) (*topic.Source, error) {
	l, err := a.loader(c)
	if err != nil {
		return nil, err
	}
	l.Versions = versions
	ont, err := l.Read(ctx, name, opt)
	if err != nil {
		return nil, readError(err)
	}
	return topic.NewSource(name, ont), nil
}

// OpenAll opens the ontologies that a command looks into: the one of --ontology, else
// every embedded one.
func (a *App) OpenAll(ctx context.Context, c *config.Config) ([]*topic.Source, error) {
	l, err := a.loader(c)
	if err != nil {
		return nil, err
	}
	all, err := l.OpenAll(ctx, c.Ontology)
	return all, readError(err)
}

// readError is the user's error of reading an ontology. It says how a limit is
// raised.
func readError(err error) error {
	if err == nil {
		return nil
	}
	return WithCode(ExitUsage, Raisable(err))
}

// ReadStdin returns what stands on standard input, which can be read only once.
func (a *App) ReadStdin() ([]byte, error) {
	if a.Piped == nil {
		data, err := io.ReadAll(io.LimitReader(a.In, LargestFile+1))
		switch {
		case err != nil:
			return nil, Failure(english.Errorf("standard input: %w", err))
		case len(data) > LargestFile:
			return nil, Usagef("standard input: larger than %d MiB", LargestFile>>20)
		}
		a.Piped = data
	}
	return a.Piped, nil
}

// TopicGiven reports whether any setting names a topic.
func TopicGiven(c *config.Config) bool {
	spec := topicSpec(c)
	return spec.Given()
}

func topicSpec(c *config.Config) topic.Spec {
	spec := topic.Spec{Names: c.Topic, Ontology: c.Ontology, Keywords: c.Keywords, Samples: c.TopicFrom, Directory: c.Topics, Narrow: c.Core == "concept"}
	if c.From["judge"].Kind != "default" {
		spec.Judge = c.Judge
	}
	return spec
}

// Topic is the topic that the settings name. Where samples settle the judge, c's
// is changed. The strategy its takes a topic as a list of equal keywords.
func (a *App) Topic(ctx context.Context, c *config.Config) (*topic.Topic, error) {
	return a.TopicOf(ctx, c, nil)
}

// TopicOf is Topic by earlier versions of embedded ontologies, which
// [topic.Loader] explains.
func (a *App) TopicOf(ctx context.Context, c *config.Config, versions map[string]string) (*topic.Topic, error) {
	return a.topic(ctx, c, versions, nil)
}

// TopicWith is Topic with texts in place of files, which [topic.Loader] explains.
func (a *App) TopicWith(ctx context.Context, c *config.Config, texts map[string][]byte) (*topic.Topic, error) {
	return a.topic(ctx, c, nil, texts)
}

func (a *App) topic(ctx context.Context, c *config.Config, versions map[string]string, texts map[string][]byte) (*topic.Topic, error) {
	spec := topicSpec(c)
	spec.Dictionary = a.Dictionary
	if docs := a.Documents(c); docs != nil {
		spec.Documents = docs
	}
	var err error
	if spec.Loader, err = a.loader(c); err != nil {
		return nil, err
	}
	spec.Versions, spec.Texts = versions, texts
	t, err := topic.Resolve(ctx, spec)
	if err != nil {
		return nil, readError(topicError(c, err))
	}
	c.Judge = cmp.Or(t.Judge, c.Judge)
	if c.Strategy == StrategyITS {
		t = t.Flat()
	}
	return t, nil
}

// topicError says of an error of a topic which setting it comes from, or helps.
func topicError(c *config.Config, err error) error {
	var (
		field   *topic.FieldError
		unknown *topic.UnknownConceptError
	)
	switch {
	case errors.Is(err, topic.ErrNone):
		return english.Errorf("no topic: give --topic %s, --ontology FILE, or --topic-from FOLDER", strings.Join(topic.Embedded(), " or --topic "))
	case c.Ontology == "" && errors.As(err, &unknown):
		return english.Errorf("%w (for a concept of your own file add --ontology FILE)", err)
	}
	if !errors.As(err, &field) || error(field) != err { // the fields of a directory's topics are no settings
		return err
	}
	setting := map[topic.Field]string{topic.Keywords: "keywords", topic.Samples: "topic-from", topic.Directory: "topics"}[field.Field]
	return english.Errorf("%s: %w", c.From[setting], field.Err)
}

// Seeds reads --seeds, else the seeds that the topics of a directory bring. It
// returns none if neither is given.
func Seeds(c *config.Config) (links []crawl.Link, err error) {
	switch {
	case c.Seeds != "":
		links, err = seed.ReadFile(c.Seeds)
	case c.Topics != "":
		links, err = topic.Seeds(c.Topics, c.Topic)
	}
	if err != nil {
		return nil, Usage(topicError(c, err))
	}
	return links, nil
}
