package api

import (
	"encoding/json"
	"mime"
	"net/http"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
)

// maxOrderBytes bounds the body of an order.
const maxOrderBytes = 16 << 10

// Ordered is the answer to a request for a run.
type Ordered struct {
	Due time.Time `json:"due"` // of the run
}

// PhaseOrder holds a job in a phase.
type PhaseOrder struct {
	Phase  string `json:"phase"`
	For    string `json:"for"` // a duration: "12h"
	Reason string `json:"reason"`
}

// order makes a handler of a function that changes something. Another site's form
// cannot send application/json without a CORS request, which is never allowed here.
// Together with the checks of package serve, no page can give an order in a user's name.
func (h *Handler) order(f func(*http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if err != nil || kind != "application/json" {
			refuse(w, http.StatusUnsupportedMediaType, "an order is sent as application/json")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxOrderBytes)
		v, err := f(r)
		if err != nil {
			fail(w, err)
			return
		}
		reply(w, http.StatusAccepted, "application/json", v)
	}
}

func (h *Handler) controlled() error {
	if h.opt.Control == nil {
		return badf("nothing that takes orders runs here; start ontocrawl watch")
	}
	return nil
}

func (h *Handler) runNow(r *http.Request) (any, error) {
	if err := h.controlled(); err != nil {
		return nil, err
	}
	due, err := h.opt.Control.RunNow(r.PathValue("job"))
	return Ordered{due}, err
}

func (h *Handler) setPhase(r *http.Request) (any, error) {
	if err := h.controlled(); err != nil {
		return nil, err
	}
	var o PhaseOrder
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil {
		return nil, badf("the order cannot be read: %w", err)
	}
	p, err := monitor.ParsePhase(o.Phase)
	if err != nil {
		return nil, badRequest{err}
	}
	long, err := time.ParseDuration(o.For)
	if err != nil || long <= 0 {
		return nil, badf("for=%q is no duration; 12h is twelve hours", o.For)
	}
	job := r.PathValue("job")
	if err := h.opt.Control.SetPhase(job, p, long, o.Reason); err != nil {
		return nil, err
	}
	return list(h.source.Transitions(job, 1))
}

func (h *Handler) searchable() error {
	if h.opt.Search == nil {
		return badf("there is no search here")
	}
	return nil
}

func (h *Handler) searchPages(r *http.Request) ([]Hit, error) {
	if err := h.searchable(); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	if q.Get("q") == "" {
		return nil, badf("q is missing: what is searched for")
	}
	n, err := numberOf(r, "limit", 20, 200)
	if err != nil {
		return nil, err
	}
	return list(h.opt.Search.Search(r.Context(), q.Get("q"), q.Get("job"), n))
}

func (h *Handler) index(*http.Request) (Index, error) {
	if err := h.searchable(); err != nil {
		return Index{}, err
	}
	return h.opt.Search.Index(), nil
}

func (h *Handler) build(*http.Request) (any, error) {
	if err := h.searchable(); err != nil {
		return nil, err
	}
	if err := h.opt.Search.Build(); err != nil {
		return nil, err
	}
	return h.opt.Search.Index(), nil
}
