package crawlcmd

import (
	"context"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/crawl/share/broker"
	"github.com/ontocrawl/ontocrawl/crawl/share/node"
)

// ShownCluster is a cluster that a page shows: an api.Cluster.
type ShownCluster struct {
	*node.Watcher
	b broker.Broker
}

// ShowCluster looks at the cluster of the settings by its brokers, until it is closed.
func ShowCluster(c *config.Config, servers string) (*ShownCluster, error) {
	b, err := dialCluster(c, servers)
	if err != nil {
		return nil, err
	}
	w, err := node.Watch(b)
	if err != nil {
		b.Close() //nolint:errcheck // nothing was begun
		return nil, clusterError(err)
	}
	return &ShownCluster{w, b}, nil
}

// Close ends looking.
func (s *ShownCluster) Close() error {
	s.Watcher.Close() //nolint:errcheck // it never fails
	return s.b.Close()
}

// orderFor is how long an order waits for a broker that does not answer: less than the page does.
const orderFor = 10 * time.Second

func (s *ShownCluster) order(ctx context.Context, do func(context.Context, broker.Table) error) error {
	ctx, cancel := context.WithTimeout(ctx, orderFor)
	defer cancel()
	return do(ctx, s.b)
}

// Pause lets no node choose a page.
func (s *ShownCluster) Pause(ctx context.Context) error { return s.order(ctx, node.Pause) }

// Resume ends a pause.
func (s *ShownCluster) Resume(ctx context.Context) error { return s.order(ctx, node.Resume) }

// Stop ends the crawl.
func (s *ShownCluster) Stop(ctx context.Context) error { return s.order(ctx, node.Stop) }

// Leave tells a node to leave.
func (s *ShownCluster) Leave(ctx context.Context, name string) error {
	v, err := s.View()
	if err != nil {
		return err
	}
	return s.order(ctx, func(ctx context.Context, _ broker.Table) error {
		_, err := node.Leave(ctx, s.b, v, name)
		return err
	})
}

// ClusterFlag is the usage of the flag --cluster of commands that show a cluster beside
// something else, and ClusterSettings are the settings that it needs.
func ClusterFlag() (usage string, settings []string) { return clusterUsage, clusterSettings() }
