package kinds

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"

	"github.com/ontocrawl/ontocrawl/crawl/find/search"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This source asks Common Crawl's graph of domains (commoncrawl.org/web-graphs), from files on this
// machine: which domains link to a domain, and which are linked to by the same ones. The files have
// some 10^8 domains and some 10^9 links. A question reads the links from end to end once, and the
// names twice; what it keeps in memory is about the domains asked for. Questions that come while files
// are read are answered together by the next reading, and Prepare asks for many domains at once.

// Kind is the row of this source in the table of kinds.
func WebGraph() search.Kind {
	return search.Kind{
		Name: "webgraph", Help: "domains that link to a domain, and domains like it, by files of Common Crawl's domain graph",
		URL: "the folder with the files *-vertices.txt.gz and *-edges.txt.gz of the domain graph", Local: true, TTL: search.DefaultTTL, New: newWebGraph,
	}
}

const (
	webgraphPerPage = 100
	maxKnown        = 20_000 // domains whose answers are in memory
)

// source asks the files of one folder.
type graphSource struct {
	files   files
	private bool
	reading chan struct{} // holds a token while the files are read

	mu      sync.Mutex
	known   map[string]*neighbours // by domain
	pending map[string]bool        // domains for the next reading
}

// New is the constructor of [Kind].
func newWebGraph(s search.Settings, env search.Env) (search.Opened, error) {
	f, err := findFiles(s.Text(search.SettingURL))
	if err != nil {
		return search.Opened{}, s.Errorf(search.SettingURL, "is %.200q: %v", s.Text(search.SettingURL), err)
	}
	g := &graphSource{files: f, private: env.AllowPrivate, reading: make(chan struct{}, 1),
		known: map[string]*neighbours{}, pending: map[string]bool{}}
	return search.Opened{Source: g, Prepare: g.Prepare}, nil
}

// Can implements [search.Source].
func (s *graphSource) Can() search.Ops { return search.Set(search.Backward, search.Related) }

// Ask implements [search.Source]. Backward lists domains that link to the target's domain,
// the ones with few links first: a domain that links to everything says nothing. Related
// lists domains that are linked to by the same ones, by the index of Adamic and Adar
// (2003).
func (s *graphSource) Ask(ctx context.Context, q search.Query) (search.Answer, error) {
	domain, err := domainOf(q.Target)
	if !s.Can().Has(q.Op) || err != nil {
		return search.Answer{}, &search.Error{Kind: search.Unsupported, Err: errors.New("a question without a domain")}
	}
	n, err := s.find(ctx, domain)
	if err != nil {
		return search.Answer{}, err
	}
	names := n.back
	if q.Op == search.Related {
		names = n.related
	}
	page := max(q.Page, 1)
	from := min((page-1)*webgraphPerPage, len(names))
	to := min(from+webgraphPerPage, len(names))
	l := Results{Home: &url.URL{Scheme: "https", Host: domain}, AllowPrivate: s.private, Max: webgraphPerPage}
	for _, name := range names[from:to] {
		l.Add(Result{URL: "https://" + name + "/", Title: name})
	}
	return search.Answer{Links: l.Links(), More: to < len(names), Failed: slices.Clone(n.failed)}, nil
}

// Prepare implements [search.Opened]. Targets that are no domains are left out.
func (s *graphSource) Prepare(ctx context.Context, targets []string) error {
	var last string
	s.mu.Lock()
	for _, t := range targets {
		if d, err := domainOf(t); err == nil && s.known[d] == nil {
			s.pending[d] = true
			last = d
		}
	}
	s.mu.Unlock()
	if last == "" {
		return nil
	}
	_, err := s.find(ctx, last)
	return err
}

// find returns the neighbours of a domain, if need be by a reading of the files.
func (s *graphSource) find(ctx context.Context, domain string) (*neighbours, error) {
	if n := s.wanted(domain); n != nil {
		return n, nil
	}
	select {
	case s.reading <- struct{}{}:
		defer func() { <-s.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if n := s.wanted(domain); n != nil { // the reading before had it
		return n, nil
	}
	s.mu.Lock()
	var domains []string
	for d := range s.pending {
		domains = append(domains, d)
	}
	s.mu.Unlock()
	slices.Sort(domains)
	found, err := s.files.scan(ctx, domains)
	if err != nil {
		if cause := ctx.Err(); cause != nil {
			return nil, cause
		}
		return nil, &search.Error{Kind: search.Unavailable, Err: english.Errorf("the files of the graph: %w", err)}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.known) > maxKnown {
		clear(s.known)
	}
	for d, n := range found {
		s.known[d] = n
		delete(s.pending, d)
	}
	return found[domain], nil
}

// wanted returns what is known of a domain; if nothing is, the next reading finds it.
func (s *graphSource) wanted(domain string) *neighbours {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := s.known[domain]
	if n == nil {
		s.pending[domain] = true
	}
	return n
}

// neighbours are the answers about a domain.
type neighbours struct {
	back, related []string // domains, the best first
	failed        []string // files that are damaged: there may be more
}

func joinFaults(faults []string) []string {
	slices.Sort(faults)
	return slices.Compact(faults)
}

var errNoFiles = errors.New("it has no files *vertices*.txt.gz and *edges*.txt.gz")
