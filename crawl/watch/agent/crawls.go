package agent

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

// Bounds are the bounds of a crawl; a program may ask for less.
type Bounds struct {
	Pages int
	Time  time.Duration
}

// Request is a crawl that a program asks for. It was checked.
type Request struct {
	Topic    string // concepts of the ontology, or
	Keywords string
	Seeds    []crawl.Link
	Dir      string // a new run folder
	Bounds
}

// Crawls are the crawls that programs have started. One runs at a time. Close stops it.
type Crawls struct {
	// Dir is the folder in which each crawl gets a run folder.
	Dir string
	// Max are the largest bounds.
	Max Bounds
	// Run makes a crawl until it is finished or ctx ends.
	Run func(ctx context.Context, r Request) error

	mu   sync.Mutex
	all  []*started
	done sync.WaitGroup
}

// started is a crawl that was started.
type started struct {
	id, dir string
	cancel  context.CancelFunc
	running bool
	err     error
}

// Close stops the crawl that runs, and waits for its end.
func (c *Crawls) Close() {
	c.mu.Lock()
	for _, s := range c.all {
		s.cancel()
	}
	c.mu.Unlock()
	c.done.Wait()
}

// Folder returns the run folder of a crawl.
func (c *Crawls) Folder(id string) (dir string, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.find(id); s != nil {
		return s.dir, true
	}
	return "", false
}

func (c *Crawls) find(id string) *started {
	if at := slices.IndexFunc(c.all, func(s *started) bool { return s.id == id }); at >= 0 {
		return c.all[at]
	}
	return nil
}

// begin starts the crawl of r in a new folder.
func (c *Crawls) begin(r Request) (id string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.all {
		if s.running {
			return "", english.Errorf("crawl %s is running; wait for it (watch_crawl), or stop it (stop_crawl)", s.id)
		}
	}
	if err := os.MkdirAll(c.Dir, 0o700); err != nil {
		return "", err
	}
	if r.Dir, err = os.MkdirTemp(c.Dir, "crawl-"); err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancel(context.Background()) // it outlives the question
	s := &started{id: filepath.Base(r.Dir), dir: r.Dir, cancel: cancel, running: true}
	c.all = append(c.all, s)
	c.done.Go(func() {
		err := c.Run(ctx, r)
		cancel()
		c.mu.Lock()
		s.running, s.err = false, err
		c.mu.Unlock()
	})
	return s.id, nil
}

type startIn struct {
	Topic    string   `json:"topic,omitempty" jsonschema:"concepts of the ontology, between commas"`
	Keywords string   `json:"keywords,omitempty" jsonschema:"words instead of concepts, between commas"`
	Seeds    []string `json:"seeds" jsonschema:"addresses of pages to begin with, at most 20"`
	MaxPages int      `json:"max_pages,omitempty" jsonschema:"how many pages; the server has an upper bound"`
	Minutes  int      `json:"minutes,omitempty" jsonschema:"how long; the server has an upper bound"`
}

// CrawlStarted answers start_crawl.
type CrawlStarted struct {
	ID       string `json:"id"` // for watch_crawl, and as the job of explain_page
	MaxPages int    `json:"max_pages"`
	Minutes  int    `json:"minutes"`
}

func (s *server) startCrawl(_ context.Context, in startIn) (CrawlStarted, error) {
	var out CrawlStarted
	r, err := s.opt.Crawls.request(in)
	if err != nil {
		return out, err
	}
	if out.ID, err = s.opt.Crawls.begin(r); err != nil {
		return out, err
	}
	out.MaxPages, out.Minutes = r.Pages, int(r.Time/time.Minute)
	return out, nil
}

// request checks what a program asks for.
func (c *Crawls) request(in startIn) (r Request, err error) {
	r.Topic, r.Keywords = clean(in.Topic, maxQuery), clean(in.Keywords, maxQuery)
	switch {
	case (r.Topic == "") == (r.Keywords == ""):
		return r, errors.New("one of topic and keywords is needed")
	case len(in.Seeds) == 0 || len(in.Seeds) > maxItems:
		return r, english.Errorf("seeds are %d addresses, but they must be 1 to %d", len(in.Seeds), maxItems)
	case in.MaxPages < 0 || in.Minutes < 0:
		return r, errors.New("max_pages and minutes are not negative")
	}
	for _, text := range in.Seeds {
		l, err := seed.Link(text)
		if err != nil || !strings.HasPrefix(l.URL, "http://") && !strings.HasPrefix(l.URL, "https://") || len(l.URL) > maxURL {
			return r, english.Errorf("seed %q is no http or https URL", clean(text, maxTitle))
		}
		r.Seeds = append(r.Seeds, l)
	}
	r.Pages = min(cmp.Or(in.MaxPages, c.Max.Pages), c.Max.Pages)
	r.Time = c.Max.Time
	if in.Minutes > 0 {
		r.Time = min(time.Duration(min(in.Minutes, 1<<20))*time.Minute, c.Max.Time)
	}
	return r, nil
}

type crawlIn struct {
	ID string `json:"id" jsonschema:"what start_crawl returned"`
}

// BestPage is a relevant page of a crawl.
type BestPage struct {
	URL       string   `json:"url"`
	Relevance float64  `json:"relevance"`
	Untrusted PageText `json:"untrusted"`
}

// CrawlState answers watch_crawl and stop_crawl.
type CrawlState struct {
	Note     string     `json:"note"`
	ID       string     `json:"id"`
	Running  bool       `json:"running"`
	Error    string     `json:"error,omitempty"`
	Pages    int        `json:"pages"`
	Relevant int        `json:"relevant"`
	Best     []BestPage `json:"best"` // the most relevant pages
}

func (s *server) watchCrawl(ctx context.Context, in crawlIn) (CrawlState, error) {
	return s.opt.Crawls.state(ctx, in.ID)
}

func (s *server) stopCrawl(ctx context.Context, in crawlIn) (CrawlState, error) {
	c := s.opt.Crawls
	c.mu.Lock()
	if one := c.find(in.ID); one != nil {
		one.cancel()
	}
	c.mu.Unlock()
	return c.state(ctx, in.ID)
}

// state reads how a crawl stands from its run folder.
func (c *Crawls) state(ctx context.Context, id string) (CrawlState, error) {
	out := CrawlState{Note: note, ID: id, Best: []BestPage{}}
	c.mu.Lock()
	one := c.find(id)
	if one == nil {
		c.mu.Unlock()
		return out, english.Errorf("no crawl %q was started here", clean(id, maxLabel))
	}
	dir := one.dir
	out.Running = one.running
	if one.err != nil {
		out.Error = clean(one.err.Error(), maxExcerpt)
	}
	c.mu.Unlock()
	for p, err := range rundir.Current(dir) {
		if err != nil || ctx.Err() != nil {
			break // the crawl has not written it yet
		}
		if out.Pages++; !p.Relevant || p.DuplicateOf != "" && (p.Exact || p.Copy) {
			continue
		}
		out.Relevant++
		out.Best = append(out.Best, BestPage{address(p.URL), float64(p.Relevance), PageText{Title: clean(p.Name(), maxTitle)}})
	}
	sorts.Stable(out.Best, func(a, b BestPage) int { return cmp.Compare(b.Relevance, a.Relevance) })
	out.Best = out.Best[:min(len(out.Best), maxItems/2)]
	return out, nil
}

type jobIn struct {
	Job string `json:"job" jsonschema:"name of the job"`
}

// runRequested answers run_job.
type runRequested struct {
	Due time.Time `json:"due"` // by which list_jobs and the history know the run
}

func (s *server) runJob(_ context.Context, in jobIn) (runRequested, error) {
	due, err := s.opt.Control.RunNow(in.Job)
	return runRequested{due}, err
}
