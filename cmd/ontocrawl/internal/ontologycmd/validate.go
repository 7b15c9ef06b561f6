package ontologycmd

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/config"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/semsim/lexicon"
)

// validateFlags are the flags of ontology validate.
type validateFlags struct {
	form
	topic     string
	languages []string
	strict    bool
	hints     bool
}

func newValidate(a *app) *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate FILE|typhoon|rainstorm|-",
		Short: "Check an ontology by rules, and say how to fix it",
		Long: `Reports what is wrong or odd in an ontology that is to be crawled for: findings
of level ERROR, WARN and INFO, each by a named rule and with the line of the
file where the concept stands. docs/ontologies.md explains the rules.

--topic (default: the only root) is what all concepts should be reached from.
--fix-hints says what to click or write in Protégé. A table on the terminal
shows --top findings of each rule; TSV and JSON hold all.

Exit codes: 0 without errors; 1 with --strict if there are warnings; 2 if there
are errors, or the file cannot be read.`,
		Example: `  ontocrawl ontology validate hazards.owl --fix-hints
  ontocrawl ontology validate hazards.owl --topic 台风 --strict
  ontocrawl ontology validate envo.owl --languages en --format tsv > report.tsv`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd); err != nil {
				return err
			}
			c, err := a.Load(cmd)
			if err != nil {
				return err
			}
			return a.validate(cmd.Context(), c, args[0], f)
		},
	}
	config.Bind(cmd.Flags(), readFlags...)
	a.FetchFlag(cmd)
	fs := cmd.Flags()
	fs.StringVar(&f.topic, "topic", "", "concept that the others should be reached from; several between commas")
	fs.StringSliceVar(&f.languages, "languages", []string{"zh", "en"}, "languages of the pages to be crawled")
	f.form.bind(fs, "text", "tsv", "json")
	fs.BoolVar(&f.strict, "strict", false, "exit code 1 if there are warnings")
	fs.BoolVar(&f.hints, "fix-hints", false, "say what to click or write in Protégé")
	fs.IntVar(&f.top, "top", 20, "in text: findings shown of each rule (0: all)")
	return cmd
}

// verdict is the JSON form of a validation.
type verdict struct {
	Ontology string           `json:"ontology"`
	IRI      string           `json:"iri"`
	Version  string           `json:"version"`
	Topic    []string         `json:"topic"` // IRIs
	Errors   int              `json:"errors"`
	Warnings int              `json:"warnings"`
	Infos    int              `json:"infos"`
	Findings []verdictFinding `json:"findings"`
}

type verdictFinding struct {
	check.Finding
	Hint string `json:"hint,omitempty"`
}

func (a *app) validate(ctx context.Context, c *config.Config, name string, f validateFlags) error {
	x, err := a.examine(ctx, c, name)
	if err != nil {
		return err
	}
	var topic []ontology.ID
	if roots := x.Graph().Roots(); f.topic != "" {
		if topic, err = x.TopicConcepts(f.topic); err != nil {
			return cli.Usage(err)
		}
	} else if len(roots) == 1 {
		topic = roots
	}
	findings := check.Run(x.Ontology, check.Options{
		Languages: f.languages, Topic: topic, Fold: lexicon.Fold, Written: x.written, Open: a.text,
	})
	v := x.verdict(topic, findings, f.hints)
	switch f.format {
	case "json":
		err = a.JSON(v)
	case "tsv":
		err = v.tsv(a.Out, f.hints)
	default:
		err = v.text(a.Out, f)
	}
	if err != nil {
		return err
	}
	return v.exit(f.strict)
}

func (x *examined) verdict(topic []ontology.ID, findings []check.Finding, hints bool) *verdict {
	v := &verdict{Ontology: x.Name, IRI: x.Ontology.IRI, Version: x.Ontology.Version, Topic: []string{}, Findings: []verdictFinding{}}
	for _, id := range topic {
		v.Topic = append(v.Topic, x.Graph().Concept(id).IRI)
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
		vf := verdictFinding{Finding: f}
		if hints {
			vf.Hint = f.Hint()
		}
		v.Findings = append(v.Findings, vf)
	}
	return v
}

func (v *verdict) sum() string {
	return fmt.Sprintf("%s: %s, %s, %s", v.Ontology, several(v.Errors, "error"), several(v.Warnings, "warning"), several(v.Infos, "note"))
}

// exit is nil, or carries the exit code.
func (v *verdict) exit(strict bool) error {
	switch {
	case v.Errors > 0:
		return cli.Exit(cli.ExitUsage, fmt.Errorf("%s", v.sum()))
	case strict && v.Warnings > 0:
		return cli.Exit(cli.ExitFailure, fmt.Errorf("%s", v.sum()))
	}
	return nil
}

func (v *verdict) text(w io.Writer, f validateFlags) error {
	if len(v.Findings) == 0 {
		_, err := fmt.Fprintf(w, "%s: nothing to report\n", term.Safe(v.Ontology))
		return err
	}
	t := &term.Table{Head: []string{"level", "rule", "place", "subject", "message"}}
	shown := map[check.ID]int{}
	left := 0
	for _, x := range v.Findings {
		if shown[x.Rule]++; f.top > 0 && shown[x.Rule] > f.top {
			left++
			continue
		}
		t.Add(x.Level.String(), string(x.Rule), position(x.Finding), term.Clip(subject(x.Finding), 40), x.Message)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if left > 0 {
		fmt.Fprintf(w, "… and %d more of the same rules (--top 0 shows all)\n", left)
	}
	if f.hints {
		v.writeHints(w)
	}
	_, err := fmt.Fprintf(w, "\n%s\n", term.Safe(v.sum()))
	return err
}

// writeHints says how to fix the first finding of each rule.
func (v *verdict) writeHints(w io.Writer) {
	fmt.Fprintf(w, "\nHow to fix it in Protégé, by the first finding of each rule:\n")
	told := map[check.ID]bool{}
	for _, x := range v.Findings {
		if x.Hint == "" || told[x.Rule] {
			continue
		}
		told[x.Rule] = true
		fmt.Fprintf(w, "\n%s\n", x.Rule)
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

// tsv writes all findings, one a row.
func (v *verdict) tsv(w io.Writer, hints bool) error {
	cw := csv.NewWriter(w)
	cw.Comma = '\t'
	head := []string{"Level", "Rule Name", "File", "Line", "Subject", "Name", "Property", "Value", "Message"}
	if hints {
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
		if hints {
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
