package check

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// reading adopts findings of the reader, except those that the rules here check more
// closely.
func (c *checker) reading() {
	for _, f := range c.o.Findings {
		if f.Code == owl.IsACircle || f.Code == owl.SharedLabel || f.Code == owl.NoLabel || f.Code == owl.Deprecated && c.opt.Written != nil {
			continue
		}
		rule := ruleOf(f.Code)
		g := Finding{Rule: rule, Level: rule.rule().Level, Subject: f.Subject, Count: f.Count,
			File: f.File, Line: f.Line, Message: f.Text, Says: f.Says}
		switch rule {
		case missingImport, unreadableImport, unusedMapping:
			g.Subject, g.Value = "", f.Subject
		case unmappedProperty, unknownValue:
			g.Property = f.Subject
		}
		if f.Level == owl.Info {
			g.Level = Info
		}
		c.addAs(g)
	}
}

// ruleOf returns the rule for a reader's finding.
func ruleOf(code owl.Code) ID {
	switch code {
	case owl.Flaw:
		return syntaxFlaw
	case owl.Deprecated:
		return deprecatedClass
	}
	return ID(strings.ReplaceAll(string(code), "-", "_"))
}
