package serve_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/crawl/judge/teach"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobedit"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/serve"
	"github.com/ontocrawl/ontocrawl/crawl/watch/teaching"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

const goodJobs = "jobs:\n  - name: typhoon\n    topic: typhoon\n    seeds: [https://weather.example/]\n    schedule: \"@every 10m\"\n    budget: {pages: 5}\n"

// jobsOf is a file of jobs on disk, of which the first version is in force.
func jobsOf(t *testing.T, text string) (*jobedit.File, string) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "jobs.yaml")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	options := func() jobfile.Options { return jobfile.Options{Settings: []string{"topic"}} }
	var mu sync.Mutex
	used, err := jobfile.Read(name, options())
	if err != nil {
		t.Fatal(err)
	}
	return &jobedit.File{Path: name, Options: options, Use: func() {
		mu.Lock()
		defer mu.Unlock()
		used, _ = jobfile.Read(name, options())
	}, InForce: func() (*jobfile.File, time.Time, string) {
		mu.Lock()
		defer mu.Unlock()
		return used, time.Now().Add(-time.Hour), "line 3: " + evil
	}}, name
}

// pupil learns of marks: its study is over at once.
func pupil(folders func() map[string]string) *teaching.Teacher {
	return &teaching.Teacher{Folder: func(job string) (string, bool) { dir, ok := folders()[job]; return dir, ok }, Study: studied}
}

// pick clicks what a button says.
func (b *browser) pick(text string) {
	b.Helper()
	b.until(`[...document.querySelectorAll('button')].some(x => x.textContent === '` + text + `')`)
	b.run(`[...document.querySelectorAll('button')].find(x => x.textContent === '` + text + `').click()`)
}

// refused waits for what the browser itself notes of answers that refuse an order.
func (b *browser) refused(statuses ...string) {
	b.Helper()
	for _, status := range statuses {
		select {
		case p := <-b.problems:
			if !strings.Contains(p, "status of "+status) {
				b.Errorf("the page has a problem: %s", p)
			}
		case <-time.After(pacetest.Times(time.Minute)):
			b.Errorf("no order was refused with %s", status)
		}
	}
}

// TestJobsInABrowser edits the file of jobs: what is wrong is said while one types, with its
// line; a second person's save does not lose the first's text.
func TestJobsInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	file, name := jobsOf(t, goodJobs)
	h := hand{make(chan string, 99)}
	srv := start(t, serve.Options{Control: h, JobsFile: file})
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(320, 700))
	b.do(chromedp.Navigate(srv.URL()))
	b.pick("Menu")
	b.see("Jobs file")
	b.run(`location.hash = '#/jobs-file'`)
	b.see("The text can be used.")
	b.see("This file is in force since")
	b.well()
	typed := func(text string) {
		b.run(`(() => { const a = document.getElementById('jobs-text'); a.value = ` + quoted(text) + `; a.dispatchEvent(new Event('input')); })()`)
	}
	typed(strings.Replace(goodJobs, "budget", "bugdet", 1))
	b.see(`has no key "bugdet"; did you mean "budget"?`)
	b.pick("Line 6")
	if got := eval[string](b, `(() => { const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd); })()`); got != "    bugdet: {pages: 5}" {
		t.Errorf("the finding leads to %q", got)
	}
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === '中文').click()`)
	b.see("是否指") // the findings in Chinese, and the text is still there
	b.see("第 6 行")
	b.run(`[...document.querySelectorAll('#switches button')].find(b => b.textContent === 'English').click()`)
	b.see("Line 6")
	b.pick("Save")
	b.see("Not saved yet. Errors: 1.")
	if text, _ := os.ReadFile(name); string(text) != goodJobs {
		t.Errorf("a text that cannot be used was saved:\n%s", text)
	}

	// Somebody else saves first.
	mine := strings.Replace(goodJobs, "pages: 5", "pages: 7", 1)
	typed(mine)
	b.see("The text can be used.")
	theirs := strings.Replace(goodJobs, "pages: 5", "pages: 6", 1)
	if _, err := file.Save(t.Context(), theirs, jobedit.VersionOf([]byte(goodJobs))); err != nil {
		t.Fatal(err)
	}
	b.pick("Save")
	b.see("Somebody else has changed the file in the meantime")
	b.see("-    budget: {pages: 6}\n+    budget: {pages: 7}")
	if got := eval[string](b, `document.getElementById('jobs-text').value`); got != mine {
		t.Errorf("the text of the person is lost: %q", got)
	}
	b.shot("jobs-conflict")
	b.refused("422", "412")
	b.well()
	b.pick("Take theirs into the editor")
	b.until(`document.getElementById('jobs-text').value.includes('pages: 6')`)
	b.pick("My text back")
	b.pick("Save") // it was made from theirs, which the person has seen
	b.see("Saved.")
	if text, _ := os.ReadFile(name); string(text) != mine {
		t.Errorf("saved: %s", text)
	}
	b.see("Earlier versions (2)")

	// Broken with an editor, the version in force can be had back.
	if err := os.WriteFile(name, []byte("jobs: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	b.run(`location.hash = '#/'`)
	b.see("Newest relevant pages")
	b.run(`location.hash = '#/jobs-file'`)
	b.see("This file is not in force.")
	b.shot("jobs-broken")
	b.well()
	b.pick("Take the version in force into the editor")
	b.see("The text can be used.")
	b.pick("Save")
	b.see("Saved.")
	if text, _ := os.ReadFile(name); string(text) != mine {
		t.Errorf("mended: %s", text)
	}

	// The controls of a job.
	b.run(`location.hash = '#/job/typhoon'`)
	b.see("Mentions over time")
	b.pick("Pause")
	b.see("Pause typhoon? It makes no run by itself")
	b.run(`(() => { document.getElementById('confirm-field').value = 'they ask'; document.querySelector('dialog form').requestSubmit(); })()`)
	b.see("Paused. It runs by hand alone")
	b.pick("Stop this run")
	b.run(`document.querySelector('dialog form').requestSubmit()`)
	b.see("The run is being stopped.")
	b.pick("Test the alerts")
	b.see("POST https://duty.example/")
	b.see("550 no such mailbox")
	b.pick("Send to duty")
	b.run(`[...document.querySelectorAll('dialog button')].find(x => x.textContent === 'Go back').click()`)
	b.pick("Send to duty")
	b.run(`document.querySelector('dialog form').requestSubmit()`)
	b.see("accepted the message")
	b.shot("job-steered")
	b.well()
	close(h.orders)
	var got []string
	for o := range h.orders {
		got = append(got, o)
	}
	if want := "pause typhoon they ask|stop typhoon|test typhoon  false|test typhoon duty true"; strings.Join(got, "|") != want {
		t.Errorf("ordered %q; want %q", got, want)
	}
}

// TestTeachInABrowser studies the marks of a job and shows what they teach.
func TestTeachInABrowser(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a browser takes seconds")
	}
	folders := caught(t, 8, "<p>The typhoon is near.</p>")
	teacher := pupil(folders)
	t.Cleanup(func() { teacher.Close() }) //nolint:errcheck // it is always nil
	opt := read(folders)
	opt.Teacher = teacher
	srv := start(t, opt)
	b := newBrowser(t, "en-GB", srv.URL())
	b.do(chromedp.EmulateViewport(320, 700))
	b.do(chromedp.Navigate(srv.URL() + "#/finds?job=typhoon"))
	b.see("What the marks of typhoon teach")
	b.run(`document.querySelector('.teach summary').click()`)
	b.see("The job uses nothing that its marks teach.")
	b.pick("Study the marks")
	b.see("12 pages marked right, 8 wrong, 0 not sure.")
	b.see("0.9 (0.8–1)")
	b.see("It does not improve the verdicts on the marked pages")
	b.see("actor")
	if eval[bool](b, `[...document.querySelectorAll('button')].some(x => x.textContent === 'Use what was learned')`) {
		t.Error("what improves nothing can be used")
	}
	b.see("Pages to ask you about")
	asked := eval[string](b, `document.querySelector('.teach .find h4 a').getAttribute('href')`)
	b.run(`document.querySelector('.teach .find [data-mark=wrong]').click()`)
	b.until(`document.querySelector('.teach .find [data-mark=wrong]').getAttribute('aria-pressed') === 'true'`)
	b.shot("teach")
	b.well()
	b.pick("Ask about others")
	b.until(`!document.querySelector('.teach a[href="` + asked + `"]')`)
	if n := eval[int](b, `document.querySelectorAll('.teach .find').length`); n != 7 {
		t.Errorf("%d pages are asked about after one of 8 was marked", n)
	}
}

func quoted(s string) string {
	return "`" + strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(s) + "`"
}

// studied returns what twenty marks teach: nothing that helps.
func studied(context.Context, string, string) (*teach.Report, error) {
	f := func(x float64) teach.Figures {
		r := teach.Range{Mean: x, Low: x - .1, High: x + .1}
		return teach.Figures{Precision: r, Recall: r, F1: r, AP: r}
	}
	return &teach.Report{Right: 12, Wrong: 8, Enough: true, Before: f(.9), After: f(.85), Model: "m1", Words: []teach.Weight{{Name: "actor", Weight: -1.2, Wrong: 6}, {Name: evil, Weight: .3, Right: 2}},
		Concepts: []teach.Weight{{Name: "urn:c1", Weight: .4, Right: 9, Wrong: 3}}, Hosts: []teach.Weight{}, Fields: []teach.Weight{}, Unknown: []string{}, NoText: []string{}}, nil
}
