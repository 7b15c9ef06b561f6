package ontologycmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology/axiom"
	"github.com/ontocrawl/ontocrawl/ontology/check"
	"github.com/ontocrawl/ontocrawl/ontology/sparql"
)

// ownRule is a question whose answers are findings.
type ownRule struct {
	file  string
	id    check.ID
	level check.Level
	title string
	query *sparql.Query
}

// ownRules reads the rules in a folder, by the names of their files; none if dir is "".
func (a *app) ownRules(dir string) (all []ownRule, err error) {
	if dir == "" {
		return nil, nil
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		ext := filepath.Ext(f.Name())
		if f.IsDir() || ext != ".rq" && ext != ".sparql" {
			continue
		}
		file := filepath.Join(dir, f.Name())
		text, err := a.readAll(file)
		if err != nil {
			return nil, err
		}
		r, err := newRule(file, string(text))
		if err != nil {
			return nil, english.Errorf("%s: %w", file, err)
		}
		all = append(all, r)
	}
	if len(all) == 0 {
		return nil, english.Errorf("%s holds no rule: a file whose name ends in .rq or .sparql", dir)
	}
	return all, nil
}

// newRule reads the comments at the head of a rule, and its question.
func newRule(file, text string) (ownRule, error) {
	name := filepath.Base(file)
	r := ownRule{file: file, id: check.ID(strings.TrimSuffix(name, filepath.Ext(name))), level: check.Error}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		remark, ok := strings.CutPrefix(line, "#")
		if line != "" && !ok {
			break
		}
		key, value, _ := strings.Cut(remark, ":")
		switch value = strings.TrimSpace(value); strings.TrimSpace(key) {
		case "title":
			r.title = value
		case "level":
			if err := r.level.UnmarshalText([]byte(strings.ToUpper(value))); err != nil {
				return r, err
			}
		}
	}
	var err error
	r.query, err = sparql.Parse(text, rulePrefixes())
	return r, err
}

// rulePrefixes are those that a rule need not declare.
func rulePrefixes() map[string]string {
	all := map[string]string{"skos": "http://www.w3.org/2004/02/skos/core#"}
	for _, name := range []string{"rdf", "rdfs", "owl", "xsd"} {
		all[name] = axiom.StandardPrefix(name)
	}
	return all
}

// mostFound bounds the findings of one rule.
const mostFound = 100_000

// runRules asks the statements of an ontology all rules.
func runRules(ctx context.Context, rules []ownRule, statements []rdf.Triple) (all []check.Finding, err error) {
	if len(rules) == 0 {
		return nil, nil
	}
	var set sparql.Dataset
	for _, t := range statements {
		if err := set.Add("", t); err != nil {
			return nil, err
		}
	}
	for _, r := range rules {
		found, err := r.run(ctx, &set)
		if err != nil {
			return nil, english.Errorf("%s: %w", r.file, err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func (r ownRule) run(ctx context.Context, set *sparql.Dataset) (all []check.Finding, err error) {
	answer, err := set.Run(ctx, r.query, sparql.Limits{Rows: mostFound})
	switch {
	case errors.Is(err, sparql.ErrRows):
		return nil, english.Errorf("it finds more than %d: bound it with LIMIT, or ask for what is worst", mostFound)
	case err != nil:
		return nil, err
	case answer.Kind == sparql.Construct:
		return nil, english.Errorf("a rule is SELECT or ASK: CONSTRUCT makes statements, not findings")
	case answer.True:
		return []check.Finding{r.finding(nil, nil)}, nil
	}
	for _, row := range answer.Rows {
		all = append(all, r.finding(answer.Vars, row))
	}
	return all, nil
}

// finding makes a finding of a row of an answer: about ?entity, else about the first IRI.
func (r ownRule) finding(vars []string, row []rdf.Term) check.Finding {
	f := check.Finding{Level: r.level, Rule: r.id}
	var cells []string
	for i, t := range row {
		if t == nil {
			continue
		}
		cells = append(cells, vars[i]+" = "+t.String())
		switch {
		case vars[i] == "property":
			f.Property = t.String()
		case vars[i] == "value":
			f.Value = t.String()
		case t.Type() == rdf.TermIRI && (f.Subject == "" || vars[i] == "entity"):
			f.Subject = t.String()
		}
	}
	switch {
	case r.title == "":
		f.Says = english.Phrasef("%s", strings.Join(cells, ", "))
	case len(cells) == 0:
		f.Says = english.Phrasef("%s", r.title)
	default:
		f.Says = english.Phrasef("%s: %s", r.title, strings.Join(cells, ", "))
	}
	if len(cells) == 0 && r.title == "" {
		f.Says = english.Phrasef("the question of this rule is true")
	}
	return f
}
