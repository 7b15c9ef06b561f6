package jobcrawl

import (
	"strings"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// journal is visits, one after the other.
type journal []crawl.Visit

func (j journal) Committed() int { return len(j) }
func (j journal) Visits(yield func(*crawl.Visit) error) error {
	for i := range j {
		if err := yield(&j[i]); err != nil {
			return err
		}
	}
	return nil
}

// TestQuestions: a run may ask what is left of its own budget and of the day's, also when it is
// resumed; what runs before it asked counts in the day only.
func TestQuestions(t *testing.T) {
	now := time.Now().UTC()
	if now.Hour() == 23 && now.Minute() > 57 || now.Hour() == 0 && now.Minute() < 10 {
		t.Skip("the day is about to change, or has just begun")
	}
	question := func(seq int, at time.Time) crawl.Visit {
		return crawl.Visit{Seq: seq, Choice: crawl.Choice{URL: "search:own?op=kw&page=1&q=a"}, FetchedAt: at}
	}
	page := crawl.Visit{Seq: 3, Choice: crawl.Choice{URL: "http://a.example/"}, FetchedAt: now}
	begun := now.Add(-5 * time.Minute)
	before := journal{question(1, now.Add(-48*time.Hour)), question(2, now.Add(-9*time.Minute)), page}
	resumed := append(before, question(4, begun.Add(time.Minute)), question(5, begun.Add(2*time.Minute)))
	for _, x := range []struct {
		name          string
		j             journal
		queries, each int
		run           monitor.Run
		want          int
	}{
		{"a new run", before, 3, 0, monitor.Run{Started: begun}, 2 + 3},
		{"the day bounds it", before, 9, 4, monitor.Run{Started: begun}, 2 + 3},
		{"the day is spent", before, 9, 1, monitor.Run{Started: begun}, 2},
		{"resumed, known by its visits", resumed, 3, 0, monitor.Run{Started: begun, Resumed: 1, FirstSeq: 4}, 4 + 1},
		{"resumed, known by its time", resumed, 3, 0, monitor.Run{Started: begun, Resumed: 1}, 4 + 1},
		{"resumed, and the clock was set back", resumed, 2, 0, monitor.Run{Started: now.Add(time.Hour), Resumed: 1, FirstSeq: 4}, 4},
	} {
		r := &run{a: monitor.Assignment{Job: &monitor.Job{Search: monitor.Search{Sources: []string{"own"}, Queries: x.queries, PerDay: x.each}}, Run: x.run}}
		if got, err := r.questions(x.j); err != nil || got != x.want {
			t.Errorf("%s: up to %d questions, want %d (%v)", x.name, got, x.want, err)
		}
	}
}

// TestDecided: accepted sites bring their front page and their best pages, each once; refused
// ones hold back all their hosts.
func TestDecided(t *testing.T) {
	decided := []monitor.NewSource{
		{Site: "good.example", State: monitor.Accepted, Pages: []monitor.SourcePage{{URL: "https://news.good.example/a"}, {URL: "https://news.good.example/b"}, {URL: "javascript:alert(1)"}}},
		{Site: "unseen.example", State: monitor.Accepted},
		{Site: "spam.example", State: monitor.Refused, Added: []monitor.Address{{URL: "https://spam.example/a"}}},
		{Site: "feeds.example", State: monitor.Accepted, Added: []monitor.Address{{URL: "https://feeds.example/rss", Feed: true}, {URL: "https://feeds.example/a"}}},
	}
	var urls []string
	for _, l := range acceptedSeeds(decided, []crawl.Link{{URL: "https://news.good.example/a"}}) {
		urls = append(urls, l.URL)
		if feed := l.URL == "https://feeds.example/rss"; feed != (l.Kind == crawl.LinkFeed) {
			t.Errorf("%s is of kind %v", l.URL, l.Kind)
		}
	}
	if got, want := strings.Join(urls, " "), "https://news.good.example/a https://news.good.example/ https://news.good.example/b https://unseen.example/ https://feeds.example/rss https://feeds.example/a"; got != want {
		t.Errorf("seeds %s\nwant  %s", got, want)
	}
	refused := refusedOf(decided)
	for host, want := range map[string]bool{"spam.example": true, "www.spam.example": true, "a.b.spam.example:8080": true, "notspam.example": false, "good.example": false, "": false} {
		if refused(host) != want {
			t.Errorf("%q refused: %v", host, !want)
		}
	}
	if refusedOf(decided[:2]) != nil {
		t.Error("a run without refused sites has a filter")
	}
	if a, b := round(time.Unix(86_400*3-1, 0), 24*time.Hour), round(time.Unix(86_400*3, 0), 24*time.Hour); a != 2 || b != 3 {
		t.Errorf("rounds %d and %d", a, b)
	}
}
