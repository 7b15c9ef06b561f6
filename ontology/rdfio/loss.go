package rdfio

import (
	"strings"

	"github.com/knakk/rdf"
)

// Loss is a statement that a syntax has no words for, or of which it can say
// a part only.
type Loss struct {
	Statement string // in Turtle or N-Triples, on one line
	Part      string // what of it is missing, such as "the language"; "" for all of it
}

// String returns the statement, with a comment if only a part is missing.
func (l Loss) String() string {
	if l.Part == "" {
		return l.Statement
	}
	return l.Statement + " # not written: " + l.Part
}

// Losses returns triples that are left out whole, each as a line of N-Triples.
func Losses(triples []rdf.Triple) ([]Loss, error) {
	var b strings.Builder
	if err := EncodeNTriples(&b, triples, EncodeOptions{}); err != nil {
		return nil, err
	}
	var all []Loss
	for line := range strings.Lines(b.String()) {
		all = append(all, Loss{Statement: strings.TrimSuffix(line, "\n")})
	}
	return all, nil
}
