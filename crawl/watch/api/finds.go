package api

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/judge/marks"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// Finds lists what crawls have found, and keeps what people say of it. Its methods are
// called concurrently. crawl/watch/finds.List is one.
type Finds interface {
	Find(finds.Query) (finds.Page, error)
	Counts(job string) (finds.Counts, error)
	Mark(ctx context.Context, job string, list ...marks.Mark) error
	Marks(job string) (map[string]marks.State, error)
}

var errNoFinds = absentf("there are no finds here; the run folders are elsewhere")

func (h *Handler) finds(r *http.Request) (finds.Page, error) {
	if h.opt.Finds == nil {
		return finds.Page{}, errNoFinds
	}
	q, err := findsQuery(r)
	if err != nil {
		return finds.Page{}, err
	}
	p, err := h.opt.Finds.Find(q)
	if errors.Is(err, finds.ErrCursor) {
		err = badRequest{err}
	}
	return p, err
}

// findsQuery reads which finds are wanted.
func findsQuery(r *http.Request) (q finds.Query, err error) {
	v := r.URL.Query()
	q = finds.Query{
		Job: r.PathValue("job"), Host: strings.ToLower(v.Get("host")), Lang: v.Get("lang"), Concept: v.Get("concept"),
		Verdict: marks.Verdict(v.Get("verdict")), Order: finds.Order(v.Get("order")), After: v.Get("after"),
	}
	for _, k := range v["kind"] {
		for k := range strings.SplitSeq(k, ",") {
			if !slices.Contains(finds.Kinds(), monitor.Kind(k)) {
				return q, badf("kind=%q is none of %v", k, finds.Kinds())
			}
			q.Kinds = append(q.Kinds, monitor.Kind(k))
		}
	}
	if v.Has("verdict") && !slices.Contains(marks.Verdicts(), q.Verdict) {
		return q, badf("verdict=%q is none of %v", q.Verdict, marks.Verdicts())
	}
	if v.Has("order") && q.Order != finds.Newest && q.Order != finds.MostRelevant {
		return q, badf("order=%q is neither %s nor %s", q.Order, finds.Newest, finds.MostRelevant)
	}
	if s := v.Get("read"); v.Has("read") {
		read, err := strconv.ParseBool(s)
		if err != nil {
			return q, badf("read=%q is neither true nor false", s)
		}
		q.Read = &read
	}
	if q.From, err = timeOf(r, "from"); err != nil {
		return q, err
	}
	if q.To, err = timeOf(r, "to"); err != nil {
		return q, err
	}
	q.Limit, err = numberOf(r, "limit", finds.DefaultLimit, finds.MaxLimit)
	return q, err
}

// marksOrder says something of pages: all of it is kept, or none.
type marksOrder struct {
	Marks []MarkOrder `json:"marks"`
}

// MarkOrder says something of a page. What it leaves out stays as it was.
type MarkOrder struct {
	URL     string        `json:"url"`
	Verdict marks.Verdict `json:"verdict,omitempty"` // right, wrong, unsure, or none to take one back
	Read    *bool         `json:"read,omitempty"`
	Note    *string       `json:"note,omitempty"` // "" deletes it
}

// maxMarks is how many pages one order marks.
const maxMarks = 200

func (h *Handler) mark(r *http.Request) (any, string, error) {
	if h.opt.Finds == nil {
		return nil, "", errNoFinds
	}
	o, err := read[marksOrder](r)
	if err != nil {
		return nil, "", err
	}
	if len(o.Marks) == 0 || len(o.Marks) > maxMarks {
		return nil, "", badf("%d pages are marked; it must be 1 to %d", len(o.Marks), maxMarks)
	}
	who, now := h.opt.Who(r).Name, h.opt.Now()
	list := make([]marks.Mark, len(o.Marks))
	for i, m := range o.Marks {
		if m.Verdict == "" && m.Read == nil && m.Note == nil {
			return nil, "", badf("the mark of %.200q says nothing: give verdict, read or note", m.URL)
		}
		list[i] = marks.Mark{URL: m.URL, Verdict: m.Verdict, Read: m.Read, Note: m.Note, By: who, At: now}
	}
	job := r.PathValue("job")
	err = h.opt.Finds.Mark(r.Context(), job, list...)
	var wrong *marks.MarkError
	if errors.As(err, &wrong) {
		err = badRequest{err}
	}
	if err != nil {
		return nil, "", err
	}
	counts, err := h.opt.Finds.Counts(job)
	return counts, markDetail(o.Marks), err
}

// markDetail says in the audit log what was marked.
func markDetail(list []MarkOrder) string {
	m := list[0]
	var said []string
	if m.Verdict != "" {
		said = append(said, string(m.Verdict))
	}
	if m.Read != nil {
		said = append(said, map[bool]string{true: "read", false: "unread"}[*m.Read])
	}
	if m.Note != nil {
		said = append(said, "a note")
	}
	detail := strings.Join(said, ", ") + " " + m.URL
	if len(list) > 1 {
		detail += fmt.Sprintf(" and %d more", len(list)-1)
	}
	return detail
}

// marks answers what people said of the pages of a job, sorted by address: as JSON lines or,
// with format=csv, as a table.
func (h *Handler) marks(w http.ResponseWriter, r *http.Request) {
	format := r.URL.Query().Get("format")
	if h.opt.Finds == nil {
		fail(w, errNoFinds)
		return
	}
	if r.URL.Query().Has("format") && format != "jsonl" && format != "csv" {
		fail(w, badf("format=%q is neither jsonl nor csv", format))
		return
	}
	all, err := h.opt.Finds.Marks(r.PathValue("job"))
	if err != nil {
		fail(w, err)
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	if format == "csv" {
		header.Set("Content-Type", "text/csv; charset=utf-8")
		header.Set("Content-Disposition", `attachment; filename="marks.csv"`)
		writeTable(w, all)
		return
	}
	header.Set("Content-Type", "application/x-ndjson")
	header.Set("Content-Disposition", `attachment; filename="marks.jsonl"`)
	for _, url := range marks.Keys(all) {
		b, err := json.Marshal(all[url])
		if err != nil {
			continue // texts and times are always written
		}
		if _, err := w.Write(append(rundir.Escape(b), '\n')); err != nil {
			return
		}
	}
}

func writeTable(w http.ResponseWriter, all map[string]marks.State) {
	table := csv.NewWriter(w)
	defer table.Flush()
	table.Write([]string{"url", "verdict", "read", "note", "by", "at"}) //nolint:errcheck // Flush is the end
	for _, url := range marks.Keys(all) {
		m := all[url]
		row := []string{cell(m.URL), string(m.Verdict), strconv.FormatBool(m.Read), cell(m.Note), cell(m.By), m.At.UTC().Format(time.RFC3339)}
		if table.Write(row) != nil {
			return // the client is gone
		}
	}
}

// cell is a text that no spreadsheet takes for a formula.
func cell(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}
