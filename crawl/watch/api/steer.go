package api

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// pauseOrder pauses a job. By names the person who pauses it, if the owner of the daemon asks for
// somebody.
type pauseOrder struct {
	Reason string `json:"reason,omitempty"`
	By     string `json:"by,omitempty"`
}

// alertOrder tests alerts: it shows what would be sent, or with Send sends it.
type alertOrder struct {
	Receiver string `json:"receiver,omitempty"` // "": all of the job
	Send     bool   `json:"send,omitempty"`
}

// JobOf is a job after an order about it.
type JobOf struct {
	Job   string         `json:"job"`
	Pause *monitor.Pause `json:"pause,omitempty"`
}

func (h *Handler) pause(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	o, err := read[pauseOrder](r)
	if err != nil {
		return nil, "", err
	}
	if len(o.Reason) > maxReason {
		return nil, "", badf("the reason has %d bytes; %d are allowed", len(o.Reason), maxReason)
	}
	p := monitor.Pause{Job: r.PathValue("job"), At: h.opt.Now().UTC(), By: cmp.Or(h.opt.Who(r).Name, "local"), Reason: o.Reason}
	if h.opt.Own && o.By != "" {
		p.By = o.By[:min(len(o.By), maxReason)]
	}
	if err := h.opt.Control.Pause(p); err != nil {
		return nil, "", err
	}
	return JobOf{Job: p.Job, Pause: &p}, o.Reason, nil
}

func (h *Handler) resume(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	job := r.PathValue("job")
	return JobOf{Job: job}, "", h.opt.Control.Resume(job)
}

func (h *Handler) stop(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	job := r.PathValue("job")
	return JobOf{Job: job}, "", h.opt.Control.Stop(job)
}

func (h *Handler) testAlert(r *http.Request) (any, string, error) {
	if err := h.controlled(); err != nil {
		return nil, "", err
	}
	o, err := read[alertOrder](r)
	if err != nil {
		return nil, "", err
	}
	tests, err := h.opt.Control.TestAlert(r.Context(), r.PathValue("job"), o.Receiver, o.Send)
	if tests == nil {
		tests = []notify.Tested{}
	}
	return tests, testDetail(o, tests), err
}

// testDetail says in the audit log what came of a test.
func testDetail(o alertOrder, tests []notify.Tested) string {
	said := make([]string, len(tests))
	for i, t := range tests {
		switch {
		case t.Error != "":
			said[i] = t.Receiver + " failed"
		case t.Sent:
			said[i] = t.Receiver + " accepted it"
		default:
			said[i] = t.Receiver
		}
	}
	return fmt.Sprintf("%s: %s", map[bool]string{true: "sent", false: "shown"}[o.Send], strings.Join(said, ", "))
}
