package api

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/watch/access"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// addOrder adds what a text names as sources of a job: see [seed.ReadAddresses].
type addOrder struct {
	Text   string `json:"text"`
	Reason string `json:"reason,omitempty"`
}

// maxAddBytes bounds the body of an addOrder: ten thousand feeds of OPML have two million bytes.
const maxAddBytes = 16 << 20

// Added says what came of a text with addresses.
type Added struct {
	Added   []monitor.Address `json:"added"`             // sources from the next run on
	Known   int               `json:"known"`             // that were sources already
	Left    int               `json:"left"`              // that are too many: a job has at most [monitor.MaxAdded]
	Other   int               `json:"other"`             // lines and entries that are no http or https URL, or a very long one
	Refused []AddRefusal      `json:"refused,omitempty"` // sites that the job may not fetch; at most maxRefusals
}

// AddRefusal is a site that was not added.
type AddRefusal struct {
	Site string `json:"site"`
	Why  string `json:"why"`
}

const maxRefusals = 20

// maxDecisionBytes bounds the addresses of one decision: its line of the audit log must hold them, for a store that is
// lost is made again of that.
const maxDecisionBytes = 1500

// AddSources makes decisions of the addresses of a text, each by decide. base has the job and who decides; have are
// the sources of the job. An error of decide that is an [*OrderError] refuses a site, another one ends it.
func AddSources(base monitor.Decision, text string, have []monitor.NewSource, decide func(monitor.Decision) error) (Added, error) {
	out := Added{Added: []monitor.Address{}}
	read, err := seed.ReadAddresses([]byte(text), monitor.MaxAdded)
	if err != nil {
		return out, err
	}
	out.Left, out.Other = read.Left, read.Other
	known := map[string]bool{}
	for i := range have {
		for _, a := range have[i].Added {
			known[a.URL] = known[a.URL] || have[i].State == monitor.Accepted
		}
	}
	n := len(read.Links)
	fresh := slices.DeleteFunc(read.Links, func(l crawl.Link) bool { return len(l.URL) > maxDecisionBytes })
	out.Other, n = out.Other+n-len(fresh), len(fresh)
	fresh = slices.DeleteFunc(fresh, func(l crawl.Link) bool { return known[l.URL] })
	out.Known = n - len(fresh)
	if room := max(0, monitor.MaxAdded-len(known)); len(fresh) > room {
		out.Left += len(fresh) - room
		fresh = fresh[:room]
	}
	for _, d := range decisionsOn(base, fresh) {
		var refused *OrderError
		switch err := decide(d); {
		case errors.As(err, &refused):
			if len(out.Refused) < maxRefusals {
				out.Refused = append(out.Refused, AddRefusal{d.Site, err.Error()})
			}
		case err != nil:
			return out, err
		default:
			out.Added = append(out.Added, d.Add...)
		}
	}
	return out, nil
}

// decisionsOn accepts the sites of links, a few links at a time, in the order in which the sites come first.
func decisionsOn(base monitor.Decision, links []crawl.Link) (all []monitor.Decision) {
	last, size := map[string]int{}, map[string]int{}
	for _, l := range links {
		site := polite.Site(l.Host)
		at, ok := last[site]
		if size[site] += len(l.URL) + len(" +feed "); !ok || size[site] > maxDecisionBytes {
			at, size[site] = len(all), len(l.URL)
			d := base
			d.Site, d.State = site, monitor.Accepted
			all = append(all, d)
			last[site] = at
		}
		all[at].Add = append(all[at].Add, monitor.Address{URL: l.URL, Feed: l.Kind == crawl.LinkFeed})
	}
	return all
}

// addSources adds sources. The audit log has a line for each decision, and one for the order.
func (h *Handler) addSources(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	o, err := read[addOrder](r)
	if err != nil {
		return nil, "", err
	}
	if len(o.Reason) > maxReason {
		return nil, "", badf("the reason has %d bytes; %d are allowed", len(o.Reason), maxReason)
	}
	job, who := r.PathValue("job"), h.opt.Who(r)
	have, err := h.source.Sources(job, "")
	if err != nil {
		return nil, "", err
	}
	base := monitor.Decision{Job: job, At: h.opt.Now().UTC(), By: cmp.Or(who.Name, "local"), Reason: o.Reason}
	ordered := false
	added, err := AddSources(base, o.Text, have, func(d monitor.Decision) error {
		ordered = true
		err := h.opt.Control.Decide(d)
		if err == nil {
			h.opt.Audit.Note(who, ActionSource, job, access.Done, DecisionDetail(d))
		}
		return err
	})
	if err != nil && !ordered {
		err = badRequest{err}
	}
	return added, strconv.Itoa(len(added.Added)) + " addresses", err // not translated: the audit log
}

// addedDetail is how the audit log has the addresses of a decision.
func addedDetail(all []monitor.Address) string {
	var b strings.Builder
	for _, a := range all {
		b.WriteString(map[bool]string{false: " +page ", true: " +feed "}[a.Feed] + a.URL)
	}
	return b.String()
}

// DecisionOf reads a detail that [DecisionDetail] made.
func DecisionOf(detail string) (d monitor.Decision, ok bool) {
	what, reason, _ := strings.Cut(detail, ": ")
	f := strings.Fields(what)
	if len(f) < 2 || len(f)%2 != 0 {
		return d, false
	}
	d = monitor.Decision{State: monitor.SourceState(f[0]), Site: f[1], Reason: reason}
	for i := 2; i < len(f); i += 2 {
		if f[i] != "+page" && f[i] != "+feed" {
			return d, false
		}
		d.Add = append(d.Add, monitor.Address{URL: f[i+1], Feed: f[i] == "+feed"})
	}
	return d, d.State == monitor.Accepted || d.State == monitor.Refused
}
