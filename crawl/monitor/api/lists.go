package api

import (
	"net/http"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

const (
	defaultPage = 50
	maxPage     = 1000
)

// RunEvents is a run with its events.
type RunEvents struct {
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

func (h *Handler) runs(r *http.Request) ([]monitor.Run, error) {
	before, n, err := page(r)
	if err != nil {
		return nil, err
	}
	return list(h.source.Runs(r.PathValue("job"), before, n))
}

func (h *Handler) run(r *http.Request) (v RunEvents, err error) {
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

func (h *Handler) stories(r *http.Request) ([]monitor.Story, error) {
	before, n, err := page(r)
	if err != nil {
		return nil, err
	}
	return list(h.source.Stories(r.PathValue("job"), before, n))
}

func (h *Handler) notifications(r *http.Request) ([]monitor.Notification, error) {
	before, n, err := page(r)
	if err != nil {
		return nil, err
	}
	waiting := r.URL.Query().Get("waiting")
	if waiting != "" && waiting != "true" && waiting != "false" {
		return nil, badf("waiting=%q is neither true nor false", waiting)
	}
	return list(h.source.Notifications(r.PathValue("job"), before, n, waiting == "true"))
}

func (h *Handler) transitions(r *http.Request) ([]monitor.Transition, error) {
	n, err := numberOf(r, "limit", defaultPage, maxPage)
	if err != nil {
		return nil, err
	}
	return list(h.source.Transitions(r.PathValue("job"), n))
}
