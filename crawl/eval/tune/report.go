package tune

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
)

// Result is what a search found, in the form of its JSON.
type Result struct {
	Version string       `json:"version"` // of the program; the caller fills it in
	Judge   string       `json:"judge"`
	Seed    int64        `json:"seed"`
	Cases   []Case       `json:"cases"`
	Parts   []PartResult `json:"parts"`
}

// PartResult is what was found for a part.
type PartResult struct {
	Part     string  `json:"part"`
	Measure  string  `json:"measure"`
	Strategy string  `json:"strategy,omitempty"`
	Tried    int     `json:"tried"` // candidates besides the settings in force
	Settings []Value `json:"settings"`
	Change   bool    `json:"change"` // the gain on webs left out is above 0
	*Found
}

// Value is a setting before and after.
type Value struct {
	Name    string `json:"name"`
	InForce any    `json:"in_force"`
	Found   any    `json:"found"`
}

// result chooses the best candidates.
func (s *Search) result(all []*partScores) (*Result, error) {
	r := &Result{Judge: s.Judge, Seed: s.Seed, Cases: s.Cases}
	for _, p := range all {
		found, err := p.CrossValidate(uint64(s.Seed))
		if err != nil {
			return nil, err
		}
		for i := range found.Folds {
			f := &found.Folds[i]
			f.Web, f.Chosen = filepath.Base(f.Web), p.values(p.settings(f.Candidate, s.Judge))
		}
		res := PartResult{Part: p.Name, Measure: p.Measure, Strategy: p.Strategy, Tried: len(p.Score) - 1,
			Change: found.Sure() && found.Candidate > 0, Found: found}
		now, then := p.values(p.settings(0, s.Judge)), p.values(p.settings(found.Candidate, s.Judge))
		for _, name := range p.Settings {
			res.Settings = append(res.Settings, Value{name, now[name], then[name]})
		}
		r.Parts = append(r.Parts, res)
	}
	return r, nil
}

// settings are those behind score i. Each candidate of a judge stands for all
// thresholds; the settings in force come before them.
func (p *partScores) settings(i int, judge string) eval.Settings {
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
func (p *PartResult) Verdict() string {
	gain := fmt.Sprintf("Held out it gains %+.4f (%+.4f to %+.4f)", p.Gain.Mean, p.Gain.Low, p.Gain.High)
	switch {
	case p.Change:
		return gain + ": change them."
	case p.Candidate == 0:
		return "Nothing better was found on all of them: keep them. " + gain + "."
	case p.Gain.High < 0:
		return gain + ": what suits some webs does harm on others, keep them."
	}
	return gain + ", which may be chance: keep them."
}

// WriteConfig writes the settings as a file for --config: those to change, and
// the others as comments.
func (r *Result) WriteConfig(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "# ontocrawl tune: %d labelled topics, judge %s, seed %d\n", len(r.Cases), r.Judge, r.Seed); err != nil {
		return err
	}
	for i := range r.Parts {
		p := &r.Parts[i]
		if _, err := fmt.Fprintf(w, "\n# %s, by %s. %s\n", p.Part, p.Measure, p.Verdict()); err != nil {
			return err
		}
		comment := "# "
		if p.Change {
			comment = ""
		}
		for _, s := range p.Settings {
			if _, err := fmt.Fprintf(w, "%s%s: %s\n", comment, s.Name, yamlText(s.Found)); err != nil {
				return err
			}
		}
	}
	return nil
}
