package jobfile

import (
	"strings"
	"testing"
	"time"
)

// TestShiftReport: the report of a job has times in the zone of the job and receivers of mail; what is wrong is a fault with
// its line and value. Defaults hold for each job, and a job's own report replaces them.
func TestShiftReport(t *testing.T) {
	const head = `receivers:
- {name: office, kind: email, smtp: "mail.example.org:587", from: w@example.org, to: [o@example.org]}
- {name: duty, kind: webhook, url: "https://duty.example/"}
defaults: {zone: Asia/Shanghai, report: {at: "20:00", to: office}}
jobs:
- {name: first, seeds: ["http://a.example/"], schedule: "@every 10m", budget: {pages: 5}}
- name: storms
  seeds: [http://a.example/]
  schedule: '@every 10m'
  budget: {pages: 5}
  report: `
	for _, tt := range []struct{ text, fault string }{
		{`{at: ["18:00", "06:00"], to: office}`, ""},
		{`{at: "06:00", to: duty}`, "line 11: the report goes to receivers of kind email, and duty is of kind webhook"},
		{`{at: "06:00", to: ofice}`, `line 11: no receiver is called "ofice"; did you mean "office"?`},
		{`{at: "24:00", to: office}`, `line 11: report.at is "24:00", but it must be a time of the day`},
		{`{at: noon, to: office}`, `line 11: report.at is "noon", but it must be a time of the day`},
		{`{to: office}`, "line 11: report needs at"},
		{`{at: "06:00"}`, "line 11: report needs to"},
		{`{at: "06:00", to: office, kind: x}`, "line 11"},
		{`06:00`, "line 11"},
	} {
		f, findings := parse("jobs.yaml", []byte(head+tt.text+"\n"), Options{})
		var faults []string
		for _, x := range findings {
			faults = append(faults, strings.TrimPrefix(x.String(), "jobs.yaml:"))
		}
		got := strings.Join(faults, "\n")
		if tt.fault != "" {
			line, text, _ := strings.Cut(tt.fault, ": ")
			if !strings.Contains(got, strings.TrimPrefix(line, "line ")) || !strings.Contains(got, text) {
				t.Errorf("%s: %q, want %q", tt.text, got, tt.fault)
			}
			continue
		}
		if got != "" {
			t.Fatalf("%s: %s", tt.text, got)
		}
		now := time.Date(2026, 7, 25, 23, 0, 0, 0, time.UTC) // 07:00 in Shanghai
		from, to := f.Jobs[1].Report.Last(now)
		if !from.Equal(time.Date(2026, 7, 25, 10, 0, 0, 0, time.UTC)) || !to.Equal(time.Date(2026, 7, 25, 22, 0, 0, 0, time.UTC)) || f.Jobs[1].Report.To[0].Kind != "email" {
			t.Errorf("the last shift is %v to %v; %+v", from, to, f.Jobs[1].Report)
		}
		if from, to := f.Jobs[0].Report.Last(now); !from.Equal(time.Date(2026, 7, 24, 12, 0, 0, 0, time.UTC)) || to.Sub(from) != 24*time.Hour || f.Jobs[0].Report.To[0].Kind != "email" {
			t.Errorf("of the defaults: %v to %v; %+v", from, to, f.Jobs[0].Report)
		}
	}
}
