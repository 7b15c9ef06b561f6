package serve_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/api"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
)

// evil is a name that a page may have.
const evil = `</script><img src=x onerror="document.title='owned'"><script>document.title='owned'</script>` + "\x1b[2J\u202eevil"

// world is a daemon of three jobs on the day of a landfall.
type world struct{ now time.Time }

func (w world) ago(d time.Duration) time.Time { return w.now.Add(-d) }

var names = [][2]string{
	{"天气灾害", "weather hazard"}, {"台风", "typhoon"}, {"暴雨", "rainstorm"}, {"强热带风暴", "severe tropical storm"}, {"台风眼", "eye"}, {"风暴潮", "storm surge"},
	{"红色预警", "red warning"}, {"登陆", "landfall"}, {"山洪", "flash flood"}, {"城市内涝", "urban waterlogging"}, {"泥石流", "debris flow"}, {"降水量", "rainfall"},
}

func concept(i int, place string, share float64) monitor.Concept {
	return monitor.Concept{IRI: fmt.Sprint("urn:c", i), Name: names[i][0], Label: names[i][i%2], Place: place, Count: 1 + i%3, Share: share}
}

func (w world) run(job string, n int, outcome monitor.Outcome, ago time.Duration) monitor.Run {
	r := monitor.Run{Job: job, Number: n, Due: w.ago(ago), Trigger: monitor.Scheduled, Started: w.ago(ago), Outcome: outcome, Phase: monitor.Warning,
		Pages: 120, Relevant: 30, New: 4, Changed: 2, Gone: 1, Stories: 3}
	if outcome != monitor.Running {
		r.Ended = r.Started.Add(85 * time.Second)
	}
	if outcome == monitor.Failed {
		r.Error = "dial tcp: lookup news.example: no such host"
	}
	return r
}

func (w world) Runs(job string, before time.Time, n int) ([]monitor.Run, error) {
	var runs []monitor.Run
	for i := range min(n, 15) {
		outcome := monitor.Done
		if i == 0 {
			outcome = monitor.Running
		} else if i == 5 {
			outcome = monitor.Failed
		}
		runs = append(runs, w.run(cmp.Or(job, "typhoon"), 40-i, outcome, time.Duration(i)*10*time.Minute+20*time.Second))
	}
	return runs, nil
}

func (w world) Run(job string, n int) (monitor.Run, error) {
	if n > 40 {
		return monitor.Run{}, monitor.ErrNotFound
	}
	return w.run(job, n, monitor.Done, time.Hour), nil
}

func (w world) Events(job string, run int) ([]monitor.Event, error) {
	return []monitor.Event{
		{Job: job, Run: run, Seq: 9, Kind: monitor.New, URL: "https://news.example/landfall", Host: "news.example", Title: "Typhoon makes landfall", Lang: "en", Relevance: .83, Relevant: true,
			Concepts: []monitor.Concept{concept(1, "title", .5), concept(7, "title", .3)}, Published: crawl.Instant(w.ago(9 * time.Minute)), Captured: w.ago(5 * time.Minute), Story: "a",
			Via: &crawl.Via{Source: "own", Query: evil, Op: "kw", Concepts: []string{"urn:c1"}, Lang: "en", Rank: 2, Page: 1}},
		{Job: job, Run: run, Seq: 9, Kind: monitor.SourceFound, Site: "news.example", URL: "https://news.example/landfall", Host: "news.example", Title: evil, Relevance: .83, Captured: w.ago(5 * time.Minute), Story: "c"},
		{Job: job, Run: run, Seq: 10, Kind: monitor.Gone, URL: "javascript:alert(1)", Host: "news.example", Title: evil, WasRelevance: .7, Captured: w.ago(4 * time.Minute), Story: "b"},
	}, nil
}

func (w world) Stories(job string, _ time.Time, n int) ([]monitor.Story, error) {
	titles := []string{"台风“海葵”将于今夜登陆 沿海发布红色预警", "Typhoon makes landfall near the river mouth", evil, "多地出现城市内涝 消防紧急转移群众", "Storm surge floods the harbour", "暴雨红色预警解除"}
	var all []monitor.Story
	for i := range min(n, 12) {
		s := monitor.Story{ID: fmt.Sprint("s", i), Excerpt: fmt.Sprint("The surge reached harbour ", i, ". ", evil), Job: cmp.Or(job, []string{"typhoon", "rainstorm"}[i%2]), Title: titles[i%len(titles)], URL: fmt.Sprintf("https://weather%d.example/%d.html", i%3, i), Host: fmt.Sprintf("weather%d.example", i%3),
			First: w.ago(time.Duration(i*7+2) * time.Minute), Published: crawl.Instant(w.ago(time.Duration(i*7+9) * time.Minute)), Relevance: .95 - float64(i)*.04,
			Concepts: []monitor.Concept{concept(1, "title", .4), concept(6, "heading", .2), concept((i+7)%12, "body", .1)}, Pages: make([]string, 1+i%4), Gone: i == 7}
		s.Last = s.First
		all = append(all, s)
	}
	return all, nil
}

func (w world) Notifications(string, time.Time, int, bool) ([]monitor.Notification, error) {
	return nil, nil
}

func (w world) Transitions(job string, n int) ([]monitor.Transition, error) {
	t := []monitor.Transition{
		{Job: job, At: w.ago(time.Hour), From: monitor.Warning, To: monitor.Impact, By: "cap", Reason: "CAP: 台风红色预警, extreme, Zhoushan"},
		{Job: job, At: w.ago(20 * time.Hour), From: monitor.Watch, To: monitor.Warning, By: "rate", Reason: "typhoon: 41 mentions in 6 h, 5.2 times the usual"},
		{Job: job, At: w.ago(60 * time.Hour), To: monitor.Watch, By: "hand", Reason: evil},
	}
	return t[:min(n, len(t))], nil
}

func (w world) Sources(job string, state monitor.SourceState) ([]monitor.NewSource, error) {
	all := []monitor.NewSource{
		{Job: job, Site: "new.example", State: monitor.Undecided, Found: w.ago(time.Hour), Run: 39, Via: &crawl.Via{Source: "own", Query: evil, Op: "kw", Concepts: []string{"urn:" + evil}, Lang: "zh-Hans", Rank: 4, Page: 1},
			Pages: []monitor.SourcePage{{URL: "https://new.example/1", Title: evil, Relevance: .8, Concepts: []monitor.Concept{concept(1, "title", .5)}}, {URL: "javascript:alert(1)", Title: "x", Relevance: .4}}},
		{Job: job, Site: "linked.example", State: monitor.Undecided, Found: w.ago(2 * time.Hour), Run: 38, Parent: "javascript:alert(1)"},
		{Job: job, Site: "spam.example", State: monitor.Refused, Decided: w.ago(time.Minute), By: evil, Reason: evil},
	}
	return slices.DeleteFunc(all, func(s monitor.NewSource) bool { return state != "" && s.State != state }), nil
}

func (w world) Mentions(_ string, from, to time.Time) (map[string][]int, error) {
	m := map[string][]int{}
	hours := int(to.Sub(from)/time.Hour) + 1
	for c := range 9 {
		m[fmt.Sprint("urn:c", c)] = make([]int, hours)
		for h := range hours {
			m[fmt.Sprint("urn:c", c)][h] = max(0, (h*(10-c))%23-c*2)
		}
	}
	return m, nil
}

func (w world) Daemon(context.Context) (api.Daemon, error) {
	last, failed, open := w.run("typhoon", 39, monitor.Done, 10*time.Minute), w.run("flood", 7, monitor.Failed, 30*time.Minute), w.run("typhoon", 40, monitor.Running, 20*time.Second)
	return api.Daemon{Now: w.now, Version: "test", Since: w.ago(72 * time.Hour), Waiting: 2, Free: 40 << 30, Jobs: []api.Job{
		{Name: "typhoon", Topic: "台风 typhoon", Schedule: "*/10 * * * * Asia/Shanghai", State: api.Working, Next: w.now.Add(9 * time.Minute), Last: &last, Open: &open,
			Phase: monitor.Transition{Job: "typhoon", To: monitor.Impact, By: "cap", Reason: "CAP: 台风红色预警"}, Day: api.Tally{Runs: 144, New: 31, Changed: 12, Gone: 2}},
		{Name: "rainstorm", Topic: "暴雨 rainstorm", Schedule: "@every 30m", State: api.Waiting, Next: w.now.Add(22 * time.Minute), Last: &last,
			Phase: monitor.Transition{Job: "rainstorm", To: monitor.Watch}, Day: api.Tally{Runs: 48, New: 6}},
		{Name: "flood", Topic: "山洪 flash flood", Schedule: "0 8 * * * Asia/Shanghai", State: api.Failing, Why: failed.Error, Next: w.now.Add(15 * time.Hour), Last: &failed,
			Phase: monitor.Transition{Job: "flood", To: monitor.Calm}},
	}, Notices: []api.Notice{{At: w.ago(30 * time.Minute), Job: "flood", Text: failed.Error + " " + evil}}}, nil
}

func (w world) Live(_ context.Context, job string) (api.Live, error) {
	l := api.Live{Alive: true, State: "crawling", Budget: 1000, Waiting: 5120, PerSecond: 7.3,
		Totals:   rundir.Totals{Pages: 412, Relevant: 131, Hosts: 23, Revisits: 88, Failures: 9, Errors: map[string]int{"status 404": 5, "timeout": 3, "robots.txt": 1}},
		Updated:  rundir.Time{Time: w.now},
		TopHosts: []api.HostCount{{Host: "weather1.example", Pages: 90, Relevant: 51}, {Host: "news.example", Pages: 70, Relevant: 33}}}
	for i := range 42 {
		l.Curve = append(l.Curve, api.Point{Pages: i * 10, Relevant: i*3 + i*i/100})
	}
	return l, nil
}

func (w world) Graph(context.Context, string) (api.Graph, error) {
	var g api.Graph
	for i, n := range names {
		g.Concepts = append(g.Concepts, api.Node{IRI: fmt.Sprint("urn:c", i), Zh: n[0], En: n[1], Weight: 1 - float64(i)*.05})
	}
	for i, parent := range []int{-1, 0, 0, 1, 1, 1, 1, 1, 2, 2, 8, 2} {
		if parent >= 0 {
			g.Edges = append(g.Edges, api.Edge{From: i, To: parent, Kind: "isa"})
		}
	}
	g.Edges = append(g.Edges, api.Edge{From: 10, To: 0, Kind: "includes"}) // a circle, which the picture must survive
	return g, nil
}

// hand takes orders.
type hand struct{ orders chan string }

func (h hand) RunNow(job string) (time.Time, error) {
	h.orders <- "run " + job
	return time.Time{}, nil
}

func (h hand) SetPhase(job string, p monitor.Phase, d time.Duration, reason string) error {
	h.orders <- fmt.Sprintf("%s %v %v %s", job, p, d, reason)
	return nil
}

func (h hand) Pause(p monitor.Pause) error {
	h.orders <- fmt.Sprintf("pause %s %s", p.Job, p.Reason)
	return nil
}

func (h hand) Resume(job string) error {
	h.orders <- "resume " + job
	return nil
}

func (h hand) Stop(job string) error {
	h.orders <- "stop " + job
	return nil
}

func (h hand) TestAlert(_ context.Context, job, receiver string, send bool) ([]notify.Tested, error) {
	h.orders <- fmt.Sprintf("test %s %s %v", job, receiver, send)
	tests := []notify.Tested{{Receiver: "duty", Kind: "webhook", Job: job, Sent: send}, {Receiver: "mail", Kind: "email", Job: job, Error: "550 no such mailbox " + evil}}
	if !send {
		tests[0].Preview = "POST https://duty.example/\n" + evil
	}
	return tests, nil
}

func (h hand) Decide(d monitor.Decision) error {
	added := ""
	for _, a := range d.Add {
		added += map[bool]string{false: " +page ", true: " +feed "}[a.Feed] + a.URL
	}
	h.orders <- fmt.Sprintf("%s %s %s%s %s", d.Job, d.State, d.Site, added, d.Reason)
	return nil
}
