package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
)

// childEnv rules the test's own program to be the daemon that is killed: it holds
// the daemon's folder and the address of the receiver.
const (
	childEnv = "ONTOCRAWL_ALERT_CHILD"
	childURL = "ONTOCRAWL_ALERT_URL"
)

// kills is how often the daemon is killed: 15 times, or ONTOCRAWL_KILLS.
func kills() int {
	if n, err := strconv.Atoi(os.Getenv("ONTOCRAWL_KILLS")); err == nil && n > 0 {
		return min(n, maxEntries/8) // all stories stay in the feed
	}
	return 15
}

// killStories is how many stories are found in all.
func killStories() int { return 8 * kills() }

func killJob(url string) *monitor.Job {
	return jobWith(
		monitor.AlertRule{Name: "hook", Receiver: webhookTo("hook", url+"/hook", "KEY")},
		monitor.AlertRule{Name: "digest", Digest: time.Second, Receiver: webhookTo("digest", url+"/digest", "")},
		monitor.AlertRule{Name: "lines", Receiver: monitor.Receiver{Name: "lines", Config: Config{&JSONLines{"alerts.jsonl"}}}},
		monitor.AlertRule{Name: "feed", Receiver: monitor.Receiver{Name: "feed", Config: Config{&AtomFeed{"alerts.xml"}}}},
		monitor.AlertRule{Name: "hangs", Receiver: webhookTo("hangs", url+"/hangs", "")},
	)
}

// child is a daemon: it finds stories one after the other, from where its store
// says, and delivers. It returns when all but what hangs is sent.
func child() int {
	if err := daemon(os.Getenv(childEnv), killJob(os.Getenv(childURL))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func daemon(dir string, job *monitor.Job) error {
	store, err := store.Open(filepath.Join(dir, "store"), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer store.Close()
	w := NewWorker(store, []*monitor.Job{job}, Options{
		Dir: dir, Hosts: []string{"127.0.0.1"}, Shortest: 10 * time.Millisecond, Longest: 50 * time.Millisecond, Timeout: 500 * time.Millisecond,
		Secret: func(string) (string, bool) { return "secret", true },
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx) }()
	if err := conclude(store, w, job); err != nil {
		return err
	}
	for {
		notifications, err := store.Notifications("", time.Time{}, 10000, true)
		if err != nil {
			return err
		}
		waiting := 0
		for _, l := range notifications {
			if l.Receiver != "hangs" {
				waiting++
			}
		}
		if waiting == 0 {
			cancel()
			return <-done
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// conclude makes the events of the journal from where the store stands: every third
// is a copy of the one before it.
func conclude(store *store.Store, w *Worker, job *monitor.Job) error {
	run, err := store.Claim(job.Name, noon, monitor.Scheduled, time.Now())
	if err != nil {
		return err
	}
	upto, err := store.Upto(job.Name)
	if err != nil {
		return err
	}
	for i := upto; i < killStories()*3/2; i++ {
		f := find(0)
		f.Run, f.Seq, f.URL = run.Number, i+1, fmt.Sprintf("https://news.example/%d", i)
		f.Story = hashID("story", fmt.Sprint(i-(i+1)/3))
		s, known, err := store.Story(job.Name, f.Story)
		if err != nil {
			return err
		}
		if !known {
			s = *storyOf(f)
		}
		notifications := (Rules{}).Notifications(job, &f, &s, time.Now(), monitor.Calm)
		run.LastSeq = f.Seq
		if err := store.Add(monitor.Batch{Job: job.Name, Seq: f.Seq, Run: run, Events: []monitor.Event{f}, Stories: []monitor.Story{s}, Notifications: notifications}); err != nil {
			return err
		}
		w.Wake()
		time.Sleep(time.Millisecond)
	}
	return nil
}

// hooks is the receiving server. It counts what it took, by key.
type hooks struct {
	mu     sync.Mutex
	bodies map[string]string         // path and key -> body
	again  int                       // took a key once more
	count  map[string]map[string]int // path -> notification -> keys under which it came
	faults []string
}

func (h *hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // killed while it sent
	}
	if r.URL.Path == "/hangs" {
		<-r.Context().Done()
		return
	}
	time.Sleep(20 * time.Millisecond) // or all is notified before the daemon can be killed often enough
	h.mu.Lock()
	defer h.mu.Unlock()
	key := r.URL.Path + " " + r.Header.Get(headerKey)
	switch old, known := h.bodies[key]; {
	case known && old != string(body):
		h.faults = append(h.faults, "another body under "+key)
	case known:
		h.again++
	case rand.N(10) == 0:
		w.WriteHeader(http.StatusBadGateway)
		return
	default:
		h.bodies[key] = string(body)
		h.take(r, body)
	}
	// Some answers are slow: the kill may come before them.
	time.Sleep(time.Duration(rand.N(4)) * time.Millisecond)
}

func (h *hooks) take(r *http.Request, body []byte) {
	if r.URL.Path == "/hook" {
		if err := verify("secret", r.Header, body, time.Now(), time.Minute); err != nil {
			h.faults = append(h.faults, err.Error())
		}
	}
	var b Body
	if err := json.Unmarshal(body, &b); err != nil {
		h.faults = append(h.faults, err.Error())
	}
	if h.count[r.URL.Path] == nil {
		h.count[r.URL.Path] = map[string]int{}
	}
	for _, n := range b.Notifications {
		h.count[r.URL.Path][n.Story]++
	}
}

// A daemon that is killed again and again rules each receiver of each story once.
func TestKills(t *testing.T) {
	t.Parallel()
	h := &hooks{bodies: map[string]string{}, count: map[string]map[string]int{}}
	srv := httptest.NewServer(h)
	defer srv.Close()
	dir := t.TempDir()
	died := 0
	for run := 0; ; run++ {
		if run > 20*kills() {
			t.Fatal("the daemon makes no progress")
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"="+dir, childURL+"="+srv.URL)
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if died < kills() {
			// From before the store is open until well after.
			time.AfterFunc(time.Duration(20+rand.N(280))*time.Millisecond, func() { cmd.Process.Kill() }) //nolint:errcheck // it may have ended
		}
		if err := cmd.Wait(); err == nil {
			break
		}
		if cmd.ProcessState.Exited() {
			t.Fatalf("the daemon failed: %v", cmd.ProcessState)
		}
		died++
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if died < kills()/2 {
		t.Errorf("killed only %d times", died)
	}
	t.Logf("killed %d times; %d messages, %d of them sent again under their key", died, len(h.bodies), h.again)
	for _, f := range h.faults {
		t.Error(f)
	}
	for _, path := range []string{"/hook", "/digest"} {
		once(t, path, h.count[path])
	}
	lines, entries := map[string]int{}, map[string]int{}
	for _, n := range readLines(t, filepath.Join(dir, "alerts.jsonl")) {
		lines[n.Story]++
	}
	for _, it := range feedAt(t, filepath.Join(dir, "alerts.xml")).Items {
		entries[it.GUID]++
	}
	once(t, "alerts.jsonl", lines)
	once(t, "alerts.xml", entries)
}

func once(t *testing.T, where string, count map[string]int) {
	t.Helper()
	if len(count) != killStories() {
		t.Errorf("%s: %d stories of %d", where, len(count), killStories())
	}
	for story, n := range count {
		if n != 1 {
			t.Errorf("%s: story %s notified %d times", where, story, n)
		}
	}
}
