package daemon_test

import (
	"bufio"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/crawl/watch/daemon"
	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/monitortest"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
)

// postman takes mails on loopback; deaf refuses them.
type postman struct {
	net.Listener
	mu    sync.Mutex
	mails []string
	deaf  bool
}

func newPostman(t *testing.T) *postman {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postman{Listener: l}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.talk(c)
		}
	})
	t.Cleanup(func() { l.Close(); wg.Wait() }) //nolint:errcheck // a test
	return p
}

func (p *postman) talk(c net.Conn) {
	defer c.Close() //nolint:errcheck // a test
	r := bufio.NewReader(c)
	say := func(s string) { fmt.Fprint(c, s+"\r\n") } //nolint:errcheck // a test
	say("220 test")
	for {
		text, err := r.ReadString('\n')
		if err != nil {
			return
		}
		p.mu.Lock()
		deaf := p.deaf
		p.mu.Unlock()
		switch word := strings.ToUpper(strings.Fields(text + " x")[0]); {
		case deaf:
			say("421 closed")
			return
		case word == "QUIT":
			say("221 bye")
			return
		case word == "DATA":
			say("354 go on")
			var mail strings.Builder
			for line := ""; line != ".\r\n"; mail.WriteString(line) {
				if line, err = r.ReadString('\n'); err != nil {
					return
				}
			}
			p.mu.Lock()
			p.mails = append(p.mails, mail.String())
			p.mu.Unlock()
			say("250 taken")
		default:
			say("250 ok")
		}
	}
}

func (p *postman) got() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer func() { p.mails = nil }()
	return p.mails
}

// TestShiftReports: a job sends its report when a shift has ended, in its language and zone, once; after a mail server was
// away the report is sent again, and one report tells of all shifts in which nobody was there.
func TestShiftReports(t *testing.T) {
	post := newPostman(t)
	f, err := jobfile.Parse(filepath.Join(t.TempDir(), "jobs.yaml"), []byte(`
receivers: [{name: office, kind: email, smtp: "`+post.Addr().String()+`", tls: none, from: w@example.org, to: [o@example.org]}]
jobs: [{name: typhoon, lang: zh, zone: Asia/Shanghai, seeds: ["https://a.example/"], schedule: "@every 1h", budget: {pages: 5}, report: {at: ["06:00", "18:00"], to: office}}]
`), jobfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	clock := monitortest.NewClock(time.Date(2026, 7, 25, 9, 59, 0, 0, time.UTC)) // 17:59 in Shanghai
	run := func() {
		t.Helper()
		clock.Advance(time.Second) // one instant has one run by hand
		opt := daemon.Options{Jobs: f, ReceiverHosts: []string{"127.0.0.1"}, Crawler: &crawler{}, Log: slog.New(slog.DiscardHandler), Clock: clock}
		if _, err := daemon.RunDue(t.Context(), opt, f.Jobs[0], true); err != nil {
			t.Fatal(err)
		}
	}
	mails := func(want int, text string) {
		t.Helper()
		got := post.got()
		if len(got) != want || want > 0 && !strings.Contains(got[0], text) {
			t.Fatalf("%d mails, want %d with %q: %s", len(got), want, text, got)
		}
	}
	run()
	mails(0, "")
	clock.Advance(2 * time.Minute)
	run()
	mails(1, "2026-07-25 06:00 ")
	run()
	mails(0, "")
	clock.Advance(12 * time.Hour)
	post.mu.Lock()
	post.deaf = true
	post.mu.Unlock()
	run()
	post.mu.Lock()
	post.deaf = false
	post.mu.Unlock()
	run()
	mails(1, "2026-07-25 18:00 ")
	clock.Advance(36 * time.Hour)
	run()
	mails(1, "2026-07-26 06:00 ")
}
