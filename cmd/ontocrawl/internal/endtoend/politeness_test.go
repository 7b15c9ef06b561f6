//go:build unix

package endtoend

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// refusing is a server that asks for a pause once, and keeps the times at which
// it was asked.
type refusing struct {
	mu      sync.Mutex
	times   []time.Time
	paths   []string
	refused int // index of the request that was, -1: none yet
	retry   string
}

func (s *refusing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.times, s.paths = append(s.times, time.Now()), append(s.paths, r.URL.Path)
	switch {
	case r.URL.Path == "/robots.txt":
		http.NotFound(w, r)
	case r.URL.Path == "/busy" && s.refused < 0:
		s.refused = len(s.times) - 1
		w.Header().Set("Retry-After", s.retry)
		w.WriteHeader(http.StatusTooManyRequests)
	default:
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, page1("Typhoon", storm, `<a href="/busy">Typhoon track</a><a href="/2">Typhoon</a><a href="/3">Typhoon</a>`)) //nolint:errcheck
	}
}

func (s *refusing) seen() (times []time.Time, refused int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]time.Time(nil), s.times...), s.refused
}

// A server asks to be left alone for some seconds, and the process is killed as
// soon as it has heard: the next one leaves it alone for as long. So does one
// that is told to begin afresh, for the server knows nothing of that.
func TestKillKeepsPoliteness(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("waits for pauses of three seconds: not with -short")
	}
	bin := buildBinary(t)
	for name, more := range map[string][]string{"goes on": nil, "afresh": {"--fresh"}, "deterministic": {"--deterministic"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const pause = 3 * time.Second
			s := &refusing{refused: -1, retry: "3"}
			server := httptest.NewServer(s)
			defer server.Close()
			dir := t.TempDir()
			seeds := write(t, dir, "seeds.txt", server.URL+"/")
			command := func(more ...string) *exec.Cmd {
				return exec.Command(bin, append([]string{"crawl", "--topic", "typhoon", "--seeds", seeds, "--out", filepath.Join(dir, "run"), "--max-pages", "4",
					"--allow-private", "--delay", "20ms", "--segmenter", "trie", "--contact", "https://tests.example/"}, more...)...)
			}
			first := more
			if name == "afresh" {
				first = nil
			}
			cmd := command(first...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			until(t, "a refusal", func() bool { _, refused := s.seen(); return refused >= 0 })
			// The answer is on its way: the time to read it and to write one line. A
			// process that dies before has not heard it.
			time.Sleep(100 * time.Millisecond)
			cmd.Process.Kill() //nolint:errcheck // it may be gone
			cmd.Wait()         //nolint:errcheck // killed
			if out, err := command(more...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			times, refused := s.seen()
			if refused+1 >= len(times) {
				t.Fatal("never asked again")
			}
			if got := times[refused+1].Sub(times[refused]); got < pause {
				t.Errorf("asked %v after it asked for %v: %v", got, pause, s.paths)
			}
		})
	}
}
