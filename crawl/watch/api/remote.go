package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/finds"
	"github.com/ontocrawl/ontocrawl/crawl/watch/reading"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// ClientOptions say how [Dial] asks.
type ClientOptions struct {
	Token string       // sent as Authorization: Bearer; "": none
	HTTP  *http.Client // nil: one that gives up after 30 seconds
}

// Dial returns a Client of the API of ontocrawl watch or serve at an address such as
// https://monitor.example/. Nothing is asked yet. A token goes over https, or to this
// machine; else anybody on the way could read it.
func Dial(base string, opt ClientOptions) (*Client, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" {
		return nil, english.Errorf("api: %q is no address of a daemon, such as https://monitor.example/", base)
	}
	if opt.Token != "" && u.Scheme != "https" && !loopback(u.Hostname()) {
		return nil, english.Errorf("api: a token is sent to %s by https only", u.Host)
	}
	c := &Client{base: strings.TrimSuffix(u.String(), "/"), token: opt.Token, http: http.Client{Timeout: askTimeout}}
	if opt.HTTP != nil {
		c.http = *opt.HTTP
	}
	return c, nil
}

// loopback reports whether a host is this machine.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Me returns who the daemon takes the caller for.
func (c *Client) Me(ctx context.Context) (Me, error) { return get[Me](ctx, c, "/me", nil) }

// Find returns a page of the list of finds; [finds.Page].Next leads to the one behind it.
func (c *Client) Find(ctx context.Context, q finds.Query) (finds.Page, error) {
	return get[finds.Page](ctx, c, inJob(q.Job)+"/finds", findsValues(q))
}

// findsValues is q as findsQuery reads it.
func findsValues(q finds.Query) url.Values {
	v := url.Values{}
	set := func(name, value string) {
		if value != "" {
			v.Set(name, value)
		}
	}
	kinds := make([]string, len(q.Kinds))
	for i, k := range q.Kinds {
		kinds[i] = string(k)
	}
	set("kind", strings.Join(kinds, ","))
	set("host", q.Host)
	set("lang", q.Lang)
	set("concept", q.Concept)
	set("verdict", string(q.Verdict))
	set("order", string(q.Order))
	set("after", q.After)
	if q.Read != nil {
		v.Set("read", fmt.Sprint(*q.Read))
	}
	if !q.From.IsZero() {
		v.Set("from", q.From.Format(time.RFC3339Nano))
	}
	if !q.To.IsZero() {
		v.Set("to", q.To.Format(time.RFC3339Nano))
	}
	if q.Limit > 0 {
		v.Set("limit", fmt.Sprint(q.Limit))
	}
	return v
}

// Document returns a captured page of a job; version 0 is the last one.
func (c *Client) Document(ctx context.Context, job, page string, version int) (*reading.Document, error) {
	q := url.Values{"url": {page}}
	if version > 0 {
		q.Set("version", fmt.Sprint(version))
	}
	return get[*reading.Document](ctx, c, inJob(job)+"/document", q)
}

// Difference returns what changed between two versions of a page.
func (c *Client) Difference(ctx context.Context, job, page string, from, to int) (*reading.Difference, error) {
	return get[*reading.Difference](ctx, c, inJob(job)+"/diff", url.Values{"url": {page}, "from": {fmt.Sprint(from)}, "to": {fmt.Sprint(to)}})
}

// Mark says something of pages of a job: all of it is kept, or none. It returns the counts
// after it.
func (c *Client) Mark(ctx context.Context, job string, list ...MarkOrder) (finds.Counts, error) {
	return ask[finds.Counts](ctx, c, http.MethodPut, inJob(job)+"/marks", marksOrder{list})
}

// EventsTold returns the events that the pages of a job tell of, and EventTold the card of
// one by its id.
func (c *Client) EventsTold(ctx context.Context, job string) (ToldEvents, error) {
	return get[ToldEvents](ctx, c, inJob(job)+"/events", nil)
}

// EventTold is described at EventsTold.
func (c *Client) EventTold(ctx context.Context, job, id string) (*eventgraph.Card, error) {
	return get[*eventgraph.Card](ctx, c, inJob(job)+"/events/"+url.PathEscape(id), nil)
}

// ReadEvents orders that the events of a job are brought up to date, in the background.
func (c *Client) ReadEvents(ctx context.Context, job string) (ToldEvents, error) {
	return ask[ToldEvents](ctx, c, http.MethodPost, inJob(job)+"/events", struct{}{})
}

// DecideEvent keeps what a person decided about an event of a job, or about a fact of it.
func (c *Client) DecideEvent(ctx context.Context, job, event string, o DecisionOrder) (ToldEvents, error) {
	return ask[ToldEvents](ctx, c, http.MethodPost, inJob(job)+"/events/"+url.PathEscape(event), o)
}

// SearchPages searches the captured pages of a job, or of all if job is "".
func (c *Client) SearchPages(ctx context.Context, words, job string, most int) ([]Hit, error) {
	q := url.Values{"q": {words}, "limit": {fmt.Sprint(min(max(most, 1), 200))}}
	if job != "" {
		q.Set("job", job)
	}
	return get[[]Hit](ctx, c, "/search", q)
}

// Index returns the state of the index of the search, and BuildIndex orders that it is made
// anew, in the background.
func (c *Client) Index(ctx context.Context) (Index, error) { return get[Index](ctx, c, "/index", nil) }

// BuildIndex is described at Index.
func (c *Client) BuildIndex(ctx context.Context) (Index, error) {
	return ask[Index](ctx, c, http.MethodPost, "/index", struct{}{})
}

// Ask asks a question in SPARQL about the run of a job ("" if there is one only) and
// returns the answer in the form that accept names, a media type ("": JSON, or Turtle for
// CONSTRUCT).
func (c *Client) Ask(ctx context.Context, job, question, accept string) ([]byte, error) {
	path := "/sparql"
	if job != "" {
		path += "?" + url.Values{"job": {job}}.Encode()
	}
	req, err := c.request(ctx, http.MethodPost, path, strings.NewReader(question))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/sparql-query")
	if accept != "" {
		req.Header.Set("Accept", accept)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	defer resp.Body.Close()
	body := io.LimitReader(resp.Body, maxAnswerBytes)
	if resp.StatusCode >= 300 {
		return nil, refusal(resp.StatusCode, json.NewDecoder(body))
	}
	return io.ReadAll(body)
}

// Change is an event of the stream of [Client.Changes].
type Change struct {
	Kind string          // daemon, finds or live
	Data json.RawMessage // Daemon, finds.Counts or Live
}

// Changes calls f with what changes, until ctx is done, f returns an error, or the daemon
// ends the stream (io.EOF): then ask again. job, if not "", adds the numbers of its crawl.
func (c *Client) Changes(ctx context.Context, job string, f func(Change) error) error {
	path := "/events"
	if job != "" {
		path += "?" + url.Values{"job": {job}}.Encode()
	}
	req, err := c.request(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	endless := c.http
	endless.Timeout = 0
	resp, err := endless.Do(req)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return refusal(resp.StatusCode, json.NewDecoder(resp.Body))
	}
	return readChanges(resp.Body, f)
}

// readChanges reads server-sent events as this API writes them: one line of data each.
func readChanges(r io.Reader, f func(Change) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxChange)
	var now Change
	for lines.Scan() {
		line := lines.Bytes()
		if kind, ok := bytes.CutPrefix(line, []byte("event: ")); ok {
			now.Kind = string(kind)
		}
		if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
			now.Data = bytes.Clone(data)
		}
		if len(line) > 0 || now.Data == nil {
			continue
		}
		if err := f(now); err != nil {
			return err
		}
		now = Change{}
	}
	return errors.Join(lines.Err(), io.EOF)
}

// maxChange bounds one event of the stream.
const maxChange = 16 << 20
