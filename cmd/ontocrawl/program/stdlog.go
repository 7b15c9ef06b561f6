package program

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/term"
)

// mostLines is how many lines a minute the standard log may say.
const mostLines = 20

// stdlog is where the standard log of package log goes, into which net/http writes: a line for each frame of HTTP/2 that it
// does not know, and a server may send those without end. Of each minute the first lines are passed on, made safe for a
// terminal, and then one that says how many were not. The program's own log does not come here.
type stdlog struct {
	to  io.Writer
	now func() time.Time

	mu     sync.Mutex
	began  time.Time // of the minute
	passed int
	held   int
}

// Write implements [io.Writer]. Package log calls it once for each line.
func (l *stdlog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.now(); now.Sub(l.began) >= time.Minute {
		if l.held > 0 {
			fmt.Fprintf(l.to, "net/http: %d more lines in the minute from %s\n", l.held, l.began.UTC().Format(time.TimeOnly)) // not translated: a log
		}
		l.began, l.passed, l.held = now, 0, 0
	}
	if l.passed == mostLines {
		l.held++
		return len(line), nil
	}
	l.passed++
	if _, err := io.WriteString(l.to, term.SafeLines(string(line))); err != nil {
		return 0, err
	}
	return len(line), nil
}
