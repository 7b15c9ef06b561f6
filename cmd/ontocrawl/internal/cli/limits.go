package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/owl"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// Limits are what --limit sets: depth=5000.
type Limits struct{ owl.Limits }

// LimitNames are what --limit may set.
const LimitNames = "bytes, depth, entities, expanded, fetched, files, imports, relations, token or triples"

// field returns where the limit of that name is kept.
func (l *Limits) field(name string) (small *int, large *int64) {
	d := &l.Document
	switch name {
	case "bytes":
		return nil, &l.Bytes
	case "depth":
		return &d.Depth, nil
	case "entities":
		return &d.Entities, nil
	case "expanded":
		return nil, &d.Expanded
	case "fetched":
		return &l.Fetched, nil
	case "files":
		return &l.Files, nil
	case "imports":
		return &l.Depth, nil
	case "relations":
		return &l.Relations, nil
	case "token":
		return &d.Token, nil
	case "triples":
		return nil, &d.Triples
	}
	return nil, nil
}

// Set takes name=number, several with commas.
func (l *Limits) Set(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(part, "=")
		small, large := l.field(strings.TrimSpace(name))
		if small == nil && large == nil {
			return fmt.Errorf("%q is no limit: give %s", name, LimitNames)
		}
		n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		switch {
		case err != nil || n <= 0 || small != nil && int64(int(n)) != n:
			return fmt.Errorf("%s=%q: the value must be a whole number above 0", name, value)
		case small != nil:
			*small = int(n)
		default:
			*large = n
		}
	}
	return nil
}

// Type is what the help shows as the value.
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
	return fmt.Errorf("%w; if the file is all right, raise it: --limit %s=NUMBER", err, name)
}
