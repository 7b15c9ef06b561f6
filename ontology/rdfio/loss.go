package rdfio

import (
	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Loss is a statement that a syntax cannot express, or only in part.
type Loss struct {
	Statement string // in Turtle or N-Triples, on one line
	Part      string // the missing part, such as "the language"; "" for all of it
}

// String returns the statement, with a comment if only a part is missing.
func (l Loss) String() string {
	if l.Part == "" {
		return l.Statement
	}
	return l.Statement + " # not written: " + l.Part
}

// Losses reports triples that are lost as a whole, each as a line of N-Triples.
func Losses(triples []rdf.Triple) ([]Loss, error) {
	all := make([]Loss, 0, len(triples))
	for i, t := range triples {
		if err := CheckTriple(t); err != nil {
			return nil, english.Errorf("triple %d: %w", i, err)
		}
		all = append(all, Loss{Statement: string(AppendTriple(nil, t))})
	}
	return all, nil
}
