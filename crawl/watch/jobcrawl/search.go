package jobcrawl

import (
	"net/url"
	"path/filepath"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/polite"
	"github.com/ontocrawl/ontocrawl/crawl/find/seed"
	"github.com/ontocrawl/ontocrawl/crawl/session"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// askedDir is the folder of all jobs, which holds the run folder dir as jobs/NAME.
func askedDir(dir string) string { return filepath.Dir(filepath.Dir(dir)) }

// searching lets the run ask search sources as its job says.
func (r *run) searching(spec *session.Spec) {
	s := &r.a.Job.Search
	spec.Refused = refusedOf(r.a.Decided)
	if !s.On() {
		spec.Search = session.Search{}
		return
	}
	spec.Search.Since, spec.Search.Steady, spec.Search.Budget = s.Fresh, true, r.questions
	spec.Search.Round = round(r.a.Run.Started, s.Every)
}

// round numbers the spans of time within which a question is asked once. It counts from 1970,
// so it is the same for a run that is resumed.
func round(at time.Time, every time.Duration) int {
	if every < time.Second {
		return 0
	}
	return int(max(at.Unix(), 0) / int64(every/time.Second))
}

// questions is how many questions the crawl may have asked when the run ends: those that were
// asked before, and what is left of the run's and the day's. A question that was in flight when
// the process died is in no journal; it counts in the quota of its source only.
func (r *run) questions(j crawl.Journal) (int, error) {
	s, all, today, mine := &r.a.Job.Search, 0, 0, 0
	day := time.Now().UTC().Format(time.DateOnly)
	err := j.Visits(func(v *crawl.Visit) error {
		if !v.Choice.Asks() {
			return nil
		}
		all++
		if v.FetchedAt.UTC().Format(time.DateOnly) == day {
			today++
		}
		if r.a.Run.FirstSeq > 0 && v.Seq >= r.a.Run.FirstSeq || r.a.Run.Resumed > 0 && !v.FetchedAt.Before(r.a.Run.Started) {
			mine++
		}
		return nil
	})
	left := s.Queries - mine
	if s.PerDay > 0 {
		left = min(left, s.PerDay-today)
	}
	return all + max(left, 0), err
}

// refusedOf reports the hosts of refused sites; nil if there are none.
func refusedOf(decided []monitor.NewSource) func(host string) bool {
	sites := map[string]bool{}
	for i := range decided {
		if decided[i].State == monitor.Refused {
			sites[decided[i].Site] = true
		}
	}
	if len(sites) == 0 {
		return nil
	}
	return func(host string) bool { return sites[polite.Site(host)] }
}

// acceptedSeeds adds to seeds the addresses that people added, and the front pages and best pages of accepted sites.
func acceptedSeeds(decided []monitor.NewSource, seeds []crawl.Link) []crawl.Link {
	have := make(map[string]bool, len(seeds))
	for i := range seeds {
		have[seeds[i].URL] = true
	}
	put := func(page string, kind crawl.LinkKind) {
		l, err := seed.Link(page)
		if err == nil && !have[l.URL] {
			l.Kind, have[l.URL] = kind, true
			seeds = append(seeds, l)
		}
	}
	add := func(page string) { put(page, crawl.LinkPage) }
	for i := range decided {
		s := &decided[i]
		if s.State != monitor.Accepted {
			continue
		}
		for _, a := range s.Added {
			kind := crawl.LinkPage
			if a.Feed {
				kind = crawl.LinkFeed
			}
			put(a.URL, kind)
		}
		if len(s.Pages)+len(s.Added) == 0 { // accepted before a page was found
			add("https://" + s.Site + "/")
		}
		for _, p := range s.Pages {
			if u, err := url.Parse(p.URL); err == nil {
				add(u.Scheme + "://" + u.Host + "/")
			}
		}
		for _, p := range s.Pages {
			add(p.URL)
		}
	}
	return seeds
}
