package daemon

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"

	"github.com/ontocrawl/ontocrawl/crawl/fetch"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
)

// Pause implements [api.Control].
func (d *Daemon) Pause(p monitor.Pause) error {
	if err := d.order(); err != nil {
		return err
	}
	if _, err := d.job(p.Job); err != nil {
		return err
	}
	p, err := d.paused.Load().Pause(p)
	if err != nil {
		return err
	}
	d.loop().Pause(p)
	return nil
}

// Resume implements [api.Control].
func (d *Daemon) Resume(job string) error {
	if err := d.order(); err != nil {
		return err
	}
	j, err := d.job(job)
	if err != nil {
		return err
	}
	was, err := d.paused.Load().Resume(job)
	if err != nil {
		return err
	}
	d.loop().Resume(job)
	return resumed(j, was)
}

// Stop implements [api.Control].
func (d *Daemon) Stop(job string) error {
	if err := d.order(); err != nil {
		return err
	}
	err := d.loop().Stop(job)
	if errors.Is(err, scheduler.ErrIdle) {
		if _, e := d.job(job); e != nil {
			return e
		}
		return &api.OrderError{Err: err}
	}
	return err
}

// mayFetch refuses addresses that are not public, unless the file of jobs permits them. The fetcher refuses names of
// such addresses when it has resolved them.
func mayFetch(j *monitor.Job, all []monitor.Address) error {
	if private, ok := j.Settings["allow-private"].(bool); ok && private {
		return nil
	}
	for _, a := range all {
		if u, err := url.Parse(a.URL); err != nil || !fetch.PublicHost(u.Hostname()) {
			return &api.OrderError{Err: english.Errorf("%s is no public address, and job %s may fetch no other", redact.Text(a.URL), j.Name)}
		}
	}
	return nil
}

// TestAlert implements [api.Control].
func (d *Daemon) TestAlert(ctx context.Context, job, receiver string, send bool) ([]notify.Tested, error) {
	j, err := d.job(job)
	if err != nil {
		return nil, err
	}
	receivers := notify.ReceiversOf(j)
	if receiver != "" {
		f, _, _ := d.file()
		i := slices.IndexFunc(f.Receivers, func(r monitor.Receiver) bool { return r.Name == receiver })
		if i < 0 {
			return nil, fmt.Errorf("%w: receiver %q", monitor.ErrNotFound, receiver)
		}
		receivers = f.Receivers[i : i+1]
	}
	if len(receivers) == 0 {
		return nil, &api.OrderError{Err: english.Errorf("job %s names no receiver in alerts", job)}
	}
	return d.worker.Tester().Test(ctx, job, receivers, !send), nil
}
