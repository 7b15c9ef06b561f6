package cmdtest

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/pacetest"
)

// Buffer may be written to by several goroutines.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (s *Buffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *Buffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Daemon is `ontocrawl watch` in a process of its own.
type Daemon struct {
	Cmd *exec.Cmd
	Log Buffer
}

// Env is the environment of this process with nothing of a user's settings.
func Env() []string {
	return slices.DeleteFunc(os.Environ(), func(kv string) bool { return strings.HasPrefix(kv, config.EnvPrefix) })
}

// StartWatch starts bin with nothing of a user's settings. It ends with the test.
func StartWatch(t *testing.T, bin string, args ...string) *Daemon {
	t.Helper()
	w := &Daemon{Cmd: exec.Command(bin, append([]string{"watch"}, args...)...)}
	w.Cmd.Env = Env()
	w.Cmd.Stderr = &w.Log
	if err := w.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if w.Cmd.ProcessState == nil {
			w.Cmd.Process.Kill() //nolint:errcheck // it may have ended
			w.Cmd.Wait()         //nolint:errcheck // likewise
		}
	})
	return w
}

// Says waits until the daemon has logged text.
func (w *Daemon) Says(t *testing.T, text string) {
	t.Helper()
	Until(t, text+"\n"+w.Log.String(), func() bool { return strings.Contains(w.Log.String(), text) })
}

// Until waits for what must come.
func Until(t *testing.T, what string, ok func() bool) {
	t.Helper()
	pacetest.Until(t, 2*time.Minute, what, ok)
}
