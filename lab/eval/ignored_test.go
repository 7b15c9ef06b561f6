package eval

import "testing"

// TestWithoutIgnored: of six pages the second and the third are ignored and the fourth is fetched
// again under another address. The pages on topic, the first, fifth and sixth, then are the
// first, third and fourth that count: with three on topic and a budget of six the recall is
// 1/3, 1/3, 2/3, 1, 1, 1.
func TestWithoutIgnored(t *testing.T) {
	w := &Web{Graph: Graph{OnTopic: []bool{true, false, false, false, true, true}}, Ignored: []bool{false, true, true, false, false, false}}
	o := &Outcome{}
	for i := range 6 {
		o.Steps = append(o.Steps, step{At: At{Request: i + 1, Page: i + 1}, Page: int32(i), Parent: -1})
	}
	o.Steps[3].Again = true
	r := &Run{Budget: 6, Reachable: 3, Outcome: o, OracleArea: 1}
	got := w.found(r, w.passingIgnored(o.Steps))
	if want := (1./3 + 1./3 + 2./3 + 3) / 6; got.Recall != 1 || got.Area < want-1e-12 || got.Area > want+1e-12 {
		t.Errorf("%+v, want an area of %v", got, want)
	}
}
