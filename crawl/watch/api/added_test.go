package api

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
)

// TestAddSources: each site is one decision, or several if its addresses are long; what is known, too much or refused
// is told; and the audit log has enough to make a decision again.
func TestAddSources(t *testing.T) {
	base := monitor.Decision{Job: "typhoon", At: time.Unix(0, 0).UTC(), By: "ann", Reason: "the list: ours"}
	have := []monitor.NewSource{
		{Site: "known.example", State: monitor.Accepted, Added: []monitor.Address{{URL: "https://known.example/a"}}},
		{Site: "refused.example", State: monitor.Refused, Added: []monitor.Address{{URL: "https://refused.example/a"}}},
	}
	text := "https://known.example/a\nhttps://refused.example/a\nhttps://x.a.example/1\nhttps://b.example/\nhttps://a.example/2\nhttp://10.0.0.1/\nnothing\nhttps://c.example/" + strings.Repeat("x", maxDecisionBytes)
	var decisions []monitor.Decision
	decide := func(d monitor.Decision) error {
		if d.Site == "10.0.0.1" {
			return &OrderError{errors.New("no public address")}
		}
		decisions = append(decisions, d)
		return nil
	}
	got, err := AddSources(base, text, have, decide)
	if err != nil {
		t.Fatal(err)
	}
	page := func(url string) monitor.Address { return monitor.Address{URL: url} }
	want := Added{Known: 1, Other: 2, Refused: []AddRefusal{{"10.0.0.1", "no public address"}},
		Added: []monitor.Address{page("https://refused.example/a"), page("https://x.a.example/1"), page("https://a.example/2"), page("https://b.example/")}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, d := range decisions {
		again, ok := DecisionOf(DecisionDetail(d))
		again.Job, again.At, again.By = d.Job, d.At, d.By
		if diff := cmp.Diff(d, again); !ok || diff != "" {
			t.Errorf("made again of the audit log: %v %s", ok, diff)
		}
	}

	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "https://s.example/%d\n", i)
	}
	decisions = nil
	if got, err = AddSources(base, many.String(), have, decide); err != nil || len(got.Added) != monitor.MaxAdded-2 || got.Left != 10_000-len(got.Added) {
		t.Errorf("%d added, %d left, %v", len(got.Added), got.Left, err)
	}
	for _, d := range decisions {
		if n := len(DecisionDetail(d)); n > 1800 {
			t.Errorf("a decision has %d bytes", n)
		}
	}
	if _, err := AddSources(base, "no address", nil, decide); err == nil {
		t.Error("a text without addresses was taken")
	}
	broken := errors.New("the disk is full")
	if _, err := AddSources(base, "https://a.example/", nil, func(monitor.Decision) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	for _, detail := range []string{"", "accepted", "new a.example", "accepted a.example +page", "accepted a.example page https://a.example/"} {
		if d, ok := DecisionOf(detail); ok {
			t.Errorf("%q is %v", detail, d)
		}
	}
	if d, ok := DecisionOf("refused a.example: a farm: of links"); !ok || d.Site != "a.example" || d.Reason != "a farm: of links" {
		t.Errorf("an order of an earlier version is %v, %v", d, ok)
	}
}
