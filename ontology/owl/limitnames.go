package owl

import (
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// LimitNames are the names that SetNamed knows.
const LimitNames = "bytes, depth, entities, expanded, fetched, files, imports, relations, token or triples"

// named returns where the limit of that name is kept.
func (l *Limits) named(name string) (small *int, large *int64) {
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

// SetNamed sets limits by name: name=number, several with commas.
func (l *Limits) SetNamed(s string) error {
	for part := range strings.SplitSeq(s, ",") {
		name, value, _ := strings.Cut(part, "=")
		small, large := l.named(strings.TrimSpace(name))
		if small == nil && large == nil {
			return english.Errorf("%q is no limit: give %s", name, LimitNames)
		}
		n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		switch {
		case err != nil || n <= 0 || small != nil && int64(int(n)) != n:
			return english.Errorf("%s=%q: the value must be a whole number above 0", name, value)
		case small != nil:
			*small = int(n)
		default:
			*large = n
		}
	}
	return nil
}
