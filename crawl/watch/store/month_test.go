package store

import (
	"fmt"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// A month of 200 jobs every ten minutes, each run with an event, a story or an
// addition to one, and every tenth with a notification: 864,000 runs.
const (
	monthJobs = 200
	monthRuns = 30 * 24 * 6
)

// month fills a folder, all jobs of one time in one transaction: the writing is not
// what is measured. ONTOCRAWL_MONTH names the folder, which is kept from one
// measurement to the next.
func month(b *testing.B) string {
	dir := os.Getenv("ONTOCRAWL_MONTH")
	if dir == "" {
		b.Skip("set ONTOCRAWL_MONTH to a folder for the month's store (filling it takes some minutes, once)")
	}
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	l, err := Open(dir, slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	begin := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for i := range monthRuns {
		due := begin.Add(time.Duration(i) * 10 * time.Minute)
		err := l.write(0, func(w *writer) error {
			for j := range monthJobs {
				if err := oneRun(w, fmt.Sprintf("job-%03d", j), i+1, due); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	return dir
}

func oneRun(w *writer, job string, n int, due time.Time) error {
	r, err := w.claim(job, due, monitor.Scheduled, due.Add(time.Second))
	if err != nil {
		return err
	}
	f := monitor.Event{
		Job: job, Run: n, Seq: n, Kind: monitor.New, URL: fmt.Sprintf("https://news.example/2026/07/%d.html", n), Host: "news.example", Title: "台风红色预警 Typhoon red warning",
		Lang: "zh", Relevance: 0.7, Relevant: true, Captured: due.Add(time.Minute), Published: crawl.Instant(due), PublishedBy: "meta article:published_time", Story: fmt.Sprint("s", n/3),
	}
	for c := range 5 {
		f.Concepts = append(f.Concepts, monitor.Concept{IRI: fmt.Sprintf("https://ontocrawl.github.io/typhoon#C%d", (n+c*7)%60), Name: "red warning", Label: "红色预警", Place: "title", Count: 2, Share: 0.14})
	}
	s := monitor.Story{ID: f.Story, Job: job, Title: f.Title, URL: f.URL, First: due, Last: f.Captured, Concepts: f.Concepts, Pages: []string{f.URL}, Run: n}
	batch := monitor.Batch{Job: job, Seq: n, Run: r, Events: []monitor.Event{f}, Stories: []monitor.Story{s}}
	if n%10 == 0 {
		batch.Notifications = []monitor.Notification{{ID: fmt.Sprint(job, n), Job: job, Rule: "red", Receiver: "hook", Story: s.ID, Created: due, Due: due, Sent: due, Event: f, Title: f.Title}}
	}
	if err := w.add(&batch); err != nil {
		return err
	}
	r.Ended, r.Outcome = due.Add(2*time.Minute), monitor.Done
	return w.end(r)
}

// BenchmarkMonth opens a store of a month and reads what a first page shows: the
// newest runs, stories and notifications of all jobs, and the mentions of one job.
func BenchmarkMonth(b *testing.B) {
	dir := month(b)
	end := time.Date(2026, 7, 31, 0, 0, 0, 0, time.UTC)
	for b.Loop() {
		t := time.Now()
		l, err := Open(dir, slog.New(slog.DiscardHandler))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(time.Since(t).Seconds(), "s-open")
		step := func(name string, f func() (int, error)) {
			t := time.Now()
			if n, err := f(); err != nil || n == 0 {
				b.Fatal(name, n, err)
			}
			b.ReportMetric(time.Since(t).Seconds(), "s-"+name)
		}
		step("runs", func() (int, error) { r, err := l.Runs("", time.Time{}, 200); return len(r), err })
		step("runs-of-one", func() (int, error) { r, err := l.Runs("job-007", time.Time{}, 200); return len(r), err })
		step("stories", func() (int, error) { r, err := l.Stories("", time.Time{}, 50); return len(r), err })
		step("notifications", func() (int, error) { r, err := l.Notifications("", time.Time{}, 50, false); return len(r), err })
		step("mentions-month", func() (int, error) { m, err := l.Mentions("job-007", end.AddDate(0, 0, -30), end); return len(m), err })
		step("mentions-day-of-all", func() (int, error) { m, err := l.Mentions("", end.AddDate(0, 0, -1), end); return len(m), err })
		if err := l.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRun measures the cost of one run for the store: claimed, one batch, ended.
func BenchmarkRun(b *testing.B) {
	l, err := Open(b.TempDir(), slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	due := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	for i := 1; b.Loop(); i++ {
		due = due.Add(time.Minute)
		r, err := l.Claim("job", due, monitor.Scheduled, due)
		if err != nil {
			b.Fatal(err)
		}
		if err := l.Add(monitor.Batch{Job: "job", Seq: i, Run: r, Events: []monitor.Event{{Job: "job", Run: i, Seq: i, Kind: monitor.New, Captured: due}}}); err != nil {
			b.Fatal(err)
		}
		if err := l.End(r); err != nil {
			b.Fatal(err)
		}
	}
}
