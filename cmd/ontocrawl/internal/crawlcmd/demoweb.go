package crawlcmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/engine"
	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/lab/crawltest"
	"github.com/ontocrawl/ontocrawl/message"
)

// seeds is how many pages a demo starts from.
const seeds = 5

// errInterrupted is the error of a crawl whose context ended.
var errInterrupted = errors.New("interrupted")

// Demo is a web that is served, and the access to it.
type Demo struct {
	Web    *crawltest.Web
	Access *session.Access // real HTTP
	Seeds  []crawl.Link
	server *crawltest.Server
}

// open makes a web of so many pages and serves it until Close is called.
func open(ctx context.Context, seedOf uint64, pages int, fetching fetch.Options, log *slog.Logger) (*Demo, error) {
	d := &Demo{Web: crawltest.New(crawltest.Options{Seed: seedOf, Pages: pages})}
	for _, s := range d.Web.Seeds(seeds) {
		l, err := seed.Link(s)
		if err != nil {
			return nil, fmt.Errorf("demo: seed %s: %w", s, err)
		}
		d.Seeds = append(d.Seeds, l)
	}
	var err error
	if d.server, err = d.Web.Serve(ctx); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	fetching.DialContext, fetching.KeepExchanges = d.server.DialContext, true
	if d.Access, err = session.OpenAccess(session.Fetch{Options: fetching}, log); err != nil {
		d.server.Close()
		return nil, err
	}
	return d, nil
}

// Close stops serving the web.
func (d *Demo) Close() {
	d.Access.Close()
	d.server.Close()
}

// Addr is the address on which the web is served.
func (d *Demo) Addr() string { return fmt.Sprint(d.server.Addr) }

// onTopic is how many pages of the web are on topic.
func (d *Demo) onTopic() int {
	n := 0
	for _, p := range d.Web.Pages() {
		if p.OnTopic {
			n++
		}
	}
	return n
}

// Outcome counts what a strategy found.
type Outcome struct {
	Strategy                 string
	Pages, Relevant, OnTopic int
	Seconds                  float64
}

// outcome compares the run in dir with the truth.
func (d *Demo) outcome(dir string, sum *rundir.Summary) (Outcome, error) {
	o := Outcome{Pages: sum.Pages, Relevant: sum.Relevant}
	for p, err := range rundir.Pages(dir) {
		if err != nil {
			return o, err
		}
		if on, _ := d.Web.Truth(p.URL); on {
			o.OnTopic++
		}
	}
	return o, nil
}

// counter counts what a crawl in memory finds.
type counter struct {
	web *crawltest.Web
	o   Outcome
}

// Visited implements crawl.Observer.
func (k *counter) Visited(v *crawl.Visit) {
	if !v.OK() {
		return
	}
	k.o.Pages++
	if v.Score.Relevant {
		k.o.Relevant++
	}
	if on, _ := k.web.Truth(v.Page.Final); on {
		k.o.OnTopic++
	}
}

// Run makes the crawl of spec over the web, in memory and from the demo's seeds.
func (d *Demo) Run(ctx context.Context, spec session.Spec) (Outcome, error) {
	start := time.Now()
	spec.Seeds, spec.Fetch = d.Seeds, session.Fetch{Use: d.Access.Fetcher, Pacer: d.Access.Pacer}
	s, err := session.Open(ctx, spec)
	if err != nil {
		return Outcome{}, err
	}
	defer s.Close()
	k := &counter{web: d.Web}
	s.Engine.Observers, s.Engine.Duplicates = []crawl.Observer{k}, nil
	res, err := s.Run(ctx)
	if err == nil && res.Stopped == engine.Interrupted {
		err = errInterrupted
	}
	k.o.Seconds = time.Since(start).Seconds()
	return k.o, err
}

// writeTable writes the outcomes as a table.
func (d *Demo) writeTable(w io.Writer, outcomes ...Outcome) error {
	t := &term.Table{Head: []string{"strategy", ">pages", ">relevant", ">harvest rate", ">truly about typhoons", ">seconds"}}
	for _, o := range outcomes {
		t.Add(o.Strategy, fmt.Sprint(o.Pages), fmt.Sprint(o.Relevant), term.Percent(o.Relevant, o.Pages),
			message.Of(w).Sprintf("%d (%s of all)", o.OnTopic, term.Percent(o.OnTopic, d.onTopic())), fmt.Sprintf("%.1f", o.Seconds))
	}
	return t.Write(w)
}

// save writes a page of the web to the file called name in dir.
func (d *Demo) save(url, dir, name string) error {
	resp, err := d.Web.Fetch(context.Background(), crawl.Request{URL: url})
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return atomicfile.Write(filepath.Join(dir, name), resp.Body, atomicfile.Options{})
}
