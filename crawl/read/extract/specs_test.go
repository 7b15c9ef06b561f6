package extract

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// spec is a text of the specification of dates, with the times that are right for it.
type spec struct {
	Lang, Kind, Text, Ref string
	Answers               [][2]*string
}

// specParts are the parts of the cases, by line: the even ones, on which the rules were written; of the odd
// ones every other, which was looked at on 2026-11-30; and the rest, which nobody has looked at.
var specParts = []struct {
	name string
	of   func(line int) bool
}{
	{"even (written on)", func(n int) bool { return n%2 == 0 }},
	{"odd, first quarter (looked at)", func(n int) bool { return n%4 == 1 }},
	{"odd, second quarter (aside)", func(n int) bool { return n%4 == 3 }},
	{"odd, both", func(n int) bool { return n%2 == 1 }},
}

// readSpecs reads the cases of a part.
func readSpecs(t *testing.T, of func(line int) bool) (out []spec) {
	dir := os.Getenv("ONTOCRAWL_DATA")
	if dir == "" {
		t.Skip("ONTOCRAWL_DATA is not set")
	}
	r, err := os.Open(filepath.Join(dir, "times", "specs-dev.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	in := bufio.NewScanner(r)
	for n := 0; in.Scan(); n++ {
		var s spec
		if err := json.Unmarshal(in.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		if of(n) {
			out = append(out, s)
		}
	}
	return out
}

// specTime reads a time of the specification: a day, or a day and a time of day.
func specTime(s string) time.Time {
	for _, layout := range []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02"} {
		if at, err := time.Parse(layout, s); err == nil {
			return at
		}
	}
	return time.Time{}
}

// right reports whether t begins where an answer does: on its day, and if both say an hour, in
// its minute.
func (s *spec) right(t Time) bool {
	for _, a := range s.Answers {
		want := specTime(*a[0])
		if t.From.Equal(want) {
			return true
		}
		if (!strings.Contains(*a[0], " ") || t.Grain >= Part) && t.From.Format("2006-01-02") == want.Format("2006-01-02") {
			return true
		}
	}
	return false
}

// The shares of texts whose time is read rightly and wrongly. A time that is not read is neither.
func TestSpecifiedTimes(t *testing.T) {
	x, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	// the least that is right and the most that is wrong, of each part
	floors := map[string][4][2]float64{"zh": {{.94, .06}, {.84, .06}, {.78, .06}, {.81, .06}}, "en": {{.88, .01}, {.92, .03}, {.72, .09}, {.82, .06}}}
	for part, of := range specParts {
		name := of.name
		right, wrong, all := map[string]int{}, map[string]int{}, map[string]int{}
		for _, s := range readSpecs(t, of.of) {
			all[s.Lang]++
			found, ok := false, false
			for _, m := range x.Extract(s.Text, specTime(s.Ref)).Times {
				found = found || m.Resolved()
				ok = ok || m.Resolved() && s.right(m.Time)
			}
			switch {
			case ok:
				right[s.Lang]++
			case found:
				wrong[s.Lang]++
			}
		}
		for _, l := range []string{"zh", "en"} {
			n := float64(all[l])
			r, w := float64(right[l])/n, float64(wrong[l])/n
			t.Logf("%s %s: %d texts, right %.3f, wrong %.3f", name, l, all[l], r, w)
			if floor := floors[l][part]; r < floor[0] || w > floor[1] {
				t.Errorf("%s %s: right %.3f, wrong %.3f; before, %.2f and %.2f", name, l, r, w, floor[0], floor[1])
			}
		}
	}
}
