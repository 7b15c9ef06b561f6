package watching

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cmdtest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// newsroom is a news site on loopback that publishes a typhoon's life, on two
// addresses, with a feed. It may be down.
type newsroom struct {
	front, mirror *httptest.Server

	mu    sync.Mutex
	pages map[string]string // by path; on both addresses
	news  []string          // paths, as the front page and the feed list them
	down  bool
	asked map[string]time.Time // when a page was published
}

func newNewsroom(t *testing.T) *newsroom {
	n := &newsroom{pages: map[string]string{}, asked: map[string]time.Time{}}
	n.front, n.mirror = httptest.NewServer(n), httptest.NewServer(n)
	t.Cleanup(n.front.Close)
	t.Cleanup(n.mirror.Close)
	return n
}

func (n *newsroom) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.down { // the connection breaks
		panic(http.ErrAbortHandler)
	}
	switch r.URL.Path {
	case "/":
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<title>The weather desk</title><p>All the news of the day.</p>")
		for _, path := range n.news {
			fmt.Fprintf(w, `<p><a href="%s">More</a></p>`, path)
		}
	case "/feed.xml":
		w.Header().Set("Content-Type", "application/rss+xml")
		fmt.Fprint(w, `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>http://x/</link><description>.</description>`)
		for _, path := range n.news {
			fmt.Fprintf(w, `<item><title>Typhoon news</title><link>%s%s</link><pubDate>%s</pubDate></item>`, n.front.URL, path, n.asked[path].UTC().Format(time.RFC1123))
		}
		fmt.Fprint(w, `</channel></rss>`)
	default:
		text, ok := n.pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, text)
	}
}

// publish puts a page under path and, if it is news, on the front page.
func (n *newsroom) publish(path, title, text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	now := time.Now()
	if _, ok := n.asked[path]; !ok {
		n.asked[path] = now
		n.news = append(n.news, path)
	}
	n.pages[path] = fmt.Sprintf(`<!doctype html><html><head><title>%s</title><meta property="article:published_time" content="%s"></head><body><h1>%s</h1><p>%s</p></body></html>`,
		title, n.asked[path].Format(time.RFC3339), title, text)
}

func (n *newsroom) set(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f()
}

// duty is the receiver of a webhook: it keeps what it was told, by the key that
// makes a delivery known again.
type duty struct {
	*httptest.Server
	mu      sync.Mutex
	keys    map[string]int // deliveries of a message
	letters []told
}

type told struct {
	Story, Rule, Title string
	Find               monitor.Event
	At                 time.Time `json:"-"`
}

func newDuty(t *testing.T) *duty {
	d := &duty{keys: map[string]int{}}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var message struct{ Letters []told }
		b, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(b, &message)
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		key := r.Header.Get("Idempotency-Key")
		if d.keys[key]++; d.keys[key] > 1 {
			return // the same message once more
		}
		if err != nil || key == "" {
			t.Errorf("message %q: %v", key, err)
		}
		for _, l := range message.Letters {
			l.At = time.Now()
			d.letters = append(d.letters, l)
		}
	}))
	t.Cleanup(d.Close)
	return d
}

func (d *duty) of(kind monitor.Kind, title string) (all []told) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.letters {
		if l.Find.Kind == kind && strings.Contains(l.Title+l.Find.Title, title) {
			all = append(all, l)
		}
	}
	return all
}

// week is the desk under test and the world around it.
type week struct {
	*testing.T
	bin, dir, jobs string
	site           *newsroom
	duty           *duty
	rnd            *rand.Rand
	desk           *cmdtest.Daemon
	kills          int
}

// cap writes an alert of the authority.
func (w *week) cap(id, severity, urgency, certainty, event string) {
	w.Helper()
	now, response := time.Now(), "Prepare"
	if urgency == "Past" {
		response = "AllClear"
	}
	text := fmt.Sprintf(`<?xml version="1.0" encoding="UTF-8"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>%s</identifier><sender>met@example.cn</sender><sent>%s</sent>
<status>Actual</status><msgType>Alert</msgType><scope>Public</scope>
<info><language>zh-CN</language><category>Met</category><event>%s</event>
<responseType>%s</responseType><urgency>%s</urgency><severity>%s</severity><certainty>%s</certainty>
<expires>%s</expires><headline>%s</headline><area><areaDesc>舟山</areaDesc></area></info></alert>`,
		id, now.Format("2006-01-02T15:04:05-07:00"), event, response, urgency, severity, certainty, now.Add(time.Hour).Format("2006-01-02T15:04:05-07:00"), event)
	write(w.T, filepath.Join(w.dir, "alerts"), id+".xml", text)
}

// kill ends the desk as a power cut would, somewhere in the next second, and
// starts it again.
func (w *week) kill() {
	w.Helper()
	if w.desk != nil {
		time.Sleep(time.Duration(w.rnd.IntN(1200)) * time.Millisecond)
		w.desk.Cmd.Process.Kill() //nolint:errcheck // that it had ended shows below
		w.desk.Cmd.Wait()         //nolint:errcheck // it was killed
		w.kills++
	}
	w.desk = cmdtest.StartWatch(w.T, w.bin, w.jobs, "--listen", "127.0.0.1:0", "--receiver-hosts", "127.0.0.1")
	defer func() {
		if w.Failed() {
			w.Logf("after %d kills the desk says:\n%s", w.kills, w.desk.Log.String())
		}
	}()
	w.desk.Says(w.T, "the daemon is running")
	w.run()
}

// run asks for a run at once: nobody wants to wait for the next.
func (w *week) run() {
	w.Helper()
	req, err := http.NewRequest(http.MethodPost, pageOf(w.T, w.desk)+"api/v1/jobs/typhoon/runs", strings.NewReader("{}"))
	if err != nil {
		w.Fatal(err)
	}
	token, err := os.ReadFile(filepath.Join(w.dir, "monitor", "page-token"))
	if err != nil {
		w.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		w.Fatal(resp.Status)
	}
}

// await waits until the duty officer was told of a page.
func (w *week) await(kind monitor.Kind, title string) {
	w.Helper()
	defer w.logFailure()
	pacetest.Until(w, 20*time.Second, fmt.Sprintf("somebody is told of %s %q", kind, title), func() bool { return len(w.duty.of(kind, title)) > 0 })
}

func (w *week) phase(p monitor.Phase) {
	w.Helper()
	defer w.logFailure()
	var turns []monitor.Transition
	pacetest.Until(w, 20*time.Second, fmt.Sprint("the phase is ", p), func() bool {
		askWeek(w.T, w.desk, "/jobs/typhoon/turns", &turns)
		return slices.ContainsFunc(turns, func(t monitor.Transition) bool { return t.To == p })
	})
}

// logFailure shows what the desk says, if the test has failed.
func (w *week) logFailure() {
	if w.Failed() {
		w.Log(w.desk.Log.String())
	}
}

// pageOf is where a desk shows itself.
func pageOf(t *testing.T, w *cmdtest.Daemon) string {
	t.Helper()
	w.Says(t, "the page is served")
	_, rest, _ := strings.Cut(w.Log.String(), `msg="the page is served" url=`)
	return strings.Fields(rest)[0]
}

func askWeek(t *testing.T, w *cmdtest.Daemon, path string, v any) {
	t.Helper()
	resp, err := http.Get(pageOf(t, w) + "api/v1" + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if err := json.NewDecoder(resp.Body).Decode(v); err != nil || resp.StatusCode != 200 {
		t.Fatalf("%s: %s, %v", path, resp.Status, err)
	}
}

func story(n int, words string) string {
	return strings.Repeat(fmt.Sprintf("%s Place%d, harbour%d and bridge%d are concerned; street%d is closed. ", words, n*7, n*11, n*13, n*17), 6)
}

// TestTyphoonWeek has a desk live through a typhoon: watch, red warning, landfall,
// recovery, with a copy, a correction, a rumour that is taken back and an outage,
// and is killed ten times. The officer on duty hears of each story once, in time;
// the phase changes as it should; the page shows it.
func TestTyphoonWeek(t *testing.T) {
	t.Parallel() // it waits more than it works
	if testing.Short() {
		t.Skip("a week takes half a minute")
	}
	w := &week{T: t, bin: buildBinary(t), dir: t.TempDir(), site: newNewsroom(t), duty: newDuty(t), rnd: rand.New(rand.NewPCG(7, 25))}
	if err := os.Mkdir(filepath.Join(w.dir, "alerts"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.jobs = write(t, w.dir, "jobs.yaml", fmt.Sprintf(`
receivers: [{name: duty, kind: webhook, url: %q}, {name: lines, kind: jsonl, path: alerts.jsonl}, {name: feed, kind: atom, path: alerts.xml}]
defaults: {zone: Asia/Shanghai, allow-private: true, delay: 1ms, retries: 0, contact: "https://tests.example/", segmenter: trie, refresh-min: 0s, refresh-max: 0s}
jobs:
  - name: typhoon
    topic: typhoon
    seeds: ["%s/", "%s/"]
    feeds: ["%s/feed.xml"]
    schedule: "@every 10s"
    budget: {pages: 50, time: 1m}
    phases:
      cap: [alerts]
      areas: [舟山]
      events: [台风]
    alerts:
      - {name: red, to: duty, concepts: [台风红色预警], urgent: true, kinds: [new, changed, gone]}
      - {name: all, to: [duty, lines, feed], kinds: [new, changed, gone]}
`, w.duty.URL, w.site.front.URL, w.site.mirror.URL, w.site.front.URL))

	// Day 1: calm, a recipe and a rumour of nothing.
	w.site.publish("/soup", "A soup of leeks", "Cut the leeks, melt the butter, add water and salt, and wait.")
	w.kill()
	// Day 2: a typhoon forms. Both addresses have the page: one story.
	w.site.publish("/forms", "Typhoon Kestrel forms over the sea", story(1, "Typhoon Kestrel has formed. A typhoon watch is in force."))
	w.kill()
	w.kill()
	w.await(monitor.New, "Kestrel forms")
	// Day 3: the red warning, and the alert of the authority.
	w.cap("warning", "Severe", "Expected", "Likely", "台风")
	w.site.publish("/red", "台风红色预警", story(2, "气象台发布台风红色预警，强台风将在沿海登陆，请做好防风准备。"))
	w.kill()
	w.await(monitor.New, "红色预警")
	w.phase(monitor.Warning)
	// A rumour.
	w.site.publish("/rumour", "Typhoon Kestrel breaks the dam, they say", story(3, "They say that typhoon Kestrel has broken a dam. A typhoon breaks many things."))
	w.kill()
	w.await(monitor.New, "breaks the dam")
	// Day 4: landfall, while the site goes down.
	w.cap("landfall", "Extreme", "Immediate", "Observed", "台风")
	w.site.set(func() { w.site.down = true })
	w.kill()
	w.phase(monitor.Impact)
	w.site.publish("/landfall", "Typhoon Kestrel makes landfall", story(4, "The typhoon made landfall in the night. The storm surge flooded the harbour."))
	w.site.set(func() { w.site.down = false })
	w.kill()
	w.await(monitor.New, "makes landfall")
	// Day 5: the warning is corrected, the rumour is taken back.
	w.site.publish("/red", "台风红色预警", story(5, "更正：气象台更新台风红色预警，台风已经登陆，暴雨和风暴潮仍将持续。"))
	w.site.set(func() { delete(w.site.pages, "/rumour") })
	w.kill()
	w.kill()
	w.await(monitor.Changed, "红色预警")
	w.await(monitor.Gone, "breaks the dam")
	// Day 7: it is over.
	w.cap("clear", "Minor", "Past", "Observed", "台风")
	for _, id := range []string{"warning", "landfall"} {
		if err := os.Remove(filepath.Join(w.dir, "alerts", id+".xml")); err != nil {
			t.Fatal(err)
		}
	}
	w.site.publish("/after", "After the typhoon: the harbour opens again", story(6, "The typhoon has gone. Typhoon damage is being mended, the harbour is open."))
	w.kill()
	w.kill()
	w.await(monitor.New, "After the typhoon")
	w.phase(monitor.Recovery)
	w.check()
	w.look()
	if w.kills < 10 {
		t.Errorf("%d kills; want ten", w.kills)
	}
}

// check holds what the officer was told against what was published.
func (w *week) check() {
	w.Helper()
	want := map[string]int{
		"new Typhoon Kestrel forms over the sea": 1, "new 台风红色预警": 1, "new Typhoon Kestrel breaks the dam, they say": 1,
		"new Typhoon Kestrel makes landfall": 1, "new After the typhoon: the harbour opens again": 1, "changed 台风红色预警": 1, "gone Typhoon Kestrel breaks the dam, they say": 1,
	}
	got, late := map[string]int{}, time.Duration(0)
	w.duty.mu.Lock()
	for _, l := range w.duty.letters {
		title := l.Find.Title
		if title == "" {
			title = l.Title
		}
		got[string(l.Find.Kind)+" "+title]++
		if d := l.At.Sub(l.Find.Published.Time); l.Find.Kind == monitor.New && d > late {
			late = d
		}
	}
	twice := 0
	for _, n := range w.duty.keys {
		twice += n - 1
	}
	w.duty.mu.Unlock()
	for what, n := range want {
		if got[what] != n {
			w.Errorf("%q was told %d times; want %d", what, got[what], n)
		}
		delete(got, what)
	}
	if len(got) > 0 {
		w.Errorf("what nobody published was told: %v", got)
	}
	if late > 15*time.Second {
		w.Errorf("a story was told %v after it was published", late)
	}
	w.Logf("the slowest story was told %v after it was published; of the %d kills %d hit between a delivery and its mark", late.Round(10*time.Millisecond), w.kills, twice)
	var runs []monitor.Run
	askWeek(w.T, w.desk, "/jobs/typhoon/runs?limit=1000", &runs)
	dues := map[time.Time]bool{}
	for _, r := range runs {
		if dues[r.Due] {
			w.Errorf("%v has two runs", r.Due)
		}
		dues[r.Due] = true
	}
	for _, line := range []string{"alerts.jsonl", "alerts.xml"} {
		if text := readFile(w.T, filepath.Join(w.dir, "monitor"), line); strings.Count(text, "makes landfall") == 0 {
			w.Errorf("%s does not tell of the landfall", line)
		}
	}
}

// look opens the page of the desk in a browser, if there is one.
func (w *week) look() {
	w.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		w.Log("no Chromium on PATH: the page was not looked at")
		return
	}
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox)
	alloc, stop := chromedp.NewExecAllocator(w.Context(), opts...)
	defer stop()
	ctx, cancel := chromedp.NewContext(alloc)
	defer cancel()
	defer chromedp.Cancel(ctx) //nolint:errcheck // it ends with the process
	ctx, cancel = context.WithTimeout(ctx, pacetest.Times(time.Minute))
	defer cancel()
	for _, v := range []struct {
		name, hash string
		says       []string
	}{
		{"overview", "#/", []string{"All well", "Typhoon Kestrel makes landfall", "台风红色预警", "recovery"}},
		{"job", "#/job/typhoon", []string{"CAP alert", "Mentions over time", "impact"}},
	} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(1200, 900), chromedp.Navigate(pageOf(w.T, w.desk)+v.hash)); err != nil {
			w.Fatal(err)
		}
		var text string
		for until := time.Now().Add(pacetest.Times(10 * time.Second)); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
			if text, err = chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`)); err != nil {
				w.Fatal(err)
			}
			if !slices.ContainsFunc(v.says, func(s string) bool { return !strings.Contains(text, s) }) {
				break
			}
		}
		for _, s := range v.says {
			if !strings.Contains(text, s) {
				w.Errorf("the page %s does not say %q:\n%s", v.name, s, text)
			}
		}
		if dir := os.Getenv("SHOTS"); dir != "" {
			png, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			if err != nil {
				w.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "week-"+v.name+".png"), png, 0o644); err != nil {
				w.Fatal(err)
			}
		}
	}
}
