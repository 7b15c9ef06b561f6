package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Client asks a daemon in another process. [DialUnix] and [Dial] make one.
type Client struct {
	base  string
	token string // "": none
	http  http.Client
}

var (
	_ Source  = (*Client)(nil)
	_ Control = (*Client)(nil)
)

const (
	askTimeout     = 30 * time.Second
	maxAnswerBytes = 256 << 20
)

// DialUnix returns a Client of the daemon on the unix socket path. If no daemon answers,
// each question returns an error.
func DialUnix(path string) *Client {
	d := &net.Dialer{Timeout: time.Second}
	return &Client{base: "http://daemon", http: http.Client{Timeout: askTimeout, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return d.DialContext(ctx, "unix", path) },
	}}}
}

// Close releases the connections of c.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Alive reports whether a daemon answers.
func (c *Client) Alive() bool {
	_, err := c.Daemon(context.Background())
	return err == nil
}

// Daemon returns the state of all jobs.
func (c *Client) Daemon(ctx context.Context) (Daemon, error) {
	return get[Daemon](ctx, c, "/daemon", nil)
}

// Live implements [Source].
func (c *Client) Live(ctx context.Context, job string) (Live, error) {
	return get[Live](ctx, c, inJob(job)+"/live", nil)
}

// Graph implements [Source].
func (c *Client) Graph(ctx context.Context, job string) (Graph, error) {
	g, err := get[Graph](ctx, c, inJob(job)+"/graph", nil)
	for i := range g.Concepts {
		g.Concepts[i].Count = 0 // of the last day, which was not asked for
	}
	return g, err
}

// Runs implements [monitor.Reader].
func (c *Client) Runs(job string, before time.Time, n int) ([]monitor.Run, error) {
	return pages(c, inJob(job)+"/runs", before, n, nil, func(r *monitor.Run) time.Time { return r.Due })
}

// Run implements [monitor.Reader].
func (c *Client) Run(job string, number int) (monitor.Run, error) {
	v, err := c.runEvents(job, number)
	return v.Run, err
}

// Events implements [monitor.Reader].
func (c *Client) Events(job string, run int) ([]monitor.Event, error) {
	v, err := c.runEvents(job, run)
	return v.Events, err
}

func (c *Client) runEvents(job string, number int) (runEvents, error) {
	return get[runEvents](context.Background(), c, inJob(job)+"/runs/"+strconv.Itoa(number), nil)
}

// Stories implements [monitor.Reader].
func (c *Client) Stories(job string, before time.Time, n int) ([]monitor.Story, error) {
	return pages(c, inJob(job)+"/stories", before, n, nil, func(s *monitor.Story) time.Time { return s.Last })
}

// Notifications implements [monitor.Reader].
func (c *Client) Notifications(job string, before time.Time, n int, waiting bool) ([]monitor.Notification, error) {
	q := url.Values{}
	if waiting {
		q.Set("waiting", "true")
	}
	return pages(c, inJob(job)+"/notifications", before, n, q, func(l *monitor.Notification) time.Time { return l.Created })
}

// Transitions implements [monitor.Reader]: the last thousand at most.
func (c *Client) Transitions(job string, n int) ([]monitor.Transition, error) {
	return get[[]monitor.Transition](context.Background(), c, inJob(job)+"/transitions", url.Values{"limit": {strconv.Itoa(min(max(n, 1), maxPage))}})
}

// mentions implements [monitor.Reader].
func (c *Client) Mentions(job string, from, to time.Time) (map[string][]int, error) {
	q := url.Values{"from": {from.Format(time.RFC3339Nano)}, "to": {to.Format(time.RFC3339Nano)}}
	return get[map[string][]int](context.Background(), c, inJob(job)+"/counts", q)
}

// Sources implements [monitor.Reader].
func (c *Client) Sources(job string, state monitor.SourceState) ([]monitor.NewSource, error) {
	q := url.Values{}
	if state != "" {
		q.Set("state", string(state))
	}
	return get[[]monitor.NewSource](context.Background(), c, inJob(job)+"/sources", q)
}

// Decide implements [Control]. The daemon itself knows who asks.
func (c *Client) Decide(d monitor.Decision) error {
	o := sourceOrder{Site: d.Site, State: d.State, Reason: d.Reason}
	_, err := ask[[]monitor.NewSource](context.Background(), c, http.MethodPost, inJob(d.Job)+"/sources", o)
	return err
}

// AddSources adds the addresses of a text as sources of a job.
func (c *Client) AddSources(job, text, reason string) (Added, error) {
	return ask[Added](context.Background(), c, http.MethodPost, inJob(job)+"/sources/added", addOrder{Text: text, Reason: reason})
}

// RunNow implements [Control].
func (c *Client) RunNow(job string) (time.Time, error) {
	v, err := ask[ordered](context.Background(), c, http.MethodPost, inJob(job)+"/runs", struct{}{})
	return v.Due, err
}

// SetPhase implements [Control].
func (c *Client) SetPhase(job string, p monitor.Phase, d time.Duration, reason string) error {
	o := phaseOrder{Phase: p.String(), For: d.String(), Reason: reason}
	_, err := ask[[]monitor.Transition](context.Background(), c, http.MethodPost, inJob(job)+"/phase", o)
	return err
}

// inJob returns the path of a job's resources, or of all if job is "".
func inJob(job string) string {
	if job == "" {
		return ""
	}
	return "/jobs/" + url.PathEscape(job)
}

// pages reads n entries of a list and those with the time of the n-th. The daemon limits
// each answer, so it may ask several times. at returns the time of an entry.
func pages[T any](c *Client, path string, before time.Time, n int, q url.Values, at func(*T) time.Time) (all []T, err error) {
	if q == nil {
		q = url.Values{}
	}
	for len(all) < n {
		if !before.IsZero() {
			q.Set("before", before.Format(time.RFC3339Nano))
		}
		limit := min(n-len(all), maxPage)
		q.Set("limit", strconv.Itoa(limit))
		more, err := get[[]T](context.Background(), c, path, q)
		all = append(all, more...)
		if err != nil || len(more) < limit {
			return all, err
		}
		before = at(&more[len(more)-1])
	}
	return all, nil
}

func get[T any](ctx context.Context, c *Client, path string, q url.Values) (T, error) {
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return ask[T](ctx, c, http.MethodGet, path, nil)
}

func ask[T any](ctx context.Context, c *Client, method, path string, order any) (v T, err error) {
	var body io.Reader
	if order != nil {
		b, err := json.Marshal(order)
		if err != nil {
			return v, fmt.Errorf("api: %w", err)
		}
		body = bytes.NewReader(b)
	}
	req, err := c.request(ctx, method, path, body)
	if err != nil {
		return v, err
	}
	if order != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return v, fmt.Errorf("api: %w", err)
	}
	defer resp.Body.Close()
	d := json.NewDecoder(io.LimitReader(resp.Body, maxAnswerBytes))
	if resp.StatusCode >= 300 {
		return v, refusal(resp.StatusCode, d)
	}
	if err := d.Decode(&v); err != nil {
		return v, english.Errorf("api: the answer to %s %s: %w", method, path, err)
	}
	return v, nil
}

// request is a request of the API, with who asks.
func (c *Client) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.base+Prefix+path, body)
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	return req, nil
}

// refused is an error that the daemon answered.
type refused struct {
	detail string
	kind   error
}

func (r *refused) Error() string { return r.detail }
func (r *refused) Unwrap() error { return r.kind }

func refusal(status int, d *json.Decoder) error {
	p := problem{Detail: http.StatusText(status)}
	if err := d.Decode(&p); err != nil {
		return english.Errorf("api: the daemon answered %d", status)
	}
	return refusedAs(status, p)
}

func refusedAs(status int, p problem) error {
	r := &refused{detail: p.Detail, kind: errors.New(p.Title)}
	switch status {
	case http.StatusNotFound:
		r.kind = monitor.ErrNotFound
	case http.StatusConflict:
		r.kind = monitor.ErrClaimed
	case http.StatusPreconditionFailed:
		r.kind = atomicfile.ErrChanged
	}
	return r
}
