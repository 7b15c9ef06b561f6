package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// toLog writes what the server says to a slog.Logger, and remembers what was worst.
type toLog struct {
	log   *slog.Logger
	mu    sync.Mutex
	last  string
	fatal bool
}

func (l *toLog) say(level slog.Level, format string, v []any) {
	message := fmt.Sprintf(format, v...)
	if level >= slog.LevelError {
		l.mu.Lock()
		l.last = message
		l.mu.Unlock()
	}
	if l.log != nil {
		l.log.Log(context.Background(), level, "nats server", "says", message)
	}
}

// why returns the last error that the server spoke of.
func (l *toLog) why() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == "" {
		return errors.New("it was not ready in a minute")
	}
	return errors.New(l.last)
}

// isFatal reports whether the server has said that it cannot go on.
func (l *toLog) isFatal() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fatal
}

// Noticef and the others implement the server's Logger. A fatal error does not end the process.
func (l *toLog) Noticef(f string, v ...any) { l.say(slog.LevelInfo, f, v) }

// Warnf implements the server's Logger.
func (l *toLog) Warnf(f string, v ...any) { l.say(slog.LevelWarn, f, v) }

// Fatalf implements the server's Logger.
func (l *toLog) Fatalf(f string, v ...any) {
	l.say(slog.LevelError, f, v)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fatal = true
}

// Errorf implements the server's Logger.
func (l *toLog) Errorf(f string, v ...any) { l.say(slog.LevelError, f, v) }

// Debugf implements the server's Logger.
func (l *toLog) Debugf(f string, v ...any) { l.say(slog.LevelDebug, f, v) }

// Tracef implements the server's Logger.
func (l *toLog) Tracef(f string, v ...any) { l.say(slog.LevelDebug-4, f, v) }
