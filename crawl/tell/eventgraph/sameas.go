package eventgraph

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

// SameAs is a user's table of the same things in Wikidata. A nil *SameAs is empty.
type SameAs struct {
	rows map[string][]string
	used map[string]bool
}

// item is a thing of Wikidata.
var item = lazyre.Compile(`^(?:https?://www\.wikidata\.org/(?:entity|wiki)/)?(Q[1-9]\d*)$`)

// maxSameAs is the most rows of a table.
const maxSameAs = 1_000_000

// ReadSameAs reads a table of two columns separated by a tab: the IRI of an event or place of
// this program, and a thing of Wikidata (Q123 or its address). Lines that are empty or begin with
// # are left out. file names the table in errors.
func ReadSameAs(r io.Reader, file string) (*SameAs, error) {
	t := &SameAs{rows: make(map[string][]string), used: make(map[string]bool)}
	in := bufio.NewScanner(r)
	line := 0
	for in.Scan() {
		line++
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		iri, thing, ok := strings.Cut(text, "\t")
		m := item().FindStringSubmatch(strings.TrimSpace(thing))
		switch {
		case !ok || m == nil:
			return nil, english.Errorf("%s:%d: %q is not an IRI, a tab and a thing of Wikidata such as Q123", file, line, text)
		case len(t.rows) == maxSameAs:
			return nil, english.Errorf("%s:%d: more than %d rows", file, line, maxSameAs)
		}
		iri = strings.Trim(strings.TrimSpace(iri), "<>")
		t.rows[iri] = append(t.rows[iri], "http://www.wikidata.org/entity/"+m[1])
	}
	if err := in.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, line+1, err)
	}
	return t, nil
}

// of returns what is the same as iri.
func (t *SameAs) of(iri string) []string {
	if t == nil || t.rows[iri] == nil {
		return nil
	}
	t.used[iri] = true
	return t.rows[iri]
}

// Unused returns the IRIs of the table that the graph does not have, sorted.
func (t *SameAs) Unused() []string {
	if t == nil {
		return nil
	}
	var out []string
	for iri := range t.rows {
		if !t.used[iri] {
			out = append(out, iri)
		}
	}
	slices.Sort(out)
	return out
}
