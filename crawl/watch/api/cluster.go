package api

import (
	"context"
	"net/http"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/message"
)

// Cluster is the cluster of machines that a page shows. Its methods may be called
// concurrently. crawl/share/node has them all for a broker.
type Cluster interface {
	// View is how the cluster stands now. The texts in it are made anew for who asks.
	View() (*cluster.View, error)
	Pause(ctx context.Context) error
	Resume(ctx context.Context) error
	Stop(ctx context.Context) error
	// Leave tells a node to leave, and does not wait for it.
	Leave(ctx context.Context, node string) error
}

// nodeOrder is an order for one node.
type nodeOrder struct {
	Node string `json:"node"` // its name, or its whole identity
}

func (h *Handler) clustered() error {
	if h.opt.Cluster == nil {
		return absentf("no cluster is shown here; --cluster names one")
	}
	return nil
}

// view is how the cluster stands, in the language of p.
func (h *Handler) view(p *message.Printer) (*cluster.View, error) {
	if err := h.clustered(); err != nil {
		return nil, err
	}
	v, err := h.opt.Cluster.View()
	if err != nil {
		return nil, statusError{http.StatusServiceUnavailable, err}
	}
	v.Say(p.Say)
	return v, nil
}

func (h *Handler) cluster(w http.ResponseWriter, r *http.Request) {
	v, err := h.view(message.Of(w))
	if err != nil {
		fail(w, err)
		return
	}
	reply(w, http.StatusOK, "application/json", v)
}

// steerCluster makes the order of an action about the whole cluster.
func (h *Handler) steerCluster(do func(Cluster, context.Context) error) func(*http.Request) (any, string, error) {
	return func(r *http.Request) (any, string, error) {
		if err := h.clustered(); err != nil {
			return nil, "", err
		}
		if err := do(h.opt.Cluster, r.Context()); err != nil {
			return nil, "", badRequest{err}
		}
		return struct{}{}, "", nil
	}
}

func (h *Handler) drain(r *http.Request) (any, string, error) {
	if err := h.clustered(); err != nil {
		return nil, "", err
	}
	o, err := read[nodeOrder](r)
	if err != nil {
		return nil, "", err
	}
	if err := h.opt.Cluster.Leave(r.Context(), o.Node); err != nil {
		return nil, "", badRequest{err}
	}
	return struct{}{}, o.Node, nil
}

// Cluster returns how the cluster stands that the daemon or page shows.
func (c *Client) Cluster(ctx context.Context) (*cluster.View, error) {
	return get[*cluster.View](ctx, c, "/cluster", nil)
}

// PauseCluster lets no node of the cluster choose a page, until ResumeCluster.
func (c *Client) PauseCluster(ctx context.Context) error { return c.steer(ctx, "pause", struct{}{}) }

// ResumeCluster ends a pause.
func (c *Client) ResumeCluster(ctx context.Context) error {
	return c.steer(ctx, "resume", struct{}{})
}

// StopCluster ends the crawl of the cluster.
func (c *Client) StopCluster(ctx context.Context) error { return c.steer(ctx, "stop", struct{}{}) }

// DrainNode tells a node of the cluster to leave. It does not wait for it.
func (c *Client) DrainNode(ctx context.Context, node string) error {
	return c.steer(ctx, "drain", nodeOrder{node})
}

func (c *Client) steer(ctx context.Context, verb string, order any) error {
	_, err := ask[struct{}](ctx, c, http.MethodPost, "/cluster/"+verb, order)
	return err
}
