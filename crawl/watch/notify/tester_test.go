package notify

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestTestAll: each receiver's own answer is told. Two files are written by a process without a
// daemon, and by the process that delivers; while a daemon delivers, another process may not.
func TestTestAll(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "no such hook", http.StatusGone) }))
	defer srv.Close()
	receivers := []monitor.Receiver{
		{Name: "one", Kind: "jsonl", Config: Config{&JSONLines{Path: "one.jsonl"}}},
		{Name: "two", Kind: "jsonl", Config: Config{&JSONLines{Path: "two.jsonl"}}},
		{Name: "hook", Kind: "webhook", Config: Config{&Webhook{URL: srv.URL + "/?key=secret"}}},
	}
	j := &monitor.Job{Name: "typhoon"}
	for _, r := range append(receivers, receivers[0]) {
		j.AlertRules = append(j.AlertRules, monitor.AlertRule{Name: r.Name, Receiver: r})
	}
	if got := ReceiversOf(j); len(got) != 3 || got[2].Name != "hook" {
		t.Errorf("receivers of the job: %+v", got)
	}
	dir := t.TempDir()
	opt := Options{Dir: dir, Hosts: []string{"127.0.0.1"}}
	said := func(tests []Tested) (all string) {
		for _, x := range tests {
			all += x.Receiver + ":"
			switch {
			case x.Sent:
				all += "sent "
			case x.Error != "":
				all += "failed "
			case x.Preview != "":
				all += "shown "
			}
			if strings.Contains(x.Error+x.Preview, "secret") {
				t.Errorf("%s: a secret is told: %+v", x.Receiver, x)
			}
		}
		return all
	}
	lines := func() (n int) {
		for _, name := range []string{"one.jsonl", "two.jsonl"} {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			n += strings.Count(string(text), "\n")
		}
		return n
	}
	outside := NewTester([]*monitor.Job{j}, opt)
	if got := said(outside.Test(t.Context(), "typhoon", receivers[:2], true)); got != "one:shown two:shown " || lines() != 0 {
		t.Errorf("shown: %s, %d lines", got, lines())
	}
	if got := said(outside.Test(t.Context(), "typhoon", receivers, false)); got != "one:sent two:sent hook:failed " || lines() != 2 {
		t.Errorf("without a daemon: %s, %d lines", got, lines())
	}
	w := NewWorker(nil, []*monitor.Job{j}, opt)
	release, err := w.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	if got := said(outside.Test(t.Context(), "typhoon", receivers[:1], false)); got != "one:failed " {
		t.Errorf("while a daemon delivers: %s", got)
	}
	if got := said(w.Tester().Test(t.Context(), "typhoon", receivers[:2], false)); got != "one:sent two:sent " || lines() != 4 {
		t.Errorf("by the daemon itself: %s, %d lines", got, lines())
	}
}
