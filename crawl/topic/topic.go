package topic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/judge/samples"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/semsim"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// Spec says what a topic is made of. At least one of Names, Ontology, Keywords,
// Samples and Directory must be set.
type Spec struct {
	// Names are concepts or embedded ontologies, between commas: "typhoon",
	// "typhoon, rainstorm", "台风". With Ontology they are concepts of that
	// ontology, with Directory names of its topics. Without Names an Ontology
	// stands for its only root.
	Names     string
	Ontology  string // a file, an embedded ontology, or "-"; see [Loader]
	Keywords  string // words between commas, all of weight 1; stands alone
	Samples   string // a folder of sample documents; may be mixed with Names and Ontology
	Directory string // the YAML file of a topic directory; goes with Names only

	// Narrow says that a name stands for its concept and its kinds, although it names what the whole
	// ontology is about; see [Source.About].
	Narrow bool

	// Judge is the relevance judge for which the samples give a threshold. Empty:
	// the usual judge, or the centroid if the topic has nothing but samples.
	Judge string

	Loader
	Documents  samples.Converter   // reads samples that are PDF, DOCX or ODT; nil: they are skipped
	Dictionary *lexicon.Dictionary // of Chinese words, shared with others; nil: one of its own
}

// Given reports whether s says any topic.
func (s *Spec) Given() bool {
	return s.Names != "" || s.Ontology != "" || s.Keywords != "" || s.Directory != "" || s.Samples != ""
}

// Topic says what a crawl looks for.
type Topic struct {
	Name    string
	Vector  *semsim.TopicVector
	Origins []crawl.Origin // one for each ontology, list of keywords or folder of samples
	Sources []*Source      // the ontologies themselves; none for keywords and samples
	Meant   []Meaning      // of each name, what it is taken for; none for keywords and samples

	// Samples settle Judge and Phi: the judge where the Spec left it open, and the
	// threshold of relevance. Zero: not settled.
	Judge string
	Phi   float64

	Dictionary *lexicon.Dictionary // nil: none was needed yet

	// Made is the Spec that Resolve made it of; zero for a topic that was made otherwise. A run folder
	// says so, for commands that judge its pages again.
	Made Spec

	samples []sampled
}

// Meaning says what a name of a topic is taken for.
type Meaning struct {
	Source *Source
	Named  []ontology.ID // the concepts that bear the name; without a name, the one that bears the name of the ontology
	Means  []ontology.ID // the concepts of the topic
	Narrow bool          // the concept and its kinds are wanted, whatever the ontology marks
}

// Field names a field of a [Spec].
type Field string

// The fields that a [FieldError] names.
const (
	Keywords  Field = "keywords"
	Samples   Field = "samples"
	Directory Field = "directory"
)

// FieldError reports a field of a [Spec] that is wrong.
type FieldError struct {
	Field Field
	Err   error
}

func (e *FieldError) Error() string { return fmt.Sprintf("%s: %v", e.Field, e.Err) }

// Unwrap returns the reason.
func (e *FieldError) Unwrap() error { return e.Err }

// ErrNone reports a [Spec] that names no topic.
var ErrNone = errors.New("no topic: it has neither names, an ontology, keywords, samples nor a directory")

func wrong(f Field, format string, args ...any) error {
	return &FieldError{f, english.Errorf(format, args...)}
}

// Resolve makes the topic that s describes. Its errors are a [*FieldError] where
// a field contradicts another, else they say which ontology, concept, file or
// line is wrong.
func Resolve(ctx context.Context, s Spec) (*Topic, error) {
	t, err := s.resolve(ctx)
	if err != nil {
		return nil, err
	}
	t.Dictionary, t.Made = cmp.Or(s.Dictionary, t.Dictionary), s
	if err := t.calibrate(s.Judge); err != nil {
		return nil, err
	}
	return t, nil
}

// resolve is Resolve without what samples say of the judge.
func (s *Spec) resolve(ctx context.Context) (*Topic, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch {
	case s.Directory != "":
		return s.directoryTopic(ctx)
	case s.Samples != "":
		return s.sampledTopic(ctx)
	case s.Keywords != "":
		return s.keywordTopic()
	}
	return s.conceptTopic(ctx)
}

// Flat returns the topic with all weights 1: a list of equal keywords.
func (t *Topic) Flat() *Topic {
	flat, v := *t, *t.Vector
	v.Entries = slices.Clone(v.Entries)
	for i := range v.Entries {
		v.Entries[i].Weight = 1
	}
	flat.Vector, flat.Phi = &v, 0 // the threshold of samples is a threshold of their weights
	return &flat
}

// Hashes are the origins as "name sha256".
func (t *Topic) Hashes() []string {
	var list []string
	for _, o := range t.Origins {
		list = append(list, o.Name+" "+o.SHA256)
	}
	return list
}
