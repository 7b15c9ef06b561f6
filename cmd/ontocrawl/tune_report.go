package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/crawl/eval"
	"github.com/ontocrawl/ontocrawl/crawl/relevance"
)

// tuneReport is the JSON form of a search.
type tuneReport struct {
	Version string     `json:"version"`
	Judge   string     `json:"judge"`
	Seed    int64      `json:"seed"`
	Cases   []tuneCase `json:"cases"`
	Parts   []tuned    `json:"parts"`
}

// tuned is what became of a part.
type tuned struct {
	Part     string       `json:"part"`
	Measure  string       `json:"measure"`
	Strategy string       `json:"strategy,omitempty"`
	Tried    int          `json:"tried"` // settings besides those in force
	Settings []tunedValue `json:"settings"`
	Change   bool         `json:"change"` // the gain held out is above 0
	*eval.Found
	Folds []tunedFold `json:"folds"`
}

type tunedValue struct {
	Name    string `json:"name"`
	InForce any    `json:"in_force"`
	Found   any    `json:"found"`

	text string // Found, as YAML
}

// tunedFold is a web that was left out, with what the others would choose for it.
type tunedFold struct {
	eval.Held
	Chosen candidate `json:"chosen"`
}

func (t *tuning) report(all []*searched) (*tuneReport, error) {
	rep := &tuneReport{Version: cli.Version, Judge: t.c.Judge, Seed: t.c.Seed, Cases: t.cases}
	for _, s := range all {
		found, err := s.search.CrossValidate(uint64(t.c.Seed))
		if err != nil {
			return nil, err
		}
		p := tuned{Part: s.part.Name, Measure: s.part.Measure, Strategy: s.part.Strategy, Tried: len(s.search.Score) - 1,
			Change: found.Sure() && found.Candidate > 0, Found: found}
		now, then := s.values(0), s.values(found.Candidate)
		if now["phi"] == 0. {
			now["phi"] = relevance.Phi(t.c.Judge)
		}
		for _, name := range s.part.Settings {
			p.Settings = append(p.Settings, tunedValue{name, now[name], then[name], then.text(name)})
		}
		for _, f := range found.Folds {
			f.Fold = filepath.Base(f.Fold)
			p.Folds = append(p.Folds, tunedFold{f, s.values(f.Candidate)})
		}
		rep.Parts = append(rep.Parts, p)
	}
	return rep, nil
}

// values are the settings behind score i: of a judge the weights of one
// candidate with one threshold, the values in force being before all of them.
func (s *searched) values(i int) candidate {
	if s.part.Strategy != "" {
		return s.candidates[i]
	}
	if i == 0 {
		return s.candidates[0]
	}
	phi := thresholds()
	v := candidate{"phi": phi[(i-1)%len(phi)]}
	v["tag-weights"] = s.candidates[(i-1)/len(phi)]["tag-weights"]
	return v
}

// printTune prints what was found, part by part.
func (a *app) printTune(rep *tuneReport, out string) error {
	fmt.Fprintf(a.Out, "%d labelled topics, judge %s, seed %d\n", len(rep.Cases), rep.Judge, rep.Seed)
	for i := range rep.Parts {
		p := &rep.Parts[i]
		of := "verdicts on all pages"
		if p.Strategy != "" {
			of = "crawls by " + p.Strategy
		}
		fmt.Fprintf(a.Out, "\n%s: mean %s of %s\n", p.Part, p.Measure, of)
		if err := p.table().Write(a.Out); err != nil {
			return err
		}
		t := &term.Table{Head: []string{"left out", ">in force", ">chosen by the others"}}
		for _, f := range p.Folds {
			t.Add(f.Fold, fmt.Sprintf("%.3f", f.Default), fmt.Sprintf("%.3f", f.Found))
		}
		if err := t.Write(a.Out); err != nil {
			return err
		}
		fmt.Fprintln(a.Out, p.verdict())
	}
	if out != "" {
		_, err := fmt.Fprintf(a.Out, "\nWritten: %s\n", term.Safe(out))
		return err
	}
	return nil
}

func (p *tuned) table() *term.Table {
	t := &term.Table{Head: []string{"setting", ">in force", ">best of " + fmt.Sprint(p.Tried)}}
	for _, s := range p.Settings {
		t.Add(s.Name, fmt.Sprint(s.InForce), fmt.Sprint(s.Found))
	}
	t.Add(p.Measure+", in sample", fmt.Sprintf("%.3f", p.Default), fmt.Sprintf("%.3f", p.InSample))
	return t
}

// verdict says what to do.
func (p *tuned) verdict() string {
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

// writeConfig writes the settings as a file for --config.
func (rep *tuneReport) writeConfig(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "# ontocrawl tune: %d labelled topics, judge %s, seed %d\n", len(rep.Cases), rep.Judge, rep.Seed); err != nil {
		return err
	}
	for i := range rep.Parts {
		p := &rep.Parts[i]
		if _, err := fmt.Fprintf(w, "\n# %s, by %s. %s\n", p.Part, p.Measure, p.verdict()); err != nil {
			return err
		}
		for _, s := range p.Settings {
			mark := "# "
			if p.Change {
				mark = ""
			}
			if _, err := fmt.Fprintf(w, "%s%s: %s\n", mark, s.Name, s.text); err != nil {
				return err
			}
		}
	}
	return nil
}
