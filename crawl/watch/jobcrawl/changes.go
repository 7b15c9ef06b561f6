package jobcrawl

import (
	"cmp"
	"fmt"
	"log/slog"
	"math"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/ontology/diff"
)

// logChanges logs which concepts an edit changed.
func logChanges(log *slog.Logger, file string, old, now *topic.Topic) {
	args := []any{"file", file}
	if len(old.Sources) == 1 && len(now.Sources) == 1 {
		d := diff.Compare(old.Sources[0].Graph(), now.Sources[0].Graph())
		concept := func(c diff.Concept) string { return name(c.Ref) }
		args = append(args, "added", listed(d.Added, concept), "removed", listed(d.Removed, concept),
			"moved", listed(d.Moved, func(m diff.Move) string { return name(m.Concept) }), "labels", len(d.Labels), "relations", len(d.Relations))
	}
	log.Info("the ontology was saved; the new version is used at the next page", append(args, "weights", weightChanges(old, now))...)
}

func name(r diff.Ref) string { return cmp.Or(r.Zh, r.En, r.IRI) }

// maxListed bounds how many concepts a log line names.
const maxListed = 8

// listed returns the first entries of a list in words.
func listed[T any](list []T, word func(T) string) string {
	var all []string
	for i, x := range list {
		if i == maxListed {
			all = append(all, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		all = append(all, word(x))
	}
	return strings.Join(all, ", ")
}

// weightChanges lists the concepts whose weight changed most, with both weights.
func weightChanges(old, now *topic.Topic) string {
	was := map[string]float64{}
	for _, e := range old.Vector.Entries {
		was[e.IRI] = e.Weight
	}
	type change struct {
		name     string
		from, to float64
	}
	var changes []change
	for _, e := range now.Vector.Entries {
		if w := was[e.IRI]; math.Abs(w-e.Weight) > 1e-9 {
			changes = append(changes, change{cmp.Or(e.Zh, e.En, e.IRI), w, e.Weight})
		}
	}
	sorts.Stable(changes, func(a, b change) int { return cmp.Compare(math.Abs(b.to-b.from), math.Abs(a.to-a.from)) })
	return listed(changes, func(c change) string { return fmt.Sprintf("%s %.2f to %.2f", c.name, c.from, c.to) })
}
