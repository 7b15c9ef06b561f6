package cli

import (
	"errors"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Limits holds what --limit sets: depth=5000.
type Limits struct{ owl.Limits }

// Set takes name=number, several with commas.
func (l *Limits) Set(s string) error { return l.SetNamed(s) }

// Type returns the value that the help shows.
func (l *Limits) Type() string { return "name=number" }

// String is the default that the help shows: none.
func (l *Limits) String() string { return "" }

// Raisable adds to an error of a limit how the limit is raised.
func Raisable(err error) error {
	name := ""
	var document *rdfio.LimitError
	var closure *owl.LimitError
	switch {
	case errors.As(err, &document):
		name = strings.ToLower(document.Limit)
	case errors.As(err, &closure) && closure.Limit == "Depth":
		name = "imports"
	case errors.As(err, &closure):
		name = strings.ToLower(closure.Limit)
	default:
		return err
	}
	return english.Errorf("%w; if the file is all right, raise it: --limit %s=NUMBER", err, name)
}
