package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

var _ JobsFile = (*ClientJobs)(nil)

// Pause implements [Control]. A daemon takes p.By for who pauses the job from its owner alone.
func (c *Client) Pause(p monitor.Pause) error {
	_, err := ask[JobOf](context.Background(), c, http.MethodPost, inJob(p.Job)+"/pause", pauseOrder{Reason: p.Reason, By: p.By})
	return err
}

// Resume implements [Control].
func (c *Client) Resume(job string) error {
	_, err := ask[JobOf](context.Background(), c, http.MethodPost, inJob(job)+"/resume", struct{}{})
	return err
}

// Stop implements [Control].
func (c *Client) Stop(job string) error {
	_, err := ask[JobOf](context.Background(), c, http.MethodPost, inJob(job)+"/stop", struct{}{})
	return err
}

// TestAlert implements [Control].
func (c *Client) TestAlert(ctx context.Context, job, receiver string, send bool) ([]notify.Tested, error) {
	return ask[[]notify.Tested](ctx, c, http.MethodPost, inJob(job)+"/test-alert", alertOrder{Receiver: receiver, Send: send})
}

// Taught returns how it stands with what the marks of a job teach.
func (c *Client) Taught(ctx context.Context, job string) (teaching.State, error) {
	return get[teaching.State](ctx, c, inJob(job)+"/teach", nil)
}

// Questions returns the pages of a job about which a mark tells most, n at most, 1 to 100.
func (c *Client) Questions(ctx context.Context, job string, n int) ([]teaching.Question, error) {
	return get[[]teaching.Question](ctx, c, inJob(job)+"/questions", url.Values{"limit": {strconv.Itoa(n)}})
}

// Teach orders a study of the marks of a job, in the background; Taught says what came of it.
func (c *Client) Teach(ctx context.Context, job string) (teaching.State, error) {
	return ask[teaching.State](ctx, c, http.MethodPost, inJob(job)+"/teach", struct{}{})
}

// UseTaught lets a job use the model of the last study, by its ID; with "" it uses none any more.
func (c *Client) UseTaught(ctx context.Context, job, model string) (teaching.State, error) {
	return ask[teaching.State](ctx, c, http.MethodPost, inJob(job)+"/taught", taughtOrder{Model: model})
}

// JobsFile returns the file of jobs of the daemon.
func (c *Client) JobsFile() *ClientJobs { return &ClientJobs{c} }

// ClientJobs is the file of jobs of a daemon in another process. Its errors are
// [jobedit.File]'s.
type ClientJobs struct{ c *Client }

// Read implements [JobsFile].
func (j *ClientJobs) Read(ctx context.Context) (s jobedit.State, err error) {
	err = j.ask(ctx, http.MethodGet, "/jobs-file", "", nil, &s)
	return s, err
}

// Check implements [JobsFile].
func (j *ClientJobs) Check(ctx context.Context, text string) (c jobfile.Checked, err error) {
	err = j.ask(ctx, http.MethodPost, "/jobs-file/check", "", &jobsText{Text: text}, &c)
	return c, err
}

// Try implements [JobsFile].
func (j *ClientJobs) Try(ctx context.Context, text, job, rule string) (*trial.Report, error) {
	var c checkedJobs
	err := j.ask(ctx, http.MethodPost, "/jobs-file/check", "", &jobsText{Text: text, Try: &tryRule{job, rule}}, &c)
	return c.Tried, err
}

// Save implements [JobsFile].
func (j *ClientJobs) Save(ctx context.Context, text, version string) (s jobedit.State, err error) {
	err = j.ask(ctx, http.MethodPut, "/jobs-file", version, &jobsText{Text: text}, &s)
	return s, err
}

// ask sends a text, if it is not nil, and reads the answer.
func (j *ClientJobs) ask(ctx context.Context, method, path, version string, text *jobsText, answer any) error {
	var body io.Reader
	if text != nil {
		b, err := json.Marshal(text)
		if err != nil {
			return fmt.Errorf("api: %w", err)
		}
		body = bytes.NewReader(b)
	}
	req, err := j.c.request(ctx, method, path, body)
	if err != nil {
		return err
	}
	if text != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if version != "" {
		req.Header.Set("If-Match", entityTag(version))
	}
	resp, err := j.c.http.Do(req)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	defer resp.Body.Close()
	d := json.NewDecoder(io.LimitReader(resp.Body, maxAnswerBytes))
	if resp.StatusCode >= 300 {
		return refusedSave(resp.StatusCode, d)
	}
	if err := d.Decode(answer); err != nil {
		return english.Errorf("api: the answer to %s %s: %w", method, path, err)
	}
	return nil
}
