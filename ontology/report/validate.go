package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/message"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// Validation holds what the rules found.
type Validation struct {
	Ontology string          `json:"ontology"`
	IRI      string          `json:"iri"`
	Version  string          `json:"version"`
	Topic    []string        `json:"topic"` // IRIs
	Errors   int             `json:"errors"`
	Warnings int             `json:"warnings"`
	Infos    int             `json:"infos"`
	Profiles []InProfile     `json:"profiles,omitempty"`
	Findings []HintedFinding `json:"findings"`
	Own      []check.Rule    `json:"-"` // rules that the caller has
	hints    bool
}

// InProfile says how many axioms leave a profile of OWL 2, and why the first does.
type InProfile struct {
	Profile axiom.Profile `json:"profile"`
	Leaving int           `json:"leaving"`
	Why     string        `json:"why,omitempty"`
	says    english.Phrase
}

// InProfiles adds in which profiles of OWL 2 the axioms lie. What has no place in OWL 2 at all leaves DL, too.
func (v *Validation) InProfiles(axioms []axiom.Axiom) {
	for _, p := range axiom.Profiles() {
		in := InProfile{Profile: p}
		note := func(why english.Phrase) {
			if in.Leaving++; in.Leaving == 1 {
				in.says, in.Why = why, why.String()
			}
		}
		for _, l := range axiom.Leaves(p, axioms) {
			note(l.Why)
		}
		for _, f := range v.Findings {
			if p == axiom.DL && (f.Rule == check.MalformedOWL || f.Rule == check.UnknownWord || f.Rule == check.TwoKinds) {
				note(english.Phrasef("%s: OWL 2 has no place for it", string(f.Rule)))
			}
		}
		v.Profiles = append(v.Profiles, in)
	}
}

// profiles is a line about the profiles.
func (v *Validation) profiles() english.Phrase {
	var in []string
	var out []english.Phrase
	for _, p := range v.Profiles {
		if p.Leaving == 0 {
			in = append(in, string(p.Profile))
		} else {
			out = append(out, english.Plural(p.Leaving, "%[2]s: %[1]d axiom leaves it: %[3]v", "%[2]s: %[1]d axioms leave it, the first: %[3]v", string(p.Profile), p.says))
		}
	}
	says := english.Phrasef("in none of the profiles of OWL 2")
	if len(in) > 0 {
		says = english.Phrasef("in OWL 2 %s", strings.Join(in, ", "))
	}
	if len(out) == 0 {
		return says
	}
	return english.Phrasef("%v\n  %v", says, english.Join("\n  ", out...))
}

// HintedFinding is a finding, and how to fix it.
type HintedFinding struct {
	check.Finding
	Hint string `json:"hint,omitempty"`
}

// Validate gathers the findings of check.Run on o, the ontology called name, for
// a topic. hints adds how to fix them.
func Validate(name string, o *owl.Ontology, topic []ontology.ID, findings []check.Finding, hints bool) *Validation {
	v := &Validation{Ontology: name, IRI: o.IRI, Version: o.Version, Topic: []string{}, Findings: []HintedFinding{}, hints: hints}
	for _, id := range topic {
		v.Topic = append(v.Topic, o.Graph.Concept(id).IRI)
	}
	for _, f := range findings {
		switch f.Level {
		case check.Error:
			v.Errors++
		case check.Warn:
			v.Warnings++
		default:
			v.Infos++
		}
		vf := HintedFinding{Finding: f}
		if hints {
			vf.Hint = f.Hint()
		}
		v.Findings = append(v.Findings, vf)
	}
	return v
}

// Sum is the validation in a line.
func (v *Validation) Sum() english.Phrase {
	return english.Phrasef("%s: %v, %v, %v", v.Ontology, english.Plural(v.Errors, "%d error", "%d errors"), english.Plural(v.Warnings, "%d warning", "%d warnings"), english.Plural(v.Infos, "%d note", "%d notes"))
}

// Text writes a table of at most top findings of each rule (0: all), and how to fix
// the first of each if there are hints.
func (v *Validation) Text(w io.Writer, top int) error {
	if len(v.Findings) == 0 {
		message.Fprintf(w, "%s: nothing to report\n", term.Safe(v.Ontology))
		return v.writeProfiles(w)
	}
	t := &term.Table{Head: []string{"level", "rule", "place", "subject", "message"}}
	shown := map[check.ID]int{}
	left := 0
	for _, x := range v.Findings {
		if shown[x.Rule]++; top > 0 && shown[x.Rule] > top {
			left++
			continue
		}
		t.Add(x.Level.String(), string(x.Rule), position(x.Finding), term.Clip(subject(x.Finding), 40), x.In(message.Of(w)))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if left > 0 {
		message.Fprintf(w, "… and %d more of the same rules (--top 0 shows all)\n", left)
	}
	if v.hints {
		v.writeHints(w)
	}
	fmt.Fprintf(w, "\n%s\n", term.Safe(message.Of(w).Say(v.Sum())))
	return v.writeProfiles(w)
}

func (v *Validation) writeProfiles(w io.Writer) error {
	if len(v.Profiles) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s\n", term.SafeLines(message.Of(w).Say(v.profiles())))
	return err
}

// writeHints says how to fix the first finding of each rule.
func (v *Validation) writeHints(w io.Writer) {
	message.Fprint(w, "\nHow to fix it in Protégé, by the first finding of each rule:\n")
	told := map[check.ID]bool{}
	for _, x := range v.Findings {
		if x.Hint == "" || told[x.Rule] {
			continue
		}
		told[x.Rule] = true
		fmt.Fprintf(w, "\n%s\n", x.Rule)
		if p := message.Of(w); p != nil {
			fmt.Fprintf(w, "  %s\n", strings.ReplaceAll(message.Wrap(term.Safe(x.HintIn(p)), 76, 0, term.Cells), "\n", "\n  "))
			continue
		}
		for _, line := range wrap(term.Safe(x.Hint), 76) {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
}

// wrap breaks text between words into lines of up to n columns; a word wider
// than that has a line of its own.
func wrap(text string, n int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case term.Cells(line)+1+term.Cells(word) <= n:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	return append(lines, line)
}

// position is where a finding stands; the folder is left to the other formats.
func position(f check.Finding) string {
	switch {
	case f.File == "":
		return ""
	case f.Line > 0:
		return filepath.Base(f.File) + ":" + strconv.Itoa(f.Line)
	}
	return filepath.Base(f.File)
}

// subject is the local name of what a finding is about, with its name.
func subject(f check.Finding) string {
	local := ontology.LocalName(f.Subject)
	if f.Name == "" || f.Name == local {
		return local
	}
	return local + " " + f.Name
}

// TSV writes all findings, one a row.
func (v *Validation) TSV(w io.Writer) error {
	cw := csv.NewWriter(w)
	cw.Comma = '\t'
	head := []string{"Level", "Rule Name", "File", "Line", "Subject", "Name", "Property", "Value", "Message"}
	if v.hints {
		head = append(head, "Hint")
	}
	if err := cw.Write(head); err != nil {
		return err
	}
	for _, x := range v.Findings {
		line := ""
		if x.Line > 0 {
			line = strconv.Itoa(x.Line)
		}
		row := []string{x.Level.String(), string(x.Rule), x.File, line, x.Subject, x.Name, x.Property, x.Value, x.Message}
		if v.hints {
			row = append(row, x.Hint)
		}
		for i := range row {
			row[i] = term.Cell(row[i])
		}
		if err := cw.Write(row); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}
