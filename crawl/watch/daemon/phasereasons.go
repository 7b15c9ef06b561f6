package daemon

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/cap"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// ofAlert returns the phase that an alert means at now. CAP has no phases; we map its
// three scales:
//
//   - severe: warning;
//   - severe, and observed with immediate action, or past its onset: impact;
//   - less severe, far off or merely possible: watch;
//   - unlikely or over: nothing.
func ofAlert(i *cap.Info, now time.Time) (monitor.Phase, bool) {
	severe := i.Severity == "Extreme" || i.Severity == "Severe"
	sure := i.Certainty == "Observed" || i.Certainty == "Likely"
	begun := !i.Onset.IsZero() && !i.Onset.After(now)
	switch {
	case i.AllClear() || i.Certainty == "Unlikely":
		return monitor.Calm, false
	case severe && (i.Certainty == "Observed" && i.Urgency == "Immediate" || sure && begun):
		return monitor.Impact, true
	case severe && i.Certainty != "Possible" && i.Urgency != "Future":
		return monitor.Warning, true
	}
	return monitor.Watch, true
}

// concerns reports whether rules ask for an alert.
func concerns(rules *monitor.PhaseRules, i *cap.Info) bool {
	return i.In(rules.Areas) && i.About(rules.Events)
}

// alertReasons returns the alerts in force as reasons.
func alertReasons(rules *monitor.PhaseRules, said []cap.Said, now time.Time) []reason {
	var out []reason
	for _, s := range said {
		if !concerns(rules, s.Info) {
			continue
		}
		if p, ok := ofAlert(s.Info, now); ok {
			out = append(out, reason{p, "cap", describe(s)})
		}
	}
	return out
}

// allClear returns the message, sent after t, that the danger is over, "" if there is none.
func allClear(rules *monitor.PhaseRules, said []cap.Said, t time.Time) string {
	for _, s := range said {
		if s.Info.AllClear() && s.Alert.Sent.After(t) && concerns(rules, s.Info) {
			return "all clear: " + describe(s)
		}
	}
	return ""
}

// describe returns an alert in words, for the history.
func describe(s cap.Said) string {
	what, who := cmp.Or(s.Info.Headline, s.Info.Event), cmp.Or(s.Info.SenderName, s.Alert.Sender)
	return oneLine(fmt.Sprintf("%s (%s, %s, %s; %s, %s)", what, s.Info.Severity, s.Info.Urgency, s.Info.Certainty, who, s.Alert.Identifier))
}

// oneLine makes text from outside one line, without what a terminal obeys.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		s = string(r[:299]) + "…"
	}
	return s
}

// mentions counts the events of a job that mention each concept in [from, to), in
// buckets, as a monitor.Reader does.
type mentions interface {
	Mentions(job string, from, to time.Time) (map[string][]int, error)
}

// rateReasons returns the rates above their baseline. known is when the first run
// ended: its pages were there before and do not count.
func rateReasons(store mentions, job *monitor.Job, known, now time.Time) ([]reason, error) {
	var out []reason
	for i := range job.Phases.Rates {
		text, err := exceeds(store, job.Name, &job.Phases.Rates[i], known, now)
		if err != nil {
			return nil, err
		}
		if text != "" {
			out = append(out, reason{job.Phases.Rates[i].Phase, "rate", text})
		}
	}
	return out, nil
}

// exceeds says how far a rate is above its baseline, "" if it is not. The baseline is
// the mean over the base before the window, as far as the job was known. It is missing
// if the job was known for less than a window: every number is large beside nothing.
func exceeds(store mentions, job string, r *monitor.Rate, known, now time.Time) (string, error) {
	split := now.Add(-r.Window)
	from := split.Add(-r.Base)
	if from.Before(known) {
		from = known
	}
	if split.Sub(from) < min(r.Window, r.Base) || r.Window <= 0 {
		return "", nil
	}
	n, err := count(store, job, r.Concept, split, now)
	if err != nil || n < max(r.Min, 1) {
		return "", err
	}
	base, err := count(store, job, r.Concept, from, split)
	if err != nil {
		return "", err
	}
	usual := float64(base) * float64(r.Window) / float64(split.Sub(from))
	if float64(n) <= r.Factor*usual {
		return "", nil
	}
	return oneLine(fmt.Sprintf("%s mentioned by %d events in %s; %.1f is usual (over %s)", r.Concept, n, short(r.Window), usual, short(split.Sub(from)))), nil // not translated: kept in the store
}

func count(store mentions, job, concept string, from, to time.Time) (n int, err error) {
	m, err := store.Mentions(job, from, to)
	for _, k := range m[concept] {
		n += k
	}
	return n, err
}

// short writes a duration in whole days, hours or minutes.
func short(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%d days", d.Round(24*time.Hour)/(24*time.Hour))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d h", d.Round(time.Hour)/time.Hour)
	}
	return fmt.Sprintf("%d min", d.Round(time.Minute)/time.Minute)
}
