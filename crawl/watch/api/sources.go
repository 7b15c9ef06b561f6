package api

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// sourceOrder accepts or refuses a site.
type sourceOrder struct {
	Site   string              `json:"site"`  // or a host or URL of it
	State  monitor.SourceState `json:"state"` // accepted or refused
	Reason string              `json:"reason,omitempty"`
}

// maxReason bounds the reason of an order, in bytes.
const maxReason = 1000

// SiteOf returns the site of what a person wrote: a site, a host or a URL.
func SiteOf(text string) (string, error) {
	text = strings.TrimSpace(text)
	url := text
	if !strings.Contains(url, "://") {
		url = "http://" + strings.Trim(url, ".") + "/"
	}
	l, err := seed.Link(url)
	if err != nil || text == "" {
		return "", english.Errorf("%.100q is no site; write example.org", text)
	}
	return polite.Site(l.Host), nil
}

func (h *Handler) sources(r *http.Request) ([]monitor.NewSource, error) {
	state := monitor.SourceState(r.URL.Query().Get("state"))
	switch state {
	case "":
		if r.URL.Query().Has("state") {
			return nil, badf("state=%q is none of new, accepted and refused", state)
		}
	case monitor.Undecided, monitor.Accepted, monitor.Refused:
	default:
		return nil, badf("state=%q is none of new, accepted and refused", state)
	}
	all, err := h.source.Sources(r.PathValue("job"), state)
	return known(h, r, all, err)
}

func (h *Handler) decide(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	o, err := read[sourceOrder](r)
	if err != nil {
		return nil, "", err
	}
	if o.State != monitor.Accepted && o.State != monitor.Refused {
		return nil, "", badf("state=%q is neither accepted nor refused", o.State)
	}
	if len(o.Reason) > maxReason {
		return nil, "", badf("the reason has %d bytes; %d are allowed", len(o.Reason), maxReason)
	}
	site, err := SiteOf(o.Site)
	if err != nil {
		return nil, "", badRequest{err}
	}
	job := r.PathValue("job")
	decision := monitor.Decision{Job: job, Site: site, State: o.State, At: h.opt.Now().UTC(), By: cmp.Or(h.opt.Who(r).Name, "local"), Reason: o.Reason}
	if err := h.opt.Control.Decide(decision); err != nil {
		return nil, "", err
	}
	now, err := list(h.source.Sources(job, ""))
	return now, DecisionDetail(decision), err
}

// DecisionDetail says in the audit log what was decided.
func DecisionDetail(d monitor.Decision) string {
	detail := string(d.State) + " " + d.Site + addedDetail(d.Add)
	if d.Reason != "" {
		detail += ": " + d.Reason
	}
	return detail
}
