package daemon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/ontocrawl/ontocrawl/crawl/watch/internal/cap"
	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

var phaseNoon = time.Date(2026, 7, 25, 12, 0, 0, 0, time.UTC)

func at(hours float64) time.Time { return phaseNoon.Add(time.Duration(hours * float64(time.Hour))) }

func TestOfAlert(t *testing.T) {
	tests := []struct {
		severity, urgency, certainty string
		onset                        time.Time
		want                         monitor.Phase
		ok                           bool
	}{
		{"Extreme", "Immediate", "Observed", time.Time{}, monitor.Impact, true},
		{"Severe", "Immediate", "Likely", time.Time{}, monitor.Warning, true},
		{"Severe", "Expected", "Likely", at(1), monitor.Warning, true},
		{"Severe", "Expected", "Likely", at(0), monitor.Impact, true},
		{"Severe", "Expected", "Possible", at(-1), monitor.Watch, true},
		{"Severe", "Future", "Likely", time.Time{}, monitor.Watch, true},
		{"Extreme", "Unknown", "Unknown", time.Time{}, monitor.Warning, true},
		{"Moderate", "Immediate", "Observed", at(-1), monitor.Watch, true},
		{"Unknown", "Unknown", "Unknown", time.Time{}, monitor.Watch, true},
		{"Extreme", "Immediate", "Unlikely", time.Time{}, monitor.Calm, false},
		{"Extreme", "Past", "Observed", at(-1), monitor.Calm, false},
	}
	for _, tt := range tests {
		i := &cap.Info{Severity: tt.severity, Urgency: tt.urgency, Certainty: tt.certainty, Onset: tt.onset}
		if got, ok := ofAlert(i, phaseNoon); got != tt.want || ok != tt.ok {
			t.Errorf("%+v: %v, %v", tt, got, ok)
		}
	}
}

func TestJudge(t *testing.T) {
	because := func(phases ...monitor.Phase) (out []reason) {
		for _, p := range phases {
			out = append(out, reason{p, "cap", p.String()})
		}
		return out
	}
	type last = monitor.Transition
	tests := []struct {
		name    string
		initial monitor.Phase
		last    last
		reasons []reason
		held    time.Time
		over    string
		to      monitor.Phase
		by      string // "" if the phase stays
		until   time.Time
	}{
		{name: "calm", last: last{}},
		{name: "raised", reasons: because(monitor.Watch, monitor.Warning), to: monitor.Warning, by: "cap", until: at(12)},
		{name: "by one of a lower phase", last: last{To: monitor.Warning, Until: at(3)}, reasons: because(monitor.Watch)},
		{name: "kept", last: last{To: monitor.Warning, Until: at(7)}, reasons: because(monitor.Warning), held: at(0)},
		{name: "kept, and written down", last: last{To: monitor.Warning, Until: at(5)}, reasons: because(monitor.Warning), to: monitor.Warning, by: "cap", until: at(12)},
		{name: "kept though its time was over", last: last{To: monitor.Warning, Until: at(-5)}, reasons: because(monitor.Warning), to: monitor.Warning, by: "cap", until: at(12)},
		{name: "decayed", last: last{To: monitor.Warning, Until: at(0)}, to: monitor.Watch, by: "decay", until: at(24)},
		{name: "a reason ended lately", last: last{To: monitor.Warning, Until: at(0)}, held: at(-1)},
		{name: "and long ago", last: last{To: monitor.Warning, Until: at(-3)}, held: at(-12), to: monitor.Watch, by: "decay", until: at(24)},
		{name: "impact to recovery", last: last{To: monitor.Impact, Until: at(0)}, reasons: because(monitor.Watch), to: monitor.Recovery, by: "decay", until: at(72)},
		{name: "impact to warning", last: last{To: monitor.Impact, Until: at(0)}, reasons: because(monitor.Warning), to: monitor.Warning, by: "decay", until: at(12)},
		{name: "recovery is not watched again", last: last{To: monitor.Recovery, Until: at(1)}, reasons: because(monitor.Watch)},
		{name: "a second storm", last: last{To: monitor.Recovery, Until: at(1)}, reasons: because(monitor.Warning), to: monitor.Warning, by: "cap", until: at(12)},
		{name: "recovery to calm", last: last{To: monitor.Recovery, Until: at(0)}, to: monitor.Calm, by: "decay"},
		{name: "watch to calm", last: last{To: monitor.Watch, Until: at(0)}, to: monitor.Calm, by: "decay"},
		{name: "cancelled", last: last{To: monitor.Warning, By: "cap", Until: at(9)}, over: "cancelled", to: monitor.Watch, by: "cap", until: at(24)},
		{name: "cancelled, but another holds", last: last{To: monitor.Warning, By: "cap", Until: at(9)}, reasons: because(monitor.Warning), over: "cancelled"},
		{name: "cancelled, but raised by people's talk", last: last{To: monitor.Warning, By: "rate", Until: at(9)}, over: "cancelled"},
		{name: "held by a person", last: last{To: monitor.Watch, Held: true, Until: at(1)}, reasons: because(monitor.Impact)},
		{name: "held for ever", last: last{To: monitor.Watch, Held: true}, reasons: because(monitor.Impact)},
		{name: "the person's time is over", last: last{To: monitor.Watch, Held: true, Until: at(0)}, reasons: because(monitor.Impact), to: monitor.Impact, by: "cap", until: at(24)},
		{name: "and nothing else", last: last{To: monitor.Impact, Held: true, Until: at(0)}, to: monitor.Recovery, by: "decay", until: at(72)},
		{name: "never below the beginning", initial: monitor.Watch, last: last{To: monitor.Watch}},
		{name: "nor said again there", initial: monitor.Watch, last: last{To: monitor.Watch}, reasons: because(monitor.Watch)},
		{name: "the file says to begin higher", initial: monitor.Watch, last: last{To: monitor.Calm, By: "decay"}, to: monitor.Watch, by: "hand"},
		{name: "but a person holds it", initial: monitor.Watch, last: last{To: monitor.Calm, Held: true, Until: at(1)}},
		{name: "down to the beginning", initial: monitor.Watch, last: last{To: monitor.Recovery, Until: at(0)}},
		{name: "impact, begun at watch", initial: monitor.Watch, last: last{To: monitor.Impact, Until: at(0)}, to: monitor.Watch, by: "decay"},
	}
	for _, tt := range tests {
		tt.last.Job = "j"
		s := evaluation{rules: &monitor.PhaseRules{Initial: tt.initial}, last: tt.last, now: phaseNoon, held: tt.held, reasons: tt.reasons, over: tt.over}
		got, ok := s.judge()
		if ok != (tt.by != "") {
			t.Errorf("%s: %+v, %v", tt.name, got, ok)
			continue
		}
		if ok && (got.To != tt.to || got.By != tt.by || !got.Until.Equal(tt.until) || got.From != tt.last.To || got.Job != "j" || got.Reason == "" || !got.At.Equal(phaseNoon) || got.Held) {
			t.Errorf("%s: %+v, want %v by %s until %v", tt.name, got, tt.to, tt.by, tt.until)
		}
	}
}

// store is a history in memory.
type phaseStore struct {
	transitions []monitor.Transition
	mentions    []time.Time // of the typhoon
	first       monitor.Run
	err         error
}

func (b *phaseStore) AddTransition(t monitor.Transition) error {
	b.transitions = append(b.transitions, t)
	return b.err
}

func (b *phaseStore) Transitions(string, int) ([]monitor.Transition, error) {
	all := slices.Clone(b.transitions)
	slices.Reverse(all)
	return all[:min(len(all), 1)], b.err
}

func (b *phaseStore) Run(string, int) (monitor.Run, error) {
	if b.first.Number == 0 {
		return b.first, monitor.ErrNotFound
	}
	return b.first, b.err
}

func (b *phaseStore) Mentions(_ string, from, to time.Time) (map[string][]int, error) {
	hours := make([]int, int(to.Sub(from)/time.Hour)+1)
	for _, m := range b.mentions {
		if !m.Before(from) && m.Before(to) {
			hours[m.Sub(from)/time.Hour]++
		}
	}
	return map[string][]int{typhoon: hours}, b.err
}

func (b *phaseStore) mention(hour float64, n int) {
	for range n {
		b.mentions = append(b.mentions, at(hour))
	}
}

const typhoon = "http://o.example#Typhoon"

func TestRates(t *testing.T) {
	rate := monitor.Rate{Concept: typhoon, Factor: 3, Window: 6 * time.Hour, Base: 7 * 24 * time.Hour, Min: 5, Phase: monitor.Watch}
	week := at(-24 * 8)
	tests := []struct {
		name      string
		known     time.Time
		base, now int // mentions in the base, in the window
		want      bool
	}{
		{"far above", week, 28, 4, false}, // under the least
		{"above", week, 28, 5, true},      // 1 in 6 h is usual
		{"as three times usual", week, 56, 6, false},
		{"nothing before", week, 0, 5, true},
		{"a young job, above", at(-6 - 12), 2, 5, true},             // 2 in 12 h
		{"a young job, as three times usual", at(-18), 4, 6, false}, // 4 in 12 h: 2 in 6 h
		{"a job of today", at(-11), 0, 50, false},
	}
	for _, tt := range tests {
		b := &phaseStore{}
		b.mention(-3, tt.now)
		b.mention(-10, tt.base)
		b.mention(-24*7-20, 100) // before the base, and before the young job was known
		text, err := exceeds(b, "j", &rate, tt.known, phaseNoon)
		if err != nil || (text != "") != tt.want {
			t.Errorf("%s: %q, %v", tt.name, text, err)
		}
	}
	b := &phaseStore{}
	b.mention(-3, 9)
	b.mention(-10, 28)
	if text, _ := exceeds(b, "j", &rate, week, phaseNoon); text != typhoon+" mentioned by 9 events in 6 h; 1.0 is usual (over 7 days)" {
		t.Errorf("%s", text)
	}
}

// alertFile writes a message into a folder of alerts.
func alertFile(t *testing.T, dir, id, kind, refs, urgency, severity, certainty string, sent, expires time.Time) {
	t.Helper()
	const layout = "2006-01-02T15:04:05-07:00"
	if refs != "" {
		refs = "<references>met@example.cn," + refs + "," + sent.Format(layout) + "</references>"
	}
	text := fmt.Sprintf(`<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>%s</identifier><sender>met@example.cn</sender><sent>%s</sent>
<status>Actual</status><msgType>%s</msgType><scope>Public</scope>%s<info><language>zh-CN</language><category>Met</category><event>台风</event>
<urgency>%s</urgency><severity>%s</severity><certainty>%s</certainty><expires>%s</expires><senderName>厦门市气象台</senderName><headline>台风预警 %s&#x9b;</headline>
<area><areaDesc>福建省厦门市</areaDesc></area></info></alert>`, id, sent.Format(layout), kind, refs, urgency, severity, certainty, expires.Format(layout), id)
	if err := os.WriteFile(filepath.Join(dir, id+".xml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A typhoon, as alerts rule of it: a watch, a red warning, landfall, all over.
func TestTyphoon(t *testing.T) {
	dir := t.TempDir()
	b := &phaseStore{first: monitor.Run{Number: 1, Ended: at(-100)}}
	job := &monitor.Job{Name: "typhoon", Phases: monitor.PhaseRules{CAP: []string{dir}, Areas: []string{"厦门"}, Events: []string{"台风"}}}
	w := newPhaseWatcher(b, nil, nil)
	hour := 0.0
	until := func(end float64) {
		t.Helper()
		for ; hour < end; hour += 1.0 / 6 {
			if _, err := w.Evaluate(t.Context(), job, at(hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	until(2)
	alertFile(t, dir, "a", "Alert", "", "Future", "Severe", "Possible", at(2), at(20))
	until(10)
	alertFile(t, dir, "b", "Update", "a", "Expected", "Extreme", "Likely", at(10), at(40))
	until(30)
	alertFile(t, dir, "c", "Update", "b", "Immediate", "Extreme", "Observed", at(30), at(60))
	until(50)
	w = newPhaseWatcher(b, nil, nil) // the daemon was restarted
	until(52)
	alertFile(t, dir, "d", "Cancel", "c", "Past", "Minor", "Observed", at(52), at(53))
	until(200)
	var got []string
	for _, transition := range b.transitions {
		got = append(got, fmt.Sprintf("%.0f %v %s", transition.At.Sub(phaseNoon).Hours(), transition.To, transition.By))
		if strings.ContainsAny(transition.Reason, "\u009b\n") {
			t.Errorf("reason %q", transition.Reason)
		}
	}
	want := []string{
		"2 watch cap", "10 warning cap", "16 warning cap", "22 warning cap", "28 warning cap",
		"30 impact cap", "42 impact cap", "52 recovery cap", "124 calm decay",
	}
	if !slices.Equal(got, want) {
		t.Errorf("transitions\n%q, want\n%q", got, want)
	}
	if r := b.transitions[1].Reason; r != "台风预警 b (Extreme, Expected, Likely; 厦门市气象台, b)" {
		t.Errorf("%s", r)
	}
}

// What cannot be read keeps no other reason from being considered, and says so.
func TestTrouble(t *testing.T) {
	good, bad := t.TempDir(), t.TempDir()
	alertFile(t, good, "a", "Alert", "", "Expected", "Severe", "Likely", at(-1), at(9))
	if err := os.WriteFile(filepath.Join(bad, "x.xml"), []byte("<html>\x1b"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &phaseStore{}
	job := &monitor.Job{Name: "j", Phases: monitor.PhaseRules{CAP: []string{bad, "https://nowhere.example/feed", good}}}
	w := newPhaseWatcher(b, nil, nil)
	transition, err := w.Evaluate(t.Context(), job, phaseNoon)
	if err != nil || transition.To != monitor.Warning {
		t.Errorf("%+v, %v", transition, err)
	}
	if err := w.SourceError(job); err == nil || !strings.Contains(err.Error(), "x.xml") || !strings.Contains(err.Error(), "nowhere") || strings.Contains(err.Error(), "\x1b") {
		t.Errorf("trouble: %v", err)
	}
	b.err = errors.New("disk full")
	if _, err := w.Evaluate(t.Context(), job, phaseNoon); !errors.Is(err, b.err) {
		t.Errorf("%v", err)
	}
}

// However reasons come and go: a phase is never below its strongest reason unless a
// person or recovery says so, and without reasons all comes to rest.
func TestEverythingCalmsDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := &phaseStore{}
		rules := monitor.PhaseRules{Initial: rapid.SampledFrom([]monitor.Phase{monitor.Calm, monitor.Watch}).Draw(t, "initial")}
		last := monitor.Transition{To: rules.Initial}
		now := phaseNoon
		step := func(reasons []reason) {
			s := evaluation{rules: &rules, last: last, now: now, reasons: reasons}
			best, ok := s.strongest()
			if transition, changed := s.judge(); changed {
				last = transition
				b.transitions = append(b.transitions, transition)
			}
			if ok && rank(last.To) < rank(best.Phase) && (last.To != monitor.Recovery || best.Phase != monitor.Watch) {
				t.Fatalf("in %v in spite of %v", last.To, best.Phase)
			}
			now = now.Add(time.Hour)
		}
		for range rapid.IntRange(0, 60).Draw(t, "hours") {
			p := rapid.SampledFrom([]monitor.Phase{monitor.Calm, monitor.Calm, monitor.Watch, monitor.Warning, monitor.Impact}).Draw(t, "reason")
			if p == monitor.Calm {
				step(nil)
				continue
			}
			step([]reason{{p, "cap", "x"}})
		}
		for range 24 * 6 {
			step(nil)
		}
		if last.To != rules.Initial {
			t.Fatalf("rests in %v", last.To)
		}
		if n := len(b.transitions); n > 70 {
			t.Fatalf("%d transitions", n)
		}
	})
}
