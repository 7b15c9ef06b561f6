package shacl

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/knakk/rdf"
	"github.com/tggo/goRDFlib/shacl"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/term"
)

// Report says what a validation found.
type Report struct {
	Conforms bool     `json:"conforms"`
	Results  []Result `json:"results"`
}

// Result is one node that does not conform to one constraint. Nodes are IRIs, or "_:" and a label.
type Result struct {
	Severity   string `json:"severity"` // Violation, Warning, Info, or an IRI
	Focus      string `json:"focus"`
	Path       string `json:"path,omitempty"`
	Value      string `json:"value,omitempty"`
	Language   string `json:"language,omitempty"` // of the value
	Datatype   string `json:"datatype,omitempty"` // of the value, an IRI; of a text none
	Constraint string `json:"constraint"`         // MinCount, Datatype, …
	Shape      string `json:"shape"`
	Message    string `json:"message,omitempty"`
}

// Validate holds data to the shapes. When ctx ends it returns at once; the library cannot be stopped,
// so its work goes on and is thrown away. At most two validations by the same shapes run at once, those
// that go on for nobody included; the next one waits.
func (s *Shapes) Validate(ctx context.Context, data []rdf.Triple) (*Report, error) {
	type answer struct {
		report *Report
		err    error
	}
	if err := ctx.Err(); err != nil {
		return nil, english.Errorf("shacl: %w", err)
	}
	select {
	case s.turns <- struct{}{}:
	case <-ctx.Done():
		return nil, english.Errorf("shacl: %w", ctx.Err())
	}
	done := make(chan answer, 1)
	go func() {
		defer func() { <-s.turns }()
		defer func() {
			if p := recover(); p != nil {
				done <- answer{err: english.Errorf("shacl: the shapes cannot be evaluated: %v", p)}
			}
		}()
		done <- answer{report: reportOf(shacl.Validate(graphOf(data), s.graph))}
	}()
	select {
	case a := <-done:
		return a.report, a.err
	case <-ctx.Done():
		return nil, english.Errorf("shacl: %w", ctx.Err())
	}
}

func reportOf(from shacl.ValidationReport) *Report {
	r := &Report{Conforms: from.Conforms, Results: []Result{}}
	for _, x := range from.Results {
		r.Results = append(r.Results, resultOf(x))
	}
	sorts.Func(r.Results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Focus, b.Focus), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Constraint, b.Constraint), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Language, b.Language), cmp.Compare(a.Datatype, b.Datatype), cmp.Compare(a.Shape, b.Shape))
	})
	return r
}

func resultOf(from shacl.ValidationResult) Result {
	messages := make([]string, len(from.ResultMessages))
	for i, m := range from.ResultMessages {
		messages[i] = m.Value()
	}
	slices.Sort(messages)
	x := Result{
		Severity: strings.TrimPrefix(from.ResultSeverity.Value(), nsSH), Focus: nodeName(from.FocusNode), Path: nodeName(from.ResultPath),
		Value: nodeName(from.Value), Shape: nodeName(from.SourceShape), Message: strings.Join(messages, "; "),
		Constraint: strings.TrimSuffix(strings.TrimPrefix(from.SourceConstraintComponent.Value(), nsSH), "ConstraintComponent"),
	}
	if v := from.Value; v.IsLiteral() {
		x.Language = v.Language()
		if dt := v.Datatype(); x.Language == "" && dt != nsXSD+"string" {
			x.Datatype = dt
		}
	}
	return x
}

func nodeName(t shacl.Term) string {
	if t.IsBlank() {
		return "_:" + t.Value()
	}
	return t.Value()
}

// Message says all results. Nothing in it reaches a terminal unescaped.
func (r *Report) Message() english.Phrase {
	says := make([]english.Phrase, 0, len(r.Results)+1)
	for i := range r.Results {
		x := &r.Results[i]
		var b strings.Builder
		if x.Path != "" {
			fmt.Fprintf(&b, " %s", term.Safe(x.Path))
		}
		if x.Value != "" {
			fmt.Fprintf(&b, " %q", term.Safe(term.Clip(x.Value, 80)))
			if x.Language != "" {
				fmt.Fprintf(&b, "@%s", term.Safe(x.Language))
			}
		}
		fmt.Fprintf(&b, ": %s", x.Constraint)
		if x.Message != "" {
			fmt.Fprintf(&b, " (%s)", term.Safe(x.Message))
		}
		says = append(says, english.Phrasef("%s: %s%s\n", english.Word(strings.ToLower(x.Severity)), term.Safe(x.Focus), b.String()))
	}
	if r.Conforms {
		says = append(says, english.Phrasef("It conforms.\n"))
	} else {
		says = append(says, english.Phrasef("It does not conform: %d results.\n", len(r.Results)))
	}
	return english.Join("", says...)
}
