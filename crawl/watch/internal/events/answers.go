package events

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// seedsOf returns the canonical URLs of the seeds, feeds and sitemaps of a job.
func seedsOf(job *monitor.Job) map[string]bool {
	seeds := map[string]bool{}
	for _, urls := range [][]string{job.Seeds, job.Feeds, job.Sitemaps} {
		for _, url := range urls {
			if canonical, err := urlkey.Canonical(url); err == nil {
				seeds[canonical] = true
			}
		}
	}
	return seeds
}

// countAnswer counts who was asked and who answered, by which a job that brings nothing is
// told from one that has no news.
func (c *Collector) countAnswer(v *crawl.Visit) {
	if v.Rejudged {
		return
	}
	r := &c.run
	if v.Choice.Asks() {
		if v.Failure.Kind == crawl.FailQuota {
			name, _, _ := strings.Cut(strings.TrimPrefix(v.Choice.URL, crawl.SearchScheme), "?")
			if at, known := slices.BinarySearch(r.Quota, name); !known {
				r.Quota = slices.Insert(slices.Clone(r.Quota), at, name)
			}
		}
		return
	}
	if c.seeds[v.Choice.URL] {
		if r.Seeds++; !v.Failed() {
			r.SeedsAnswered++
		}
	}
	if v.Choice.Query != "" || v.Source() {
		return
	}
	if r.Asked++; !v.Failed() {
		r.Answered++
	}
}
