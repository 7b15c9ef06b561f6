package eval

import (
	"errors"
	"slices"
	"testing"
)

// TestMarks: marks rule over labels; without a label the pages that nobody marked count neither for
// nor against the judge.
func TestMarks(t *testing.T) {
	dir := awayWeb(t, 3, "x").Dir // home, and three pages on topic
	right := map[string]bool{"http://in.example/1": false, "http://in.example/": true}
	for _, c := range []struct {
		on             string
		topic, ignored []bool
	}{
		{"topic:x", []bool{true, false, true, true}, []bool{false, false, false, false}},
		{"", []bool{true, false, false, false}, []bool{false, false, true, true}},
	} {
		w, err := Open(t.Context(), dir, toySpec(), Labels{On: c.on, Marks: right})
		if err != nil {
			t.Fatal(err)
		}
		for i, url := range []string{"http://in.example/", "http://in.example/1", "http://in.example/2", "http://in.example/3"} {
			at := slices.Index(w.URLs, url)
			if w.OnTopic[at] != c.topic[i] || w.Ignored[at] != c.ignored[i] {
				t.Errorf("label %q, %s: on topic %v, ignored %v", c.on, url, w.OnTopic[at], w.Ignored[at])
			}
		}
	}
	if _, err := Open(t.Context(), dir, toySpec(), Labels{Marks: map[string]bool{"http://in.example/1": false}}); !errors.Is(err, errNoneRight) {
		t.Errorf("nothing is marked right: %v", err)
	}
}
