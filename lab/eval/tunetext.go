package eval

import (
	"errors"
	"fmt"
	"io"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
)

// Write writes what was found as text, part by part.
func (rep *TuneResult) Write(w io.Writer) error {
	lang := message.Of(w)
	message.Fprintf(w, "%d labelled topics, judge %s, seed %d, %d choices in flight\n", len(rep.Cases), rep.Judge, rep.Seed, rep.Workers)
	for i := range rep.Parts {
		p := &rep.Parts[i]
		of := english.Phrasef("verdicts on all pages")
		if p.Strategy != "" {
			of = english.Phrasef("crawls by %s", p.Strategy)
		}
		message.Fprintf(w, "\n%s: mean %s of %v\n", p.Part, p.Measure, of)
		values := &term.Table{Head: []string{"setting", ">in force", ">" + lang.Sprintf("best of %d", p.Tried)}}
		for _, s := range p.Settings {
			values.Add(s.Name, fmt.Sprint(s.InForce), fmt.Sprint(s.Found))
		}
		values.Add(lang.Sprintf("%s, in sample", p.Measure), fmt.Sprintf("%.3f", p.Default), fmt.Sprintf("%.3f", p.InSample))
		folds := &term.Table{Head: []string{"left out", ">in force", ">chosen by the others"}}
		for _, f := range p.Folds {
			folds.Add(f.Web, fmt.Sprintf("%.3f", f.Default), fmt.Sprintf("%.3f", f.Found))
		}
		if err := errors.Join(values.Write(w), folds.Write(w)); err != nil {
			return err
		}
		fmt.Fprintln(w, lang.Say(p.verdict()))
	}
	return nil
}
