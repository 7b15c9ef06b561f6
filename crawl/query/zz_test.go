package query

import (
	"context"
	"fmt"
	"log/slog"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/topic"
)

func TestZZ(t *testing.T) {
	top, err := topic.Resolve(context.Background(), topic.Spec{Names: "typhoon,rainstorm", Loader: topic.Loader{Logger: slog.New(slog.DiscardHandler)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range top.Vector.Entries {
		if e.Core { fmt.Printf("%.2f %s/%s %d labels\n", e.Weight, e.Zh, e.En, len(e.Labels)) }
	}
	plan := Plan(top.Vector)
	fmt.Println(len(plan))
	for i, q := range plan[:150] {
		fmt.Printf("%d %.2f %s %s\n", i, q.Weight, q.Lang, q.Text)
	}
}
