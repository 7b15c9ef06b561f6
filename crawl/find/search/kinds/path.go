package kinds

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// jsonPath is a way into JSON: names between dots, [3] for an element of a list, [] for
// all of them: "channels[0].items[]", "web.results[]", "title[].value". The empty path is
// the whole.
type jsonPath []step

type step struct {
	name string // "" for a list
	at   int    // element of a list; -1: all of them
}

// parsePath reads a path.
func parsePath(text string) (jsonPath, error) {
	var p jsonPath
	rest := text
	for rest != "" {
		switch {
		case rest[0] == '.':
			if rest = rest[1:]; rest == "" || len(p) == 0 {
				return nil, english.Errorf("%.80q is no path such as web.results[]", text)
			}
			continue
		case rest[0] == '[':
			number, after, ok := strings.Cut(rest[1:], "]")
			at := -1
			if number != "" {
				n, err := strconv.Atoi(number)
				if err != nil || n < 0 {
					ok = false
				}
				at = n
			}
			if !ok {
				return nil, english.Errorf("%.80q is no path such as web.results[]", text)
			}
			p, rest = append(p, step{at: at}), after
		default:
			i := strings.IndexAny(rest, ".[")
			if i < 0 {
				i = len(rest)
			}
			p, rest = append(p, step{name: rest[:i]}), rest[i:]
		}
	}
	return p, nil
}

// all returns the values at the path, at most limit.
func (p jsonPath) all(v any, limit int) []any {
	values := []any{v}
	for _, s := range p {
		var next []any
		for _, v := range values {
			next = s.from(next, v, limit)
		}
		if values = next; len(values) == 0 {
			return nil
		}
	}
	return values[:min(len(values), limit)]
}

// from appends the values that s leads to.
func (s step) from(to []any, v any, limit int) []any {
	switch v := v.(type) {
	case map[string]any:
		if x, ok := v[s.name]; ok && s.name != "" && len(to) < limit {
			to = append(to, x)
		}
	case []any:
		switch {
		case s.name != "":
		case s.at >= 0 && s.at < len(v):
			to = append(to, v[s.at])
		case s.at < 0:
			to = append(to, v[:min(len(v), max(0, limit-len(to)))]...)
		}
	}
	return to
}

// maxParts bounds the texts that are joined to one.
const maxParts = 200

// Text returns the texts and numbers at the path, joined.
func (p jsonPath) Text(v any) string {
	var b strings.Builder
	for _, x := range p.all(v, maxParts) {
		switch x := x.(type) {
		case string:
			b.WriteString(x)
		case json.Number:
			b.WriteString(x.String())
		}
	}
	return b.String()
}
