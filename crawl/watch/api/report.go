package api

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
	"github.com/ontocrawl/ontocrawl/message"
)

// Shifts makes reports of what pages told in a time. A [shift.Maker] does.
type Shifts interface {
	Report(job string, from, to, now time.Time) (*shift.Report, error)
}

// reportForms are the forms of a report besides JSON, by the format of the query.
func reportForms() map[string]reportForm {
	return map[string]reportForm{
		"html":     {"text/html; charset=utf-8", (*shift.Report).HTML},
		"markdown": {"text/markdown; charset=utf-8", (*shift.Report).Markdown},
		"text":     {"text/plain; charset=utf-8", (*shift.Report).Text},
	}
}

type reportForm struct {
	kind  string
	write func(*shift.Report, io.Writer, *message.Printer) error
}

// reportPolicy lets a report have its own style, and nothing else.
const reportPolicy = "sandbox allow-popups allow-modals; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// report answers the report of a shift, in the language of who asks.
func (h *Handler) report(w http.ResponseWriter, r *http.Request) {
	got, err := h.reportOf(r)
	if err != nil {
		fail(w, err)
		return
	}
	form, ok := reportForms()[r.URL.Query().Get("format")]
	if !ok {
		reply(w, http.StatusOK, "application/json", got)
		return
	}
	var b bytes.Buffer
	if err := form.write(got, &b, message.Of(w)); err != nil {
		fail(w, err)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", reportPolicy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", form.kind)
	w.Write(b.Bytes()) //nolint:errcheck // the client is gone
}

func (h *Handler) reportOf(r *http.Request) (*shift.Report, error) {
	if h.opt.Shifts == nil {
		return nil, absentf("there are no reports of shifts here")
	}
	if f := r.URL.Query().Get("format"); f != "" && f != "json" && reportForms()[f].write == nil {
		return nil, badf("format=%q is none of json, html, markdown and text", f)
	}
	from, err := timeOf(r, "from")
	if err != nil {
		return nil, err
	}
	to, err := timeOf(r, "to")
	if err != nil {
		return nil, err
	}
	if !to.IsZero() && !from.Before(to) || from.After(h.opt.Now()) {
		return nil, badf("from must be before to, and not in the future")
	}
	if err := h.isJob(r); err != nil {
		return nil, err
	}
	return h.opt.Shifts.Report(r.PathValue("job"), from, to, h.opt.Now())
}

// ShiftReport returns the report of a job for [from, to), with the defaults of the API for zero times.
func (c *Client) ShiftReport(ctx context.Context, job string, from, to time.Time) (*shift.Report, error) {
	q := url.Values{}
	for name, at := range map[string]time.Time{"from": from, "to": to} {
		if !at.IsZero() {
			q.Set(name, at.Format(time.RFC3339Nano))
		}
	}
	return get[*shift.Report](ctx, c, inJob(job)+"/report", q)
}
