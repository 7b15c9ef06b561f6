package metrics

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestDaemon(t *testing.T) {
	state := DaemonState{Free: 5 << 30, Jobs: []JobState{
		{Name: "typhoon", Phase: "impact", Running: true, Lag: 90 * time.Second, Delay: 2 * time.Second, Next: time.Unix(1e9, 0), Runs: map[string]int{"done": 3, "failed": 1}},
		{Name: "paused", Phase: "calm"},
	}}
	d := NewDaemon(DaemonOptions{
		Version: "1.2", State: func() DaemonState { return state },
		Notifications: func() []NotificationCount { return []NotificationCount{{"duty", 4, 2, 1}} },
	})
	d.Found("typhoon", "new", 10*time.Minute, true)
	d.Found("typhoon", "gone", 0, false)
	ask := func(path string) (int, string) {
		w := httptest.NewRecorder()
		handler(d, false).ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w.Code, w.Body.String()
	}
	_, text := ask("/metrics")
	for _, want := range []string{
		`ontocrawl_job_runs_total{job="typhoon",outcome="done"} 3`,
		`ontocrawl_job_runs_total{job="typhoon",outcome="failed"} 1`,
		`ontocrawl_job_running{job="typhoon"} 1`,
		`ontocrawl_job_running{job="paused"} 0`,
		`ontocrawl_job_lag_seconds{job="typhoon"} 90`,
		`ontocrawl_job_start_delay_seconds{job="typhoon"} 2`,
		`ontocrawl_job_next_timestamp_seconds{job="typhoon"} 1e+09`,
		`ontocrawl_job_phase{job="typhoon",phase="impact"} 1`,
		`ontocrawl_job_events_total{job="typhoon",kind="gone"} 1`,
		`ontocrawl_capture_delay_seconds_bucket{le="300"} 0`,
		`ontocrawl_capture_delay_seconds_bucket{le="600"} 1`,
		`ontocrawl_capture_delay_seconds_count 1`,
		`ontocrawl_notifications_total{outcome="sent",receiver="duty"} 4`,
		`ontocrawl_notifications_total{outcome="failed",receiver="duty"} 2`,
		`ontocrawl_notifications_total{outcome="dead",receiver="duty"} 1`,
		`ontocrawl_fetching_paused 0`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, `next_timestamp_seconds{job="paused"}`) {
		t.Error("a job that is never due has a time")
	}
	if code, body := ask("/healthz"); code != http.StatusOK {
		t.Errorf("healthz: %d %s", code, body)
	}
	state.Troubles = []Trouble{{Kind: "run failed", Job: "typhoon", Text: "no\x1b[31m\nontology", Since: time.Unix(1e9, 0)}, {Kind: "file of jobs", Since: time.Unix(1e9, 0)}}
	state.Pinged = time.Unix(1e9, 0)
	if code, body := ask("/healthz"); code != http.StatusOK || !strings.HasPrefix(body, "ok\njob typhoon: run failed since 2001-09-09T01:46:40Z: no") ||
		!strings.HasSuffix(body, "\nfile of jobs since 2001-09-09T01:46:40Z\n") || strings.Contains(body, "\x1b") {
		t.Errorf("healthz with troubles: %d %q", code, body)
	}
	if _, text = ask("/metrics"); !strings.Contains(text, `ontocrawl_trouble{job="typhoon",kind="run failed"} 1`) || !strings.Contains(text, "ontocrawl_ping_last_success_timestamp_seconds 1e+09\n") {
		t.Error("no metrics of troubles")
	}
	state.Full, state.Free = true, -1
	if code, body := ask("/healthz"); code != http.StatusServiceUnavailable || !strings.Contains(body, "full") {
		t.Errorf("healthz on a full disk: %d %s", code, body)
	}
	if _, text = ask("/metrics"); !strings.Contains(text, "ontocrawl_fetching_paused 1\n") || strings.Contains(text, "disk_free_bytes ") {
		t.Error("a full disk of unknown size")
	}
}
