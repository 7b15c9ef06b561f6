package eval

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/replay"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Labels say which pages of a stored web are on topic.
type Labels struct {
	On string // a page that bears it is on topic
	// Ignore are patterns of path.Match. A page with a matching label counts neither
	// for nor against the judge, unless it bears On too.
	Ignore []string
	// Marks are verdicts of people by canonical address, which rule over the labels: true is on topic.
	// With marks On may be "", and the web need not have labels; then pages without a mark are taken
	// as off topic and count neither for nor against the judge.
	Marks map[string]bool
}

// Web is a labelled stored web, read once. All crawls of a topic share its pages,
// which must not change. Its methods may be called concurrently.
type Web struct {
	Graph
	Dir       string
	LinksFrom string // where Graph.Links come from: "links.tsv" or "pages"
	URLs      []string
	Titles    []string
	Ignored   []bool
	OnSite    []int32 // number of the site (registrable domain) of each page
	Reading   Cost    // of reading and parsing all pages, once

	stored       *replay.Web
	cache        session.Cache    // of the pages, for the crawls
	coreOutside  map[string]bool  // URLs of other hosts to which an anchor with a core concept leads
	ids          map[string]int32 // by URL in the index
	answers      map[string]int32 // the page that answers for each URL that is linked to
	pages        []*crawl.Page
	faults       []error   // why a page could not be read
	topicalLinks [][]int32 // indexes of the links of each page that lead to pages on topic
}

// errNoLabels means that a stored web has no labels.
var errNoLabels = errors.New("its index.tsv has no labels, and without labels a crawl cannot be judged")

// errNoneRight means that no page of a web is marked right.
var errNoneRight = errors.New("none of its pages is marked right")

// LabelError says that no page bears a label.
type LabelError struct {
	Label string
	Known []string // all labels of the web, sorted
}

func (e *LabelError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *LabelError) Message() english.Phrase {
	return english.Phrasef("no page bears the label %q", e.Label)
}

// maxMade is how many pages outside of the web are kept, some 100 MB.
const maxMade = 8192

// Open reads the stored web in dir as crawls by spec read it. Whoever calls it closes it.
func Open(ctx context.Context, dir string, spec session.Spec, l Labels) (*Web, error) {
	stored, err := replay.Open(dir)
	if err != nil {
		return nil, err
	}
	stored.Documents = spec.Documents != nil
	w := &Web{Dir: dir, stored: stored, URLs: stored.Pages(), ids: map[string]int32{}}
	if err := w.open(ctx, spec, l); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Close closes the folder. Crawls need it.
func (w *Web) Close() error { return w.stored.Close() }

func (w *Web) open(ctx context.Context, spec session.Spec, l Labels) error {
	for i, u := range w.URLs {
		w.ids[u] = int32(i)
	}
	if err := w.label(l); err != nil {
		return err
	}
	return w.readBy(ctx, spec)
}

// ReadBy returns the same web as crawls by another spec read it. Close w when both are used up.
func (w *Web) ReadBy(ctx context.Context, spec session.Spec) (*Web, error) {
	own := &Web{Dir: w.Dir, stored: w.stored, URLs: w.URLs, ids: w.ids, Graph: Graph{OnTopic: w.OnTopic}, Ignored: w.Ignored}
	return own, own.readBy(ctx, spec)
}

func (w *Web) readBy(ctx context.Context, spec session.Spec) error {
	w.cache.Pages = len(w.URLs) + maxMade
	s, err := session.Open(ctx, (&Trial{Web: w, Spec: spec, Outside: Outside{Dead: true}}).spec())
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // it has recorded nothing
	start, before := time.Now(), processCPU()
	if err := w.read(ctx, s.Engine.Reader); err != nil {
		return err
	}
	w.resolve()
	w.Reading = Cost{Seconds: time.Since(start).Seconds(), CPU: max(0, processCPU()-before)}
	return w.connect()
}

func (w *Web) label(l Labels) error {
	known := map[string]bool{}
	w.OnTopic, w.Ignored = make([]bool, len(w.URLs)), make([]bool, len(w.URLs))
	found := false
	for i, u := range w.URLs {
		labels, _ := w.stored.Labels(u)
		for _, name := range labels {
			known[name] = true
			for _, p := range l.Ignore {
				match, err := path.Match(p, name)
				if err != nil {
					return english.Errorf("ignore pattern %q: %w", p, err)
				}
				w.Ignored[i] = w.Ignored[i] || match
			}
		}
		right, marked := l.Marks[u]
		switch {
		case marked:
			w.OnTopic[i], w.Ignored[i] = right, false
		case l.On == "":
			w.Ignored[i] = true
		default:
			w.OnTopic[i] = slices.Contains(labels, l.On)
			w.Ignored[i] = w.Ignored[i] && !w.OnTopic[i]
		}
		found = found || w.OnTopic[i]
	}
	switch {
	case len(l.Marks) > 0 && !found && l.On == "":
		return errNoneRight
	case len(known) == 0 && l.On != "":
		return fmt.Errorf("%s: %w", w.Dir, errNoLabels)
	case !found:
		return &LabelError{Label: l.On, Known: slices.Sorted(maps.Keys(known))}
	}
	return nil
}

// read parses all pages, on all cores.
func (w *Web) read(ctx context.Context, reader crawl.Reader) error {
	n := len(w.URLs)
	w.pages, w.faults, w.Titles = make([]*crawl.Page, n), make([]error, n), make([]string, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				w.pages[i], w.faults[i] = readPage(ctx, w.stored, reader, w.URLs[i])
				if p := w.pages[i]; p != nil {
					w.Titles[i] = p.Title
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// readPage reads one page. A panic of the parser is an error, as in the engine.
func readPage(ctx context.Context, web *replay.Web, reader crawl.Reader, url string) (p *crawl.Page, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, english.Errorf("reading the page panicked: %v", r)
		}
	}()
	resp, err := web.Fetch(ctx, crawl.Request{URL: url})
	if err != nil {
		return nil, err
	}
	p, err = reader.Read(ctx, resp)
	if p == nil && err == nil {
		err = crawl.ErrNotPage
	}
	return p, err
}

// resolve finds the page that answers for each URL that any page links to.
func (w *Web) resolve() {
	w.answers, w.coreOutside = map[string]int32{}, map[string]bool{}
	w.topicalLinks = make([][]int32, len(w.pages))
	sites := map[string]int32{}
	for i, p := range w.pages {
		w.OnSite = append(w.OnSite, siteNumber(sites, urlkey.Host(w.URLs[i])))
		if p == nil {
			continue
		}
		for j := range p.Links {
			url := p.Links[j].URL
			to, ok := w.answers[url]
			if !ok {
				to = w.lookUp(url)
				w.answers[url] = to
			}
			if to < 0 && p.Links[j].Terms.AnchorCore > 0 && !w.stored.HasHost(p.Links[j].Host) {
				w.coreOutside[url] = true
			}
			if to >= 0 && w.OnTopic[to] {
				w.topicalLinks[i] = append(w.topicalLinks[i], int32(j))
			}
		}
	}
}

// lookUp returns the page that answers for url, or -1.
func (w *Web) lookUp(url string) int32 {
	if _, key, ok := w.stored.Resolve(url); ok {
		return w.ids[key]
	}
	return -1
}

// Find returns the page that answers for url; ok is false if none does.
func (w *Web) Find(url string) (id int32, ok bool) {
	id, known := w.answers[url]
	if !known {
		id = w.lookUp(url)
	}
	return id, id >= 0
}

// connect fills the links, from links.tsv if the web has that file, else from its
// pages.
func (w *Web) connect() error {
	w.Links = make([][]int32, len(w.URLs))
	name := filepath.Join(w.Dir, "links.tsv")
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		w.LinksFrom = "pages"
		for i, p := range w.pages {
			if p == nil {
				continue
			}
			for j := range p.Links {
				w.link(int32(i), w.answers[p.Links[j].URL])
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	w.LinksFrom = "links.tsv"
	return w.readLinks(name, bufio.NewScanner(f))
}

func (w *Web) readLinks(name string, s *bufio.Scanner) error {
	s.Buffer(nil, 1<<20)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimSuffix(s.Text(), "\r")
		if line == "" {
			continue
		}
		a, b, ok := strings.Cut(line, "\t")
		if !ok {
			return english.Errorf("%s:%d: want two URLs with a tab between them", name, n)
		}
		from, err1 := urlkey.Canonical(a)
		to, err2 := urlkey.Canonical(b)
		if err := errors.Join(err1, err2); err != nil {
			return fmt.Errorf("%s:%d: %w", name, n, err)
		}
		i, ok1 := w.Find(from)
		j, ok2 := w.Find(to)
		if ok1 && ok2 {
			w.link(i, j)
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

func (w *Web) link(from, to int32) {
	if to >= 0 && from != to {
		w.Links[from] = append(w.Links[from], to)
	}
}

// Pages returns the number of pages that could be read.
func (w *Web) Pages() (n int) {
	for _, p := range w.pages {
		if p != nil {
			n++
		}
	}
	return n
}

// readable returns the pages on topic that could be read.
func (w *Web) readable() []int32 {
	return slices.DeleteFunc(w.TopicalPages(), func(p int32) bool { return w.pages[p] == nil })
}

// TopicalPages returns the pages on topic, in the order of the index.
func (w *Web) TopicalPages() (on []int32) {
	for p, ok := range w.OnTopic {
		if ok {
			on = append(on, int32(p))
		}
	}
	return on
}
