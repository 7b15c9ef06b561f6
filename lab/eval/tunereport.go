package eval

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// TuneResult holds what a search found, in the form of its JSON.
type TuneResult struct {
	Version string       `json:"version"` // of the program; the caller fills it in
	Judge   string       `json:"judge"`
	Seed    int64        `json:"seed"`
	Workers int          `json:"workers"` // choices in flight in a crawl
	Cases   []TuneCase   `json:"cases"`
	Parts   []PartResult `json:"parts"`
}

// PartResult holds what was found for a part.
type PartResult struct {
	Part     string  `json:"part"`
	Measure  string  `json:"measure"`
	Strategy string  `json:"strategy,omitempty"`
	Tried    int     `json:"tried"` // candidates besides the settings in force
	Settings []value `json:"settings"`
	Change   bool    `json:"change"` // the gain on webs left out is above 0
	*TuneFound
}

// value is a setting before and after.
type value struct {
	Name    string `json:"name"`
	InForce any    `json:"in_force"`
	Found   any    `json:"found"`
}

// result chooses the best candidates.
func (s *TuneSearch) result(all []*partScores) (*TuneResult, error) {
	r := &TuneResult{Judge: s.Judge, Seed: s.Seed, Workers: s.Workers, Cases: s.Cases}
	for _, p := range all {
		found, err := p.crossValidate(uint64(s.Seed))
		if err != nil {
			return nil, err
		}
		for i := range found.Folds {
			f := &found.Folds[i]
			f.Web, f.Chosen = filepath.Base(f.Web), p.values(p.settings(f.Candidate, s.Judge))
		}
		res := PartResult{Part: p.Name, Measure: p.Measure, Strategy: p.Strategy, Tried: len(p.Score) - 1,
			Change: found.sure() && found.Candidate > 0, TuneFound: found}
		now, then := p.values(p.settings(0, s.Judge)), p.values(p.settings(found.Candidate, s.Judge))
		for _, name := range p.Settings {
			res.Settings = append(res.Settings, value{name, now[name], then[name]})
		}
		r.Parts = append(r.Parts, res)
	}
	return r, nil
}

// settings are those behind score i. Each candidate of a judge stands for all
// thresholds; the settings in force come before them.
func (p *partScores) settings(i int, judge string) Settings {
	if p.Strategy != "" {
		return p.candidates[i]
	}
	if i == 0 {
		s := p.candidates[0]
		s.Phi = cmp.Or(s.Phi, relevance.Phi(judge))
		return s
	}
	phi := thresholds()
	s := p.candidates[(i-1)/len(phi)]
	s.Phi = phi[(i-1)%len(phi)]
	return s
}

// Verdict says what to do with the settings of the part.
func (p *PartResult) Verdict() string { return p.verdict().String() }

func (p *PartResult) verdict() english.Phrase {
	gain := english.Phrasef("Held out it gains %+.4f (%+.4f to %+.4f)", p.Gain.Mean, p.Gain.Low, p.Gain.High)
	switch {
	case p.Change:
		return english.Phrasef("%v: change them.", gain)
	case p.Candidate == 0:
		return english.Phrasef("Nothing better was found on all of them: keep them. %v.", gain)
	case p.Gain.High < 0:
		return english.Phrasef("%v: what suits some webs does harm on others, keep them.", gain)
	}
	return english.Phrasef("%v, which may be chance: keep them.", gain)
}

// WriteConfig writes the settings as a file for --config: those to change, and
// the others as comments. The settings of strategies are options of methods.
func (r *TuneResult) WriteConfig(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# ontocrawl tune: %d labelled topics, judge %s, seed %d\n", len(r.Cases), r.Judge, r.Seed) // not translated: a file of settings
	var options strings.Builder
	head := "# "
	for i := range r.Parts {
		switch p := &r.Parts[i]; {
		case p.Strategy == "":
			b.WriteString("\n")
			p.writeConfig(&b, "")
		default:
			p.writeConfig(&options, "  ")
			if p.Change {
				head = ""
			}
		}
	}
	if options.Len() > 0 {
		fmt.Fprintf(&b, "\n%smethod_options:\n%s", head, options.String())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeConfig writes the settings of the part, indented.
func (p *PartResult) writeConfig(b *strings.Builder, indent string) {
	fmt.Fprintf(b, "%s# %s, by %s. %s\n", indent, p.Part, p.Measure, p.Verdict())
	comment := "# "
	if p.Change {
		comment = ""
	}
	for _, s := range p.Settings {
		fmt.Fprintf(b, "%s%s%s: %s\n", indent, comment, s.Name, yamlText(s.Found))
	}
}

// Scores holds what candidate settings reached in cases. All cases of one web are in
// one fold, because settings that suit one topic of a web may suit its other topics
// just because of the web.
type Scores struct {
	Cases []string    // a name of each
	Folds []string    // of each case
	Score [][]float64 // [candidate][case]; candidate 0 is the default
}

// TuneFound is the result of cross-validation.
type TuneFound struct {
	Candidate int       `json:"-"`        // the best on all cases
	Default   float64   `json:"default"`  // mean score of the default over the cases
	InSample  float64   `json:"insample"` // the candidate's area, on the cases it was chosen by
	Folds     []Fold    `json:"folds"`
	Gain      Interval  `json:"held_out_gain"` // found less default, on the cases not chosen by
	Gains     []float64 `json:"gains"`         // by case
}

// Fold is one web: the candidate that is best on all other webs, tried on this
// one.
type Fold struct {
	Web       string         `json:"fold"`
	Candidate int            `json:"-"`
	Default   float64        `json:"default"`
	Found     float64        `json:"found"`
	Chosen    map[string]any `json:"chosen"` // the candidate's settings
}

// sure reports whether the interval of the gain lies above 0.
func (f *TuneFound) sure() bool { return f.Gain.Low > 0 }

// crossValidate chooses the best candidate for each fold by the cases of the
// other folds, and measures what it gains over the default on this fold's cases:
// what a choice by search is worth on unseen webs (Stone, J. R. Stat. Soc. B
// 36(2), 1974). Of equal candidates the first wins, so the default before all.
func (s *Scores) crossValidate(seed uint64) (*TuneFound, error) {
	var folds []string
	for _, f := range s.Folds {
		if !slices.Contains(folds, f) {
			folds = append(folds, f)
		}
	}
	if len(folds) < 2 {
		return nil, english.Errorf("lab/eval: cross-validation needs two folds or more, there is %d", len(folds))
	}
	all := func(int) bool { return true }
	best := s.best(all)
	f := &TuneFound{Candidate: best, Default: s.mean(0, all), InSample: s.mean(best, all), Gains: make([]float64, len(s.Cases))}
	for _, fold := range folds {
		within := func(k int) bool { return s.Folds[k] == fold }
		c := s.best(func(k int) bool { return !within(k) })
		f.Folds = append(f.Folds, Fold{Web: fold, Candidate: c, Default: s.mean(0, within), Found: s.mean(c, within)})
		for k := range s.Cases {
			if within(k) {
				f.Gains[k] = s.Score[c][k] - s.Score[0][k]
			}
		}
	}
	f.Gain = newStats(len(f.Gains), seed).interval(f.Gains)
	return f, nil
}

// best is the candidate with the greatest mean over the cases that in accepts.
func (s *Scores) best(in func(int) bool) (best int) {
	most := s.mean(0, in)
	for c := range s.Score {
		if m := s.mean(c, in); m > most+1e-12 {
			best, most = c, m
		}
	}
	return best
}

func (s *Scores) mean(candidate int, in func(int) bool) float64 {
	sum, n := 0.0, 0
	for k, x := range s.Score[candidate] {
		if in(k) {
			sum, n = sum+x, n+1
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
