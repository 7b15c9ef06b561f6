package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
)

// fleet is a cluster of two nodes, one of which is away.
type fleet struct {
	mu      sync.Mutex
	ordered []string
	down    bool
}

func (f *fleet) View() (*cluster.View, error) {
	if f.down {
		return nil, errors.New("no node has joined this cluster yet")
	}
	v := &cluster.View{Crawl: cluster.Crawl{Number: 1, MaxPages: 90}, Parts: 2, Open: 1, Sum: cluster.PartView{Pages: 3}, Nodes: []cluster.Node{
		{Node: "n1.aa", Alive: true, Heard: true, Homes: []int{0}, Parts: []cluster.PartView{{Pages: 3, PerSecond: 1.5, Budget: 11}}, Version: evil, Free: 5 << 30},
		{Node: "n2.bb", Homes: []int{7}, Parts: []cluster.PartView{}, Away: 14, Free: -1},
	}}
	v.Find(0)
	v.Say(nil)
	return v, nil
}

func (f *fleet) order(what string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ordered = append(f.ordered, what)
	return nil
}

func (f *fleet) Pause(context.Context) error  { return f.order("pause") }
func (f *fleet) Resume(context.Context) error { return f.order("resume") }
func (f *fleet) Stop(context.Context) error   { return f.order("stop") }
func (f *fleet) Leave(_ context.Context, node string) error {
	if node != "n1" && node != "" {
		return fmt.Errorf("0 nodes that are there are called %q", node)
	}
	return f.order("drain " + node)
}

// TestCluster: a client sees what the cluster says, and its orders arrive; the words are in
// the language of who asks.
func TestCluster(t *testing.T) {
	f := &fleet{}
	srv := httptest.NewServer(api.New(newDaemon(), api.Options{Who: as(access.Run), Cluster: f}))
	defer srv.Close()
	c, err := api.Dial(srv.URL, api.ClientOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	v, err := c.Cluster(t.Context())
	if err != nil || v.Says != "under way" || len(v.Wrong) != 1 || v.Wrong[0].Kind != cluster.Away || v.Nodes[0].Parts[0].Budget != 11 {
		t.Errorf("%v: %+v", err, v)
	}
	for _, err := range []error{c.PauseCluster(t.Context()), c.ResumeCluster(t.Context()), c.StopCluster(t.Context()), c.DrainNode(t.Context(), "n1")} {
		if err != nil {
			t.Error(err)
		}
	}
	if err := c.DrainNode(t.Context(), "n9"); err == nil || !strings.Contains(err.Error(), "are called") {
		t.Errorf("a node that is not there: %v", err)
	}
	if got := strings.Join(f.ordered, ", "); got != "pause, resume, stop, drain n1" {
		t.Error(got)
	}
	r := httptest.NewRequest("GET", api.Prefix+"/cluster", nil)
	r.Header.Set("Accept-Language", "zh-CN")
	w := httptest.NewRecorder()
	h := api.New(newDaemon(), api.Options{Cluster: f})
	h.ServeHTTP(w, r)
	if body := w.Body.String(); !strings.Contains(body, "没有所有者") || !strings.Contains(body, "进行中") || strings.Contains(body, "<script>") {
		t.Error(body)
	}
	f.down = true
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 503 {
		t.Errorf("nobody knows how it stands: %d", w.Code)
	}
	if _, err := api.DialUnix("/nowhere").Cluster(t.Context()); err == nil {
		t.Error("nobody answers")
	}
}
