package check

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/ontology/owl"
)

// reading takes over what was found while reading. What the rules here look
// into more closely is left to them.
func (c *checker) reading() {
	for _, f := range c.o.Findings {
		if f.Code == owl.SharedLabel || f.Code == owl.NoLabel || f.Code == owl.Deprecated && c.opt.Written != nil {
			continue
		}
		rule := ruleOf(f.Code)
		g := Finding{Rule: rule, Level: rule.rule().Level, Subject: f.Subject, Count: f.Count,
			File: f.File, Line: f.Line, Message: f.Message}
		switch rule {
		case MissingImport, UnreadableImport, UnusedMapping:
			g.Subject, g.Value = "", f.Subject
		case UnmappedProperty, UnknownValue:
			g.Property = f.Subject
		}
		if f.Level == owl.Info {
			g.Level = Info
		}
		c.addAs(g)
	}
}

// ruleOf is the rule by which a reader's finding goes.
func ruleOf(code owl.Code) ID {
	switch code {
	case owl.Flaw:
		return SyntaxFlaw
	case owl.Deprecated:
		return DeprecatedClass
	}
	return ID(strings.ReplaceAll(string(code), "-", "_"))
}
