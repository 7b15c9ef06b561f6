package follow

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
)

// Table implements broker.Table.Watch, by snapshots of all values with the prefix.
func Table(ctx context.Context, snapshot func(ctx context.Context) ([]broker.Change, error), wake <-chan struct{}, yield func(broker.Change) error) error {
	seen := map[string]uint64{}
	for {
		now, err := snapshot(ctx)
		if err := ended(ctx, err); err != nil {
			return err
		}
		if err == nil {
			for _, c := range changes(seen, now) {
				if err := yield(c); err != nil {
					return err
				}
			}
		}
		if err := wait(ctx, wake); err != nil {
			return err
		}
	}
}

// changes brings seen to what is there now, and returns what is new. What is gone comes
// first.
func changes(seen map[string]uint64, now []broker.Change) (out []broker.Change) {
	gone := maps.Clone(seen)
	for _, c := range now {
		delete(gone, c.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(gone)) {
		out = append(out, broker.Change{Key: key, Rev: gone[key], Gone: true})
		delete(seen, key)
	}
	slices.SortFunc(now, func(a, b broker.Change) int { return cmp.Compare(a.Rev, b.Rev) })
	for _, c := range now {
		if c.Rev > seen[c.Key] {
			seen[c.Key] = c.Rev
			out = append(out, c)
		}
	}
	return out
}
