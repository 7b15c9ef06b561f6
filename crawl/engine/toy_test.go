package engine_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
)

var quiet = slog.New(slog.DiscardHandler)

// web is an invented web of Size pages on Hosts hosts. What page n holds is a
// function of n alone: most are pages with five links, some are missing, some
// do not answer, some redirect to another page.
type web struct {
	Size, Hosts int
	Latency     time.Duration // at most; real time differs from run to run
	Gone        bool          // no server answers any more

	mu      sync.Mutex
	fetched map[string]int
	flying  int
	most    int // most fetches at one time
}

func (w *web) url(n int) string { return fmt.Sprintf("http://h%d.example/%d", n%w.Hosts, n) }

func (w *web) seeds(ns ...int) []crawl.Link {
	var links []crawl.Link
	for _, n := range ns {
		links = append(links, crawl.Link{URL: w.url(n), Host: fmt.Sprintf("h%d.example", n%w.Hosts)})
	}
	return links
}

func number(url string) int {
	n, err := strconv.Atoi(url[strings.LastIndexByte(url, '/')+1:])
	if err != nil {
		panic(err)
	}
	return n
}

func hash(parts ...int) int {
	h := fnv.New32a()
	fmt.Fprint(h, parts)
	return int(h.Sum32() >> 1)
}

// targets are the pages that page n links to; -1 stands for a link to itself.
func (w *web) targets(n int) []int {
	var to []int
	for i := range 5 {
		to = append(to, hash(n, i)%w.Size)
	}
	return append(to, n, to[0])
}

// final is where page n is after redirects: the next page that does not
// redirect itself.
func (w *web) final(n int) int {
	moved := func(n int) bool { return hash(n, 77)%9 == 0 }
	if !moved(n) {
		return n
	}
	to := hash(n, 78) % w.Size
	for moved(to) {
		to = (to + 1) % w.Size
	}
	return to
}

func (w *web) enter(url string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fetched == nil {
		w.fetched = make(map[string]int)
	}
	w.fetched[url]++
	w.flying++
	w.most = max(w.most, w.flying)
}

func (w *web) leave() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.flying--
}

func (w *web) Fetch(ctx context.Context, req crawl.Request) (*crawl.Response, error) {
	w.enter(req.URL)
	defer w.leave()
	if w.Latency > 0 {
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("fetch %s: %w", req.URL, ctx.Err())
		case <-time.After(rand.N(w.Latency)):
		}
	}
	n := number(req.URL)
	switch {
	case w.Gone || hash(n, 99)%13 == 0:
		return nil, errors.New("connection refused")
	case hash(n, 98)%11 == 0:
		return &crawl.Response{URL: req.URL, Final: req.URL, Status: 404, FetchedAt: time.Now()}, nil
	}
	return &crawl.Response{URL: req.URL, Final: w.url(w.final(n)), Status: 200, FetchedAt: time.Now()}, nil
}

func (w *web) Read(_ context.Context, r *crawl.Response) (*crawl.Page, error) {
	n := number(r.Final)
	p := &crawl.Page{
		URL: r.URL, Final: r.Final, Host: fmt.Sprintf("h%d.example", n%w.Hosts), Status: r.Status,
		Title: fmt.Sprint("page ", n), Lang: "en", FetchedAt: r.FetchedAt.UTC(), NoFollow: n%31 == 30,
		Blocks:   []crawl.Block{{Text: "dropped", Key: uint64(n)}},
		Features: &crawl.Features{Words: []crawl.WordCount{{Word: fmt.Sprint(n), Count: uint16(n)}}},
	}
	for i, to := range w.targets(n) {
		p.Links = append(p.Links, crawl.Link{URL: w.url(to), Host: fmt.Sprintf("h%d.example", to%w.Hosts), NoFollow: i == 3 && n%2 == 0})
	}
	return p, nil
}

// judge scores by the number and by what it has learned, so that a resumed one
// that has forgotten something scores differently. It makes a model of the words of
// 10, 20, 40 ... pages.
type judge struct {
	Keys, Words uint64
	Pages       int
	Model       crawl.Model
	Sum         uint64 // of the model
}

func (j *judge) Score(p *crawl.Page) crawl.Score {
	r := float64((uint64(number(p.Final))*7+j.Keys+j.Sum)%101) / 101
	p.Features.First = r
	return crawl.Score{Relevance: r, Relevant: r > 0.5, Model: j.Model.Number}
}
func (j *judge) Beside(*crawl.Page, bool) bool { return false }
func (j *judge) Learn(p *crawl.Page) {
	for _, b := range p.Blocks {
		j.Keys = j.Keys*31 + b.Key
	}
	if p.Features == nil {
		return
	}
	j.Words += uint64(p.Features.First*1000) + uint64(p.Features.Words[0].Count)
	if j.Pages++; j.Pages == 10<<j.Model.Number {
		j.Sum = j.Words
		j.Model = crawl.Model{Number: j.Model.Number + 1, Data: fmt.Append(nil, j.Words)}
	}
}
func (j *judge) ModelNumber() int                  { return j.Model.Number }
func (j *judge) EncodeModel() (crawl.Model, error) { return j.Model, nil }
func (j *judge) DecodeModel(m crawl.Model) error {
	j.Model = m
	return json.Unmarshal(m.Data, &j.Sum)
}
func (j *judge) WriteTo(w io.Writer) (int64, error) { return writeJSON(w, j) }
func (j *judge) ReadFrom(p crawl.Part) error        { return json.NewDecoder(p).Decode(j) }

func writeJSON(w io.Writer, v any) (int64, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return 0, err
	}
	n, err := w.Write(b)
	return int64(n), err
}

// wanderer is a strategy that chooses at random, with a sequence that depends
// on the relevance of what it has seen: any slip in a replay shows.
type wanderer struct {
	Known   map[string]bool
	Waiting []crawl.Choice
	Seeds   int // how many of Waiting, at the front, are seeds
	Draws   int
	Sum     float64
	broken  error // WriteTo fails with it
}

func (s *wanderer) add(c crawl.Choice) bool {
	if s.Known == nil {
		s.Known = make(map[string]bool)
	}
	if s.Known[c.URL] {
		return false
	}
	s.Known[c.URL] = true
	s.Waiting = append(s.Waiting, c)
	return true
}

func (s *wanderer) Seed(links []crawl.Link) {
	for _, l := range links {
		if s.add(crawl.Choice{URL: l.URL, Host: l.Host}) {
			s.Seeds++
		}
	}
}

func (s *wanderer) Next(busy func(string) bool) (crawl.Choice, bool) {
	n := len(s.Waiting)
	if n == 0 {
		return crawl.Choice{}, false
	}
	start := hash(s.Draws, int(s.Sum*1000)) % n
	if s.Seeds > 0 {
		start = 0
	}
	for i := range n {
		at := (start + i) % n
		if busy == nil || !busy(s.Waiting[at].Host) {
			s.Draws++
			return s.pick(at), true
		}
	}
	return crawl.Choice{}, false
}

func (s *wanderer) pick(at int) crawl.Choice {
	c := s.Waiting[at]
	s.Waiting = append(s.Waiting[:at], s.Waiting[at+1:]...)
	if at < s.Seeds {
		s.Seeds--
	}
	c.Priority = s.Sum
	return c
}

func (s *wanderer) Take(url string) (crawl.Choice, bool) {
	for at := range s.Waiting {
		if s.Waiting[at].URL == url {
			s.Draws++
			return s.pick(at), true
		}
	}
	return crawl.Choice{}, false
}

func (s *wanderer) Observe(v *crawl.Visit) {
	s.Sum += v.Score.Relevance
	if v.Page == nil {
		s.Sum += 0.125
		return
	}
	for _, l := range v.Page.Links {
		s.add(crawl.Choice{URL: l.URL, Host: l.Host, Parent: v.Page.URL, Depth: v.Choice.Depth + 1})
	}
}

func (s *wanderer) Len() int         { return len(s.Waiting) }
func (s *wanderer) Caps() crawl.Caps { return crawl.Caps{} }
func (s *wanderer) WriteTo(w io.Writer) (int64, error) {
	n, err := writeJSON(w, s)
	return n, errors.Join(err, s.broken)
}
func (s *wanderer) ReadFrom(p crawl.Part) error { return json.NewDecoder(p).Decode(s) }

// spy keeps the visits it hears of.
type spy struct{ visits []*crawl.Visit }

func (s *spy) Visited(v *crawl.Visit) { s.visits = append(s.visits, v) }

// trail returns what must be the same in two runs of a deterministic crawl.
func trail(j crawl.Journal) []string {
	var lines []string
	err := j.Visits(func(v *crawl.Visit) error {
		lines = append(lines, fmt.Sprintf("%d %s ok=%v status=%d err=%q depth=%d parent=%s priority=%v relevance=%v links=%d",
			v.Seq, v.Choice.URL, v.OK(), v.Status, v.Failure.Text, v.Choice.Depth, v.Choice.Parent, v.Choice.Priority, v.Score.Relevance, v.LinkCount))
		if v.Learned != nil {
			lines[len(lines)-1] += fmt.Sprintf(" model %d: %s", v.Learned.Number, v.Learned.Data)
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return lines
}

// twice returns a URL under which two pages were recorded, asked or final.
func twice(j crawl.Journal) string {
	seen, double := make(map[string]bool), ""
	err := j.Visits(func(v *crawl.Visit) error {
		if v.OK() && seen[v.Page.Final] {
			double = v.Page.Final
		}
		if v.OK() {
			seen[v.Page.Final], seen[v.Choice.URL] = true, true
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return double
}

func (j *judge) Learner() crawl.Learner { return j }
