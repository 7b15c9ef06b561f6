package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
	"github.com/ontocrawl/ontocrawl/crawl/watch/shift"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// reportsFile is the name of a file in the folder of the jobs.
const reportsFile = "reports.json"

// reportsFormat is the version of the file.
const reportsFormat = 1

// longestShift bounds a report after a time without a daemon.
const longestShift = 7 * 24 * time.Hour

// reports remembers up to when each job has told its shifts.
type reports struct {
	mu     sync.Mutex
	sent   map[string]time.Time // by job, those that wait for a mail server included
	silent map[string]bool      // jobs of which no report could be made, which was logged
}

// reportsContent stands in the file.
type reportsContent struct {
	Format int                  `json:"format"`
	Told   map[string]time.Time `json:"told"`
}

// report sends the reports of shifts when they are due, until stop is called.
func (d *Daemon) report(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			f, _, _ := d.file()
			d.reportDue(f.Jobs)
			c, stop := d.clock.After(scheduler.Poll)
			select {
			case <-ctx.Done():
			case <-c:
			}
			stop()
		}
	}()
	return func() { cancel(); <-done }
}

// reportDue sends the reports of jobs whose shift has ended.
func (p *parts) reportDue(jobs []*monitor.Job) {
	for _, j := range jobs {
		if len(j.Report.At) == 0 || len(j.Report.To) == 0 {
			continue
		}
		if err := p.reportOf(j); err != nil && p.shifts.fails(j.Name) {
			p.Log.Warn("the report of a shift could not be made; it is tried again", "job", j.Name, "err", err)
		}
	}
}

// fails reports whether it is new that no report of a job can be made.
func (r *reports) fails(job string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.silent == nil {
		r.silent = map[string]bool{}
	}
	was := r.silent[job]
	r.silent[job] = true
	return !was
}

// reportOf sends the report of the last shift of j, unless that was done. A job that is seen first is told of no shift
// before; after a time without a daemon one report tells all.
func (p *parts) reportOf(j *monitor.Job) error {
	now := p.clock.Now()
	from, to := j.Report.Last(now)
	p.shifts.mu.Lock()
	defer p.shifts.mu.Unlock()
	told, err := readReports(p.Jobs.Folder)
	if err != nil {
		return err
	}
	last, known := told[j.Name]
	if !known {
		return p.wroteReport(told, j.Name, to)
	}
	if !to.After(last) || !to.After(p.shifts.sent[j.Name]) {
		return nil
	}
	if last.Before(from) {
		from = last
	}
	if earliest := to.Add(-longestShift); from.Before(earliest) {
		from = earliest
	}
	r, err := ShiftsOf(p.Jobs.Folder, p.store, func(string) (*monitor.Job, error) { return j, nil }).Report(j.Name, from, to, now)
	if err != nil {
		return err
	}
	return p.sendReport(j, r)
}

// sendReport sends r. p.shifts.mu is held.
func (p *parts) sendReport(j *monitor.Job, r *shift.Report) error {
	lang := j.Lang
	if lang == "" {
		lang = p.Lang
	}
	title, text, err := r.Mail(lang)
	if err != nil {
		return err
	}
	delete(p.shifts.silent, j.Name)
	if p.shifts.sent == nil {
		p.shifts.sent = map[string]time.Time{}
	}
	p.shifts.sent[j.Name] = r.To
	p.worker.Report(j.Name, r.To, title, text, j.Report.To, func() {
		p.shifts.mu.Lock()
		defer p.shifts.mu.Unlock()
		told, err := readReports(p.Jobs.Folder)
		if err == nil {
			err = p.wroteReport(told, j.Name, r.To)
		}
		if err != nil {
			p.Log.Warn("it cannot be noted that a report was sent; a restart sends it again", "job", j.Name, "err", err)
		}
	})
	return nil
}

// ShiftsOf makes reports of jobs whose run folders are in a folder of jobs.
func ShiftsOf(folder string, r monitor.Reader, job func(name string) (*monitor.Job, error)) *shift.Maker {
	cache := &eventgraph.Cache{Folder: func(name string) (string, bool) { return scheduler.Dir(folder, name), true }}
	return &shift.Maker{Reader: r, Job: job, Cards: func(name string) (*eventgraph.Cards, error) {
		cards, _, err := cache.Cards(name)
		return cards, err
	}}
}

// readReports returns up to when each job has told its shifts.
func readReports(dir string) (map[string]time.Time, error) {
	name := filepath.Join(dir, reportsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]time.Time{}, nil
	} else if err != nil {
		return nil, err
	}
	var c reportsContent
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, english.Errorf("%s: %w", name, err)
	}
	if c.Format != reportsFormat {
		return nil, english.Errorf("%s has format %d; this program knows %d", name, c.Format, reportsFormat)
	}
	if c.Told == nil {
		c.Told = map[string]time.Time{}
	}
	return c.Told, nil
}

// wroteReport notes that job has told its shifts up to end.
func (p *parts) wroteReport(told map[string]time.Time, job string, end time.Time) error {
	told = maps.Clone(told)
	told[job] = end.UTC()
	text, err := json.MarshalIndent(reportsContent{reportsFormat, told}, "", " ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if err := atomicfile.Write(filepath.Join(p.Jobs.Folder, reportsFile), text, atomicfile.Options{}); err != nil {
		return err
	}
	if keep := p.keeper(reportsFile); keep != nil {
		keep(text)
	}
	return nil
}
