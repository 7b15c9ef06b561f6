package agent

import (
	"context"
	"errors"
)

type compareIn struct {
	A string `json:"a" jsonschema:"a concept: its label in any language, its local name, or its IRI"`
	B string `json:"b" jsonschema:"another concept"`
}

// Comparison answers compare_concepts.
type Comparison struct {
	Ontology   string  `json:"ontology"`
	A          string  `json:"a"`
	B          string  `json:"b"`
	Similarity float64 `json:"similarity"` // 0 to 1
	Why        string  `json:"why"`        // factors, path and common ancestors, in words
}

// maxWhy bounds an explanation, in bytes.
const maxWhy = 8 << 10

func (s *server) compareConcepts(ctx context.Context, in compareIn) (Comparison, error) {
	a, b := clean(in.A, maxTitle), clean(in.B, maxTitle)
	if a == "" || b == "" {
		return Comparison{}, errors.New("two concepts are needed: a and b")
	}
	c, err := s.opt.Compare(ctx, a, b)
	if len(c.Why) > maxWhy {
		c.Why = c.Why[:maxWhy]
	}
	c.Ontology, c.A, c.B = clean(c.Ontology, maxTitle), clean(c.A, maxTitle), clean(c.B, maxTitle)
	return c, err
}
