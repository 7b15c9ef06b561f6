package memory_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	var s memory.Server
	brokertest.Run(t, func(*testing.T) broker.Broker { return s.Open() })
}
