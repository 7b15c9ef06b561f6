package status

import (
	"cmp"
	"fmt"
	"net/url"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// lateAfter is how late a job may be before it is reported: a run may wait for another.
const lateAfter = time.Minute

// stateOf returns the state of a job, and its reason if a person should know. States
// that need a person come first.
func stateOf(s scheduler.Status, full bool, now time.Time) (api.State, string) {
	switch {
	case s.LastError != "":
		return api.Broken, s.LastError
	case full:
		return api.Held, "the disk is nearly full; nothing is fetched until there is room"
	case s.Running:
		return api.Working, ""
	case s.Job.Paused, s.Pause != nil:
		return api.Paused, ""
	case s.Last.Outcome == monitor.Failed:
		return api.Failing, cmp.Or(s.Last.Error, "its last run failed")
	case s.Late && now.Sub(s.Next) > lateAfter:
		return api.Late, fmt.Sprintf("it was due at %s", s.Next.UTC().Format(time.RFC3339)) // not translated: an answer of the API
	}
	return api.Waiting, ""
}

// topicOf returns what a job crawls for, as its file says.
func topicOf(j *monitor.Job) string {
	for _, name := range [...]string{"topic", "keywords", "ontology", "topics"} {
		if v, ok := j.Settings[name]; ok && fmt.Sprint(v) != "" {
			return fmt.Sprint(v)
		}
	}
	return j.Name
}

// tally counts the runs that started after since.
func tally(runs []monitor.Run, since time.Time) (t api.Tally) {
	for _, r := range runs {
		if r.Outcome == monitor.Skipped || r.Started.Before(since) {
			continue
		}
		t.Runs++
		t.New += r.New
		t.Changed += r.Changed
		t.Gone += r.Gone
		t.Gained += r.Gained
		t.Lost += r.Lost
		t.Stories += r.Stories
		if r.Outcome == monitor.Failed {
			t.Failed++
		}
	}
	return t
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
