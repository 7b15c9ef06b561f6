package eval

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
)

func TestCrossValidate(t *testing.T) {
	s := &Scores{
		Cases: []string{"a1", "a2", "b1"},
		Folds: []string{"a", "a", "b"},
		Score: [][]float64{
			{.5, .5, .5},  // the default
			{.9, .7, .4},  // best on a, so it is taken for b
			{.4, .45, .8}, // best on b, so it is taken for a
			{.9, .7, .4},  // an equal that comes later
		},
	}
	f, err := s.crossValidate(1)
	if err != nil {
		t.Fatal(err)
	}
	// All cases: .5, 2/3, .55. Held out: a by candidate 2, b by candidate 1.
	if f.Candidate != 1 || math.Abs(f.InSample-2./3) > 1e-12 || f.Default != .5 {
		t.Errorf("%+v", f)
	}
	if len(f.Folds) != 2 || f.Folds[0].Candidate != 2 || f.Folds[1].Candidate != 1 || math.Abs(f.Folds[0].Found-.425) > 1e-12 || f.Folds[1].Found != .4 {
		t.Errorf("%+v", f.Folds)
	}
	if math.Abs(f.Gain.Mean-(-.1-.05-.1)/3) > 1e-12 || f.sure() {
		t.Errorf("gain %+v of %v", f.Gain, f.Gains)
	}
	if _, err := (&Scores{Cases: []string{"x"}, Folds: []string{"a"}, Score: [][]float64{{1}}}).crossValidate(1); err == nil {
		t.Error("one fold was validated against nothing")
	}
}

// TestDraws: every part draws its own settings, within what they may be, and
// draws that differ.
func TestDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	inForce := Settings{Factors: [5]float64{1}, Groups: relevance.GroupWeights, Phi: .5, Eta: 2, Balance: 2, Tries: -1, Tenure: -1}
	for _, p := range TuneParts() {
		seen := map[string]bool{}
		for range 200 {
			s := inForce
			p.draw(rng, &s)
			seen[fmt.Sprint(p.values(s))] = true
			if sum := s.Terms[0] + s.Terms[1] + s.Terms[2]; p.Name == "priority" && math.Abs(sum-1) > 1e-12 {
				t.Fatalf("%v add up to %v", s.Terms, sum)
			}
			for _, w := range s.Groups {
				if w <= 0 || w > 1000 {
					t.Fatalf("tag weights %v", s.Groups)
				}
			}
			if p.Name == "on-its" && !within(s.Eta) || p.Name == "tabu" && (s.Tries < 1 || s.Tenure < 1 || !within(s.Balance)) {
				t.Fatalf("%s draws %+v", p.Name, s)
			}
			for _, other := range TuneParts() {
				if other.Name != p.Name && !maps.Equal(other.values(s), other.values(inForce)) {
					t.Fatalf("%s changes the settings of %s", p.Name, other.Name)
				}
			}
		}
		if len(seen) < 50 {
			t.Errorf("%s: only %d of 200 draws differ", p.Name, len(seen))
		}
	}
}

func within(x float64) bool { return x >= 0 && x <= 1 }

// FuzzReadPlan: any file gives an error or cases of two webs.
func FuzzReadPlan(f *testing.F) {
	f.Add("- {web: a, label: b, topic: c}\n- {web: d, label: b, ontology: typhoon, seeds: 5}")
	f.Add("- &x {web: a}\n- *x\n- 1")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "plan.yaml")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if cases, err := ReadTunePlan(path, nil); err == nil && len(cases) < 2 {
			t.Errorf("%d cases and no error", len(cases))
		}
	})
}

// TestWriteConfig: options of strategies stand under one key; what is no sure gain is a comment.
func TestWriteConfig(t *testing.T) {
	found := func(candidate int) *TuneFound {
		return &TuneFound{Candidate: candidate, Gain: Interval{Mean: .1, Low: .1, High: .1}}
	}
	r := TuneResult{Judge: "fielded", Seed: 1, Parts: []PartResult{
		{Part: "judge", Measure: "F1", Settings: []value{{"phi", .5, .6}}, TuneFound: found(0)},
		{Part: "on-its", Measure: "area_ratio", Strategy: "on-its", Settings: []value{{"eta", .15, .43}}, Change: true, TuneFound: found(1)},
		{Part: "tabu", Measure: "area_ratio", Strategy: "tabu", Settings: []value{{"tries", 5, 4}}, TuneFound: found(0)},
	}}
	var b strings.Builder
	if err := r.WriteConfig(&b); err != nil {
		t.Fatal(err)
	}
	const want = `# ontocrawl tune: 0 labelled topics, judge fielded, seed 1

# judge, by F1. Nothing better was found on all of them: keep them. Held out it gains +0.1000 (+0.1000 to +0.1000).
# phi: 0.6

method_options:
  # on-its, by area_ratio. Held out it gains +0.1000 (+0.1000 to +0.1000): change them.
  eta: 0.43
  # tabu, by area_ratio. Nothing better was found on all of them: keep them. Held out it gains +0.1000 (+0.1000 to +0.1000).
  # tries: 4
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}
