package natsjs_test

import (
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/brokertest"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker/natsjs"
	"github.com/ontocrawl/ontocrawl/crawl/share/host"
)

// One server inside the process, over its loopback port.
func TestConformance(t *testing.T) {
	t.Parallel()
	s, err := host.StartServer(host.ServerOptions{Name: "n1", Dir: t.TempDir(), Client: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	brokertest.Run(t, clients(s.URL(), 1))
}

// clients opens clients of servers.
func clients(urls string, replicas int) brokertest.Open {
	return func(t *testing.T) broker.Broker {
		nc, err := natsjs.Dial(urls, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		b, err := natsjs.New(nc, natsjs.Options{Name: "test", Replicas: replicas, Timeout: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
}
