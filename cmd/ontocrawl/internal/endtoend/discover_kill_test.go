package endtoend

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ontocrawl/ontocrawl/config"
)

// countingEngine answers a question by its words alone, so that a crawl that was killed can be
// compared with one that was not, and counts every question that reaches it.
type countingEngine struct {
	*httptest.Server

	mu    sync.Mutex
	asked int
	pages int
	// at is called for each request with its number, before it is answered; it may kill who
	// asks. page is "" for a question. A page is fetched only when the answer that listed it is
	// in the journal.
	at func(n int, page string)
}

func newCountingEngine(t *testing.T) *countingEngine {
	e := &countingEngine{at: func(int, string) {}}
	e.Server = httptest.NewServer(e)
	t.Cleanup(e.Close)
	return e
}

// count returns the number of questions so far.
func (e *countingEngine) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.asked
}

func (e *countingEngine) begin(at func(n int, page string)) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.asked, e.pages, e.at = 0, 0, at
}

func (e *countingEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/search" {
		number := strings.TrimPrefix(r.URL.Path, "/storm/")
		if number == r.URL.Path {
			http.NotFound(w, r)
			return
		}
		e.mu.Lock()
		e.pages++
		n, at := e.pages, e.at
		e.mu.Unlock()
		at(n, number)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, page1("Typhoon "+number, "The typhoon "+number+" made landfall; the typhoon brought a storm surge. Typhoon warning of day "+number+".", "")) //nolint:errcheck
		return
	}
	e.mu.Lock()
	e.asked++
	n, at := e.asked, e.at
	e.mu.Unlock()
	at(n, "")
	h := fnv.New32()
	h.Write([]byte(r.URL.Query().Get("q") + r.URL.Query().Get("pageno"))) //nolint:errcheck // never fails
	var results []map[string]string
	for i := range uint32(3) {
		results = append(results, map[string]string{"url": fmt.Sprintf("%s/storm/%d", e.URL, (h.Sum32()+i)%500), "title": "Typhoon news", "content": "a typhoon made landfall"})
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"query": "q", "results": results, "unresponsive_engines": []string{}}) //nolint:errcheck
}

// TestKillQuestions: killed again and again while questions are in flight and after answers, a
// crawl asks no more than --queries, by the engine's own count, and once more for each
// question that was in flight; and it ends with the pages of a crawl that nobody killed.
func TestKillQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs the real program many times")
	}
	t.Parallel()
	bin, dir, engine := buildBinary(t), t.TempDir(), newCountingEngine(t)
	const queries = 8
	write(t, dir, "settings.yaml", "search:\n  own: {kind: searxng, url: "+strings.Replace(engine.URL, "127.0.0.1", "localhost", 1)+", per-minute: 60000, per-day: 100000}\n")
	command := func(out string) *exec.Cmd {
		cmd := exec.Command(bin, "crawl", "--topic", "typhoon", "--search", "own", "--config", filepath.Join(dir, "settings.yaml"), "--allow-private", "--delay", "0",
			"--out", filepath.Join(dir, out), "--queries", fmt.Sprint(queries), "--max-pages", "200", "--deterministic", "--segmenter", "trie", "--retries", "0", "--contact", "https://tests.example/")
		cmd.Env = slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, config.EnvPrefix) })
		cmd.Env = append(cmd.Env, "HOME="+dir)
		return cmd
	}
	if out, err := command("calm").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := engine.count(); n != queries {
		t.Fatalf("undisturbed: %d questions; the budget is %d", n, queries)
	}

	var mu sync.Mutex
	var process *os.Process
	kills, inFlight, killers := 0, 0, map[string]bool{}
	engine.begin(func(n int, page string) {
		mu.Lock()
		defer mu.Unlock()
		// Every fourth question kills who asks, and three of the pages, each once: one page that
		// did it again and again would be quarantined.
		if process == nil || n%4 != 2 || page != "" && (kills-inFlight == 3 || killers[page]) {
			return
		}
		process.Kill() //nolint:errcheck // it may be dead already
		process = nil
		if kills++; page == "" {
			inFlight++
		}
		killers[page] = true
	})
	ended := false
	for range 3 * queries {
		cmd := command("killed")
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		process = cmd.Process
		mu.Unlock()
		err := cmd.Wait()
		mu.Lock()
		process = nil
		mu.Unlock()
		if ended = err == nil; ended {
			break
		}
		if cmd.ProcessState.Exited() {
			t.Fatalf("it ended by itself: %v\n%s", err, said.String())
		}
	}
	// A question may also be in flight when a page kills.
	if n := engine.count(); !ended || n > queries+kills || kills < 4 || inFlight == 0 || inFlight == kills {
		t.Errorf("ended: %v; %d questions, the budget is %d; %d kills, %d of them by a question", ended, n, queries, kills, inFlight)
	}
	calm, killed := readLines(t, filepath.Join(dir, "calm")), readLines(t, filepath.Join(dir, "killed"))
	if !slices.Equal(killed, calm) || len(calm) == 0 {
		t.Errorf("the killed crawl has other pages: %s", firstDifference(killed, calm))
	}
	t.Logf("%d questions of %d, %d kills, %d of them with a question in flight, %d pages", engine.count(), queries, kills, inFlight, len(calm))
}
