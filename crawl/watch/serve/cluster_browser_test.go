package serve_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/cluster"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
)

// fleet is a cluster of three nodes, one of which is away.
type fleet struct {
	mu      sync.Mutex
	paused  bool
	ordered []string
}

func (f *fleet) View() (*cluster.View, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	part := func(n, pages int) cluster.PartView {
		return cluster.PartView{Part: n, Pages: pages, Requests: pages + 9, Relevant: pages / 3, Waiting: 40 * pages, PerSecond: 1.5, Inbox: n, Outbox: 2, Budget: 2 * pages, Idle: n == 3}
	}
	v := &cluster.View{Crawl: cluster.Crawl{Number: 1, MaxPages: 200000}, Paused: f.paused, Parts: 6, Open: 4, Nodes: []cluster.Node{
		{Node: "n1.k3x9qa", Alive: true, Heard: true, Homes: []int{0, 3}, Parts: []cluster.PartView{part(0, 1204), part(3, 988)}, Outbox: 4, Version: "0.3.0", Free: 41 << 30},
		{Node: "n2.p7c2mb", Homes: []int{1, 4}, Parts: []cluster.PartView{}, Away: 14.1, Free: -1},
		{Node: evil, Alive: true, Heard: true, Homes: []int{2, 5}, Parts: []cluster.PartView{part(2, 1107), part(5, 1320)}, Outbox: 4, Version: evil, Free: 700 << 20},
	}}
	for i := range v.Nodes {
		sum := v.Nodes[i].Sum()
		v.Sum.Add(&sum)
	}
	v.Find(0)
	v.Say(nil)
	return v, nil
}

func (f *fleet) order(what string, paused bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ordered, f.paused = append(f.ordered, what), paused
	return nil
}

func (f *fleet) Pause(context.Context) error                { return f.order("pause", true) }
func (f *fleet) Resume(context.Context) error               { return f.order("resume", false) }
func (f *fleet) Stop(context.Context) error                 { return f.order("stop", false) }
func (f *fleet) Leave(_ context.Context, node string) error { return f.order("drain "+node, f.paused) }

// TestClusterInABrowser: the page shows nodes, parts and what is wrong, in both languages, and
// takes orders.
func TestClusterInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	f := &fleet{}
	srv := start(t, serve.Options{Cluster: f})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(320, 700))
	b.do(chromedp.Navigate(srv.URL()))
	b.pick("Menu")
	b.see("Cluster")
	b.run(`location.hash = '#/cluster'`)
	b.see("parts 1, 4 have no owner for 14 s: their node n2.p7c2mb is away")
	b.see("has less than 1 GB left on its disk: 700 MB")
	b.see("4,619 of 200,000")
	b.shot("cluster-320")
	b.well()
	b.pick("Pause the crawl")
	b.run(`document.querySelector('dialog form').requestSubmit()`)
	b.see("paused; ")
	b.pick("Resume the crawl")
	b.see("under way")
	b.run(`[...document.querySelectorAll('main button')].find(x => x.textContent === 'Let it leave').click()`)
	b.run(`document.querySelector('dialog form').requestSubmit()`)
	b.see("Done; it shows here in a moment.")
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === '中文').click()`)
	b.see("没有所有者")
	b.do(chromedp.EmulateViewport(1200, 800))
	b.shot("cluster-zh")
	b.well()
	f.mu.Lock()
	defer f.mu.Unlock()
	if want := []string{"pause", "resume", "drain n1.k3x9qa"}; !slices.Equal(f.ordered, want) {
		t.Errorf("ordered %q; want %q", f.ordered, want)
	}
}

// TestAccessibleCluster is TestAccessible for the view of a cluster.
func TestAccessibleCluster(t *testing.T) {
	axe := axeCore(t)
	srv := start(t, serve.Options{Cluster: &fleet{}})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL()))
	accessible(b, axe, []axeView{{"#/cluster", "have no owner", "", ""}})
}
