package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/phase"
)

// alertTypes is what alerts and feeds of them are sent as.
const alertTypes = "application/cap+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"

// alertClients ask for alerts in the name of jobs: as politely, and with the same
// right to private addresses, as their crawls. Jobs of the same settings share one,
// and those that a new file of jobs brings get theirs.
type alertClients struct {
	*deskKit
	mu      sync.Mutex
	clients map[string]*fetch.Client
}

// of returns the client of a job, nil if its settings are wrong, which its runs
// tell.
func (a *alertClients) of(j *monitor.Job) crawl.Fetcher {
	c, err := a.jobConfig(j)
	if err != nil {
		return nil
	}
	key := fmt.Sprint(c.AllowPrivate, c.Contact, c.Proxy, c.Delay, c.Timeout, c.MaxBody, c.MaxRedirects)
	a.mu.Lock()
	defer a.mu.Unlock()
	if client := a.clients[key]; client != nil {
		return client
	}
	opt := fetchOptions(c, nil)
	opt.Accept, opt.KeepExchanges = alertTypes, false
	client, err := fetch.New(opt)
	if err != nil {
		a.log.Warn("alerts cannot be asked for", "job", j.Name, "err", err)
		return nil
	}
	a.clients[key] = client
	return client
}

func (a *alertClients) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.clients {
		c.Close() //nolint:errcheck // closes what is idle
	}
}

// phases says in which phase jobs are, until done is called.
func (k *deskKit) phases() (w *phase.Watcher, done func()) {
	clients := &alertClients{deskKit: k, clients: map[string]*fetch.Client{}}
	return phase.NewWatcher(k.store, clients.of, k.log), clients.close
}

// transition is the phase of a job at now.
func (k *deskKit) transition(ctx context.Context, j *monitor.Job, now time.Time) (monitor.Transition, error) {
	w, done := k.phases()
	defer done()
	return w.Evaluate(ctx, j, now)
}
