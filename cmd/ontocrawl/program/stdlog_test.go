package program

import (
	"fmt"
	"log"
	"strings"
	"testing"
	"time"
)

// A server that makes net/http say something without end fills no disk; what is said counts, and obeys no page.
func TestStandardLogIsBounded(t *testing.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	var out strings.Builder
	std := log.New(&stdlog{to: &out, now: func() time.Time { return now }}, "", 0)
	for i := range 100_000 {
		std.Printf("frame %d \x1b[2J", i)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != mostLines || !strings.HasPrefix(lines[mostLines-1], fmt.Sprintf("frame %d ", mostLines-1)) || strings.Contains(out.String(), "\x1b") {
		t.Fatalf("%d lines: %.300q", len(lines), lines)
	}
	out.Reset()
	now = now.Add(time.Minute)
	std.Print("another")
	if want := "net/http: 99980 more lines in the minute from 12:00:00\nanother\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
