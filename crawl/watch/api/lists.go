package api

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
)

const (
	defaultPage = 50
	maxPage     = 1000
)

// runEvents is a run with its events.
type runEvents struct {
	Run    monitor.Run     `json:"run"`
	Events []monitor.Event `json:"events"`
}

// page reads which part of a list is wanted.
func page(r *http.Request) (before time.Time, n int, err error) {
	if before, err = timeOf(r, "before"); err != nil {
		return before, 0, err
	}
	n, err = numberOf(r, "limit", defaultPage, maxPage)
	return before, n, err
}

// list makes nil an empty list: JSON gets [], not null.
func list[T any](s []T, err error) ([]T, error) {
	if s == nil {
		s = []T{}
	}
	return s, err
}

// paged makes a handler of a list of a job, or of all jobs.
func paged[T any](h *Handler, f func(job string, before time.Time, n int) ([]T, error)) http.HandlerFunc {
	return answer(func(r *http.Request) ([]T, error) {
		before, n, err := page(r)
		if err != nil {
			return nil, err
		}
		all, err := f(r.PathValue("job"), before, n)
		return known(h, r, all, err)
	})
}

func (h *Handler) run(r *http.Request) (v runEvents, err error) {
	job := r.PathValue("job")
	number, err := strconv.Atoi(r.PathValue("number"))
	if err != nil || number < 1 {
		return v, badf("%q is no number of a run", r.PathValue("number"))
	}
	if v.Run, err = h.source.Run(job, number); err != nil {
		return v, err
	}
	v.Events, err = list(h.source.Events(job, number))
	return v, err
}

func (h *Handler) notifications(r *http.Request) ([]monitor.Notification, error) {
	before, n, err := page(r)
	if err != nil {
		return nil, err
	}
	waiting := r.URL.Query().Get("waiting")
	if r.URL.Query().Has("waiting") && waiting != "true" && waiting != "false" {
		return nil, badf("waiting=%q is neither true nor false", waiting)
	}
	all, err := h.source.Notifications(r.PathValue("job"), before, n, waiting == "true")
	return known(h, r, all, err)
}

func (h *Handler) transitions(r *http.Request) ([]monitor.Transition, error) {
	n, err := numberOf(r, "limit", defaultPage, maxPage)
	if err != nil {
		return nil, err
	}
	all, err := h.source.Transitions(r.PathValue("job"), n)
	return known(h, r, all, err)
}

// longest is the longest span over which mentions are counted.
const longest = 366 * 24 * time.Hour

// span reads from and to of a query; by default the last day. from is cut to the hour,
// because mentions are counted by the hour.
func (h *Handler) span(r *http.Request) (from, to time.Time, err error) {
	if to, err = timeOf(r, "to"); err != nil {
		return from, to, err
	}
	if to.IsZero() {
		to = h.opt.Now()
	}
	if from, err = timeOf(r, "from"); err != nil {
		return from, to, err
	}
	if from.IsZero() {
		from = to.Add(-24 * time.Hour)
	}
	from = from.UTC().Truncate(time.Hour)
	if !from.Before(to) || to.Sub(from) > longest {
		return from, to, badf("from must be before to, by a year at most")
	}
	return from, to.UTC(), nil
}

// counts answers mentions by concept and hour.
func (h *Handler) counts(r *http.Request) (map[string][]int, error) {
	from, to, err := h.span(r)
	if err != nil {
		return nil, err
	}
	m, err := h.source.Mentions(r.PathValue("job"), from, to)
	if m == nil {
		m = map[string][]int{}
	}
	if err == nil && len(m) == 0 {
		err = h.isJob(r)
	}
	return m, err
}

// mentions answers the time line of the concepts mentioned most.
func (h *Handler) mentions(r *http.Request) (mentions, error) {
	from, to, err := h.span(r)
	if err != nil {
		return mentions{}, err
	}
	n, err := numberOf(r, "limit", 12, 100)
	if err != nil {
		return mentions{}, err
	}
	job := r.PathValue("job")
	counts, err := h.source.Mentions(job, from, to)
	if err != nil {
		return mentions{}, err
	}
	g, err := h.source.Graph(r.Context(), job)
	if err != nil {
		return mentions{}, err
	}
	return timeLine(from, counts, g, n), nil
}

// buckets is about how many buckets a time line has.
const buckets = 48

func timeLine(from time.Time, counts map[string][]int, g Graph, n int) mentions {
	hours := 0
	for _, c := range counts {
		hours = max(hours, len(c))
	}
	m := mentions{From: from, Hours: max(1, (hours+buckets-1)/buckets), Lines: []line{}}
	names := make(map[string]string, len(g.Concepts))
	for _, c := range g.Concepts {
		names[c.IRI] = cmp.Or(c.Zh, c.En, c.IRI)
	}
	for _, iri := range slices.Sorted(maps.Keys(counts)) {
		l := line{IRI: iri, Name: cmp.Or(names[iri], iri), Counts: make([]int, (hours+m.Hours-1)/m.Hours)}
		for i, c := range counts[iri] {
			l.Counts[i/m.Hours] += c
			l.Sum += c
		}
		if l.Sum > 0 {
			m.Lines = append(m.Lines, l)
		}
	}
	sorts.Stable(m.Lines, func(a, b line) int { return cmp.Compare(b.Sum, a.Sum) })
	m.Lines = m.Lines[:min(n, len(m.Lines))]
	return m
}

// graph answers the concepts with the mentions of a span.
func (h *Handler) graph(r *http.Request) (Graph, error) {
	from, to, err := h.span(r)
	if err != nil {
		return Graph{}, err
	}
	job := r.PathValue("job")
	g, err := h.source.Graph(r.Context(), job)
	if err != nil {
		return Graph{}, err
	}
	counts, err := h.source.Mentions(job, from, to)
	if err != nil {
		return Graph{}, err
	}
	g.Concepts = slices.Clone(g.Concepts)
	for i := range g.Concepts {
		for _, c := range counts[g.Concepts[i].IRI] {
			g.Concepts[i].Count += c
		}
	}
	g.Concepts, _ = list(g.Concepts, nil)
	g.Edges, _ = list(g.Edges, nil)
	return g, nil
}

func (h *Handler) live(r *http.Request) (Live, error) {
	return h.liveOf(r.Context(), r.PathValue("job"))
}

// liveOf is the progress of a job's crawl, without a list that is null in JSON: a
// client may walk through each.
func (h *Handler) liveOf(ctx context.Context, job string) (Live, error) {
	l, err := h.source.Live(ctx, job)
	l.Curve, _ = list(l.Curve, nil)
	l.TopHosts, _ = list(l.TopHosts, nil)
	l.Failing, _ = list(l.Failing, nil)
	if l.Errors == nil {
		l.Errors = map[string]int{}
	}
	return l, err
}
