package phase

import (
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/ontocrawl/ontocrawl/crawl/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/monitor/cap"
)

// ofAlert returns the phase that an alert stands for at now. CAP has no phases; we
// read its three scales so: what is severe is a warning; it is the impact if it is
// seen and asks for action at once, or was due to begin by now; what is less severe,
// far off or merely possible is watched; what is unlikely or over is nothing.
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

// concerns reports whether an alert is one that rules ask for.
func concerns(rules *monitor.PhaseRules, i *cap.Info) bool {
	return i.In(rules.Areas) && i.About(rules.Events)
}

// alertReasons returns the reasons that are in force.
func alertReasons(rules *monitor.PhaseRules, said []cap.Said, now time.Time) []Reason {
	var out []Reason
	for _, s := range said {
		if !concerns(rules, s.Info) {
			continue
		}
		if p, ok := ofAlert(s.Info, now); ok {
			out = append(out, Reason{p, "cap", describe(s)})
		}
	}
	return out
}

// allClear returns what says that the danger is over, among what was said after t.
func allClear(rules *monitor.PhaseRules, said []cap.Said, t time.Time) string {
	for _, s := range said {
		if s.Info.AllClear() && s.Alert.Sent.After(t) && concerns(rules, s.Info) {
			return "all clear: " + describe(s)
		}
	}
	return ""
}

// describe says of an alert what a reader of the history wants to know.
func describe(s cap.Said) string {
	what := s.Info.Headline
	if what == "" {
		what = s.Info.Event
	}
	who := s.Info.SenderName
	if who == "" {
		who = s.Alert.Sender
	}
	return oneLine(fmt.Sprintf("%s (%s, %s, %s; %s, %s)", what, s.Info.Severity, s.Info.Urgency, s.Info.Certainty, who, s.Alert.Identifier))
}

// oneLine makes one line of text from outside, without what a terminal obeys.
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

// Mentions counts the events of a job that mention each concept in [from, to), in
// buckets. A monitor.Reader has it.
type Mentions interface {
	Mentions(job string, from, to time.Time) (map[string][]int, error)
}

// rateReasons returns the rates that are above their baseline. known is from when on
// the job's pages are news: what its first run found was there before.
func rateReasons(store Mentions, job *monitor.Job, known, now time.Time) ([]Reason, error) {
	var out []Reason
	for i := range job.Phases.Rates {
		text, err := exceeds(store, job.Name, &job.Phases.Rates[i], known, now)
		if err != nil {
			return nil, err
		}
		if text != "" {
			out = append(out, Reason{job.Phases.Rates[i].Phase, "rate", text})
		}
	}
	return out, nil
}

// exceeds says how far a rate is above its baseline, "" if it is not. The baseline
// is the mean over the base before the window, as far as the job is known then. A
// job that is known for less than a window before this one has none, and nothing is
// said: any number is large beside nothing.
func exceeds(store Mentions, job string, r *monitor.Rate, known, now time.Time) (string, error) {
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
	return oneLine(fmt.Sprintf("%s mentioned by %d events in %s; %.1f is usual (over %s)", r.Concept, n, short(r.Window), usual, short(split.Sub(from)))), nil
}

func count(store Mentions, job, concept string, from, to time.Time) (n int, err error) {
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
