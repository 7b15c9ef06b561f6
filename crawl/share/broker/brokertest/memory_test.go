package brokertest_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	var s brokertest.MemoryServer
	brokertest.Run(t, func(*testing.T) broker.Broker { return s.Open() })
}
