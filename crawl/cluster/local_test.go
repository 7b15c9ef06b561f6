package cluster_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/clustertest"
)

func TestBus(t *testing.T) {
	clustertest.Bus(t, func(parts int) cluster.Bus { return cluster.NewLocalBus(parts) })
}
