package metrics

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// ClusterOptions of a Cluster. The functions are called concurrently, when Prometheus asks.
type ClusterOptions struct {
	Version string
	Node    string // identity of the node
	// View is how the cluster stands.
	View func() (*cluster.View, error)
	// Ready returns why the node cannot do its work; nil: only View says so.
	Ready func() error
}

// Cluster is the metrics of a node of a cluster: its own parts, and what is wrong with the
// cluster as this node sees it. Its methods may be called concurrently.
type Cluster struct {
	opt      ClusterOptions
	registry *prometheus.Registry
}

// NewCluster returns the metrics of a node.
func NewCluster(opt ClusterOptions) *Cluster {
	c := &Cluster{opt: opt, registry: prometheus.NewRegistry()}
	c.registry.MustRegister(collector(opt.collect), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return c
}

func (c *Cluster) numbers() *prometheus.Registry { return c.registry }

// health is an error while the node may begin nothing, or the broker does not answer.
func (c *Cluster) health() error {
	if c.opt.Ready != nil {
		if err := c.opt.Ready(); err != nil {
			return err
		}
	}
	v, err := c.opt.View()
	if err != nil {
		return err
	}
	for i := range v.Wrong {
		if f := &v.Wrong[i]; f.Kind == cluster.NoQuorum {
			return errors.New(f.Phrase().String())
		}
	}
	if n := c.opt.own(v); n == nil || !n.Alive {
		return errors.New("this node is not part of the cluster: it has no lease")
	}
	return nil
}

// notes says what is wrong, a line each.
func (c *Cluster) notes() (lines []string) {
	v, err := c.opt.View()
	if err != nil {
		return nil
	}
	for i := range v.Wrong {
		lines = append(lines, term.Safe(v.Wrong[i].Phrase().String()))
	}
	return lines
}

// own is this node; nil if it has never joined.
func (o *ClusterOptions) own(v *cluster.View) *cluster.Node {
	for i := range v.Nodes {
		if v.Nodes[i].Node == o.Node {
			return &v.Nodes[i]
		}
	}
	return nil
}

// collect computes how the node stands, and the cluster.
func (o ClusterOptions) collect(emit func(m lookup, value float64, labels ...string)) {
	emit(gauge("build_info", "Always 1; the label is the version.", "version"), 1, o.Version)
	v, err := o.View()
	if err != nil {
		return
	}
	alive := 0
	for _, n := range v.Nodes {
		alive += int(number(n.Alive))
	}
	emit(gauge("cluster_nodes", "Nodes that have their lease."), float64(alive))
	emit(gauge("cluster_paused", "1 while the crawl of the cluster is paused."), number(v.Paused))
	for kind, n := range wrongByKind(v) {
		emit(gauge("cluster_wrong", "What is wrong with the cluster, by kind; docs/cluster.md has them.", "kind"), float64(n), kind)
	}
	n := o.own(v)
	if n == nil {
		return
	}
	emit(gauge("cluster_outbox_letters", "Letters of the node that are not sent.", "node"), float64(n.Outbox), n.Node)
	emit(counter("cluster_letters_total", "Letters that the node has sent in the present crawl.", "node"), float64(n.Sent.Letters), n.Node)
	emit(counter("cluster_sent_bytes_total", "Bytes that the node has sent in the present crawl, in letters and outcomes.", "node", "what"), float64(n.Sent.LetterBytes), n.Node, "letters")
	emit(counter("cluster_sent_bytes_total", "Bytes that the node has sent in the present crawl, in letters and outcomes.", "node", "what"), float64(n.Sent.OutcomeBytes), n.Node, "outcomes")
	if n.Free >= 0 {
		emit(gauge("cluster_disk_free_bytes", "Free space on the disk of the node.", "node"), float64(n.Free), n.Node)
	}
	for i := range n.Parts {
		collectPart(n, &n.Parts[i], emit)
	}
}

// wrongByKind counts what is wrong.
func wrongByKind(v *cluster.View) map[string]int {
	n := map[string]int{}
	for _, f := range v.Wrong {
		n[f.Kind]++
	}
	return n
}

func collectPart(n *cluster.Node, p *cluster.PartView, emit func(m lookup, value float64, labels ...string)) {
	part := func(name, help string, value float64) {
		emit(gauge("part_"+name, help, "node", "part"), value, n.Node, fmt.Sprint(p.Part))
	}
	part("open", "1 while the part runs.", number(!n.Closed))
	part("pages", "Pages that the part has recorded.", float64(p.Pages))
	part("relevant_pages", "Relevant pages among them.", float64(p.Relevant))
	part("failures", "Attempts of the part that failed.", float64(p.Failures))
	part("queue_urls", "Links of the part that wait.", float64(p.Waiting))
	part("budget_pages", "Pages that the part may record in all, as it was leased; 0 without a limit.", float64(p.Budget))
	part("pages_per_second", "Pages of the part recorded per second over the last minute.", p.PerSecond)
	part("inbox_letters", "Letters to the part that have come and are not heard.", float64(p.Inbox))
	part("inbox_behind_entries", "Entries of the part's log of letters that have not come.", float64(p.Behind))
	part("outbox_letters", "Letters of the part that are not sent.", float64(p.Outbox))
}
