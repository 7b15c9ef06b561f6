package local_test

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/clustertest"
	"github.com/ontocrawl/ontocrawl/crawl/cluster/local"
)

func TestBus(t *testing.T) {
	clustertest.Bus(t, func(parts int) cluster.Bus { return local.New(parts) })
}
