package node

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

// TestPromisesMove: who takes a part over keeps what its sites have asked of another node, and of
// no other part.
func TestPromisesMove(t *testing.T) {
	t.Parallel()
	server := new(brokertest.MemoryServer)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	var nodes [2]*node
	for i := range nodes {
		n, err := newNode(server.Open(), Options{Name: "n", Dir: t.TempDir(), Common: Common{Parts: 4, Durable: DurableCluster}, Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		nodes[i] = n
		wg.Go(func() { n.table.follow(ctx, n.b) }) //nolint:errcheck // until the test ends
	}
	from := newPromises(nodes[0])
	wg.Go(func() { from.run(ctx) })
	hosts := []string{"a.example", "b.example", "c.example", "d.example", "e.example"}
	for _, host := range hosts {
		from.tell(polite.Promise{Host: "www." + host, Delay: 20 * time.Second})
		from.tell(polite.Promise{Site: host, Wait: time.Hour, Refused: 2})
	}
	err := nodes[1].table.until(ctx, func() bool { return len(nodes[1].table.names(restPrefix)) == 2*len(hosts) })
	if err != nil {
		t.Fatal(err)
	}
	division := cluster.Division{Parts: 4, Site: polite.Site}
	for part := range 4 {
		want, have := map[string]bool{}, map[string]bool{}
		for _, host := range hosts {
			if division.Of(host) == part {
				want[host], want["www."+host] = true, true
			}
		}
		to := newPromises(nodes[1])
		to.learn = func(p polite.Promise) {
			have[p.Site+p.Host] = true
			if p.Site != "" && (p.Wait > time.Hour || p.Wait < time.Hour-patience || p.Refused != 2) || p.Host != "" && p.Delay != 20*time.Second {
				t.Errorf("%+v", p)
			}
		}
		to.keep(part)
		if d := cmp.Diff(want, have); d != "" {
			t.Errorf("part %d (-want +kept):\n%s", part, d)
		}
	}
}
