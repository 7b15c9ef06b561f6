package serve_test

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/trial"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
)

// TestTryRule tries rules of a text that is not saved, on eight finds of which one has a text.
func TestTryRule(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	file, _ := jobsOf(t, goodJobs)
	dir := caught(t, 8, "<article><h1>Typhoon</h1><p>The typhoon is near. All is closed.</p></article>")()["typhoon"]
	file.Trial = func(ctx context.Context, job *monitor.Job, rule string) (*trial.Report, error) {
		return trial.Rule(ctx, dir, job, rule, nil, captured.Add(time.Hour))
	}
	srv := start(t, serve.Options{Control: hand{make(chan string, 99)}, JobsFile: file})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(320, 700))
	b.do(chromedp.Navigate(srv.URL() + "#/jobs-file"))
	b.see("The text can be used.")
	text := "receivers: [{name: f, kind: webhook, url: \"https://duty.example/hook\"}]\n" + goodJobs + "    alerts:\n    - {name: shut, to: f, words: closed OR 溃坝}\n    - {name: toFar, to: f, figure: dead >= 10}\n    - {name: every, to: f, relevance: 0.1}\n"
	b.run(`(() => { const a = document.getElementById('jobs-text'); a.value = ` + quoted(text) + `; a.dispatchEvent(new Event('input')); })()`)
	b.see("Try an alert rule on the last week")
	b.run(`document.querySelectorAll('main details').forEach((d) => { d.open = true; })`)
	b.pick("shut")
	b.see("It would have rung 1 times for 1 finds.")
	b.see("All is closed.")
	b.see("Without text: 7.")
	b.pick("toFar")
	b.see("It would have rung 0 times")
	b.pick("every")
	b.see("It would have rung 8 times")
	b.well()
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === '中文').click()`)
	b.see("用最近一周的采集结果试用警报规则")
	b.well()
}

// TestTrial: a rule that rings for everything is told, and one that there is not is an error.
func TestTrial(t *testing.T) {
	dir := caught(t, 40, "<article><p>The typhoon is near.</p></article>")()["typhoon"]
	job := &monitor.Job{Name: "typhoon", AlertRules: []monitor.AlertRule{
		{Name: "every/duty", Kinds: []monitor.Kind{monitor.Gone}, Phases: []monitor.Phase{monitor.Impact}}, {Name: "host", Hosts: []string{"news.test"}},
	}}
	r, err := trial.Rule(t.Context(), dir, job, "every", nil, captured.Add(time.Hour))
	if err != nil || !r.Most || r.Rang != 40 || len(r.Rings) != 20 || r.Read != 40 || r.Finds != 40 || r.Unread != 39 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = trial.Rule(t.Context(), dir, job, "host", nil, captured.Add(time.Hour))
	if err != nil || r.Most || r.Rang != 1 || r.Rings[0].URL != news {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = trial.Rule(t.Context(), dir, job, "host", nil, captured.Add(300*time.Hour)); err != nil || r.Finds != 0 {
		t.Errorf("of another week: %+v, %v", r, err)
	}
	if r, err := trial.Rule(t.Context(), dir, job, "none", nil, captured); err == nil {
		t.Errorf("%+v", r)
	}
}

// TestAccessibleTrial is TestAccessible for the trial of a rule.
func TestAccessibleTrial(t *testing.T) {
	axe := axeCore(t)
	file, _ := jobsOf(t, goodJobs)
	dir := caught(t, 8, "<p>The typhoon is near.</p>")()["typhoon"]
	file.Trial = func(ctx context.Context, job *monitor.Job, rule string) (*trial.Report, error) {
		return trial.Rule(ctx, dir, job, rule, nil, captured.Add(time.Hour))
	}
	srv := start(t, serve.Options{Control: hand{make(chan string, 99)}, JobsFile: file})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.Navigate(srv.URL()))
	accessible(b, axe, []axeView{{"#/jobs-file", "The text can be used.", `(async () => {
		const area = document.getElementById('jobs-text'), find = () => [...document.querySelectorAll('main button')].find((x) => x.textContent === 'near');
		if (!find()) area.value += '    alerts: [{name: near, to: f, words: near}]\nreceivers: [{name: f, kind: webhook, url: "https://duty.example/hook"}]\n';
		area.dispatchEvent(new Event('input'));
		while (!find()) await new Promise((r) => setTimeout(r, 50));
		document.querySelectorAll('main details').forEach((d) => { d.open = true; });
		find().click();
	})()`, "main blockquote"}})
}
