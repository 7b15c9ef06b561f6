package template

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// column holds the template string of a column, read.
type column struct {
	what  string // the first word; "" for a column that is not read
	text  string // a property, or an expression in which % is the cell
	mark  string // language or datatype of its values
	split string // what parts the values of a cell; "" for none
	note  bool   // annotates the axiom of the column to the left
}

// whole are the template strings that are one word.
var whole = [...]string{"ID", "LABEL", "TYPE", "CLASS_TYPE", "PROPERTY_TYPE", "CHARACTERISTIC", "DOMAIN", "RANGE"}

// open are those that a property or an expression follows.
var open = [...]string{"A", "AT", "AL", "AI", "C", "SC", "EC", "DC", "P", "SP", "EP", "DP", "IP", "TI", "I", "SI", "DI"}

// parseColumn reads a template string.
func parseColumn(text string) (c column, err error) {
	rest := strings.TrimSpace(text)
	if before, split, ok := strings.Cut(rest, "SPLIT="); ok {
		if strings.TrimSpace(split) == "" {
			return c, english.Errorf("SPLIT= says nothing that parts values, as in SPLIT=|")
		}
		rest, c.split = strings.TrimSpace(before), split
	}
	if rest, c.note = strings.CutPrefix(rest, ">"); rest == "" {
		return c, nil
	}
	c.what, c.text, _ = strings.Cut(rest, " ")
	c.text = strings.TrimSpace(c.text)
	switch {
	case c.note && !c.annotates():
		return c, english.Errorf("%q: > stands before A, AL, AT or AI", text)
	case slices.Contains(whole[:], c.what) && c.text == "":
		return c, nil
	case !slices.Contains(open[:], c.what):
		return c, english.Errorf("%q is no template string: there are %s, and %s with what follows them", text, strings.Join(whole[:], ", "), strings.Join(open[:], ", "))
	case c.text == "":
		return c, english.Errorf("%q ends too early: a property or an expression with %% follows, as in A rdfs:comment or SC %%", text)
	}
	return c, c.parseMark(text)
}

// parseMark cuts the language or the datatype off a property.
func (c *column) parseMark(text string) error {
	sign := map[string]string{"AL": "@", "AT": "^^"}[c.what]
	if sign == "" {
		return nil
	}
	i := strings.LastIndex(c.text, sign)
	if i < 1 || i+len(sign) == len(c.text) {
		return english.Errorf("%q has no language or datatype, as in AL rdfs:comment@en or AT rdfs:comment^^xsd:date", text)
	}
	c.text, c.mark = strings.TrimSpace(c.text[:i]), strings.TrimSpace(c.text[i+len(sign):])
	tag := func(r rune) bool { return r == '-' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' }
	if c.what == "AL" && strings.ContainsFunc(c.mark, func(r rune) bool { return !tag(r) }) {
		return english.Errorf("%q is no language, as in zh-Hant or en", c.mark)
	}
	return nil
}

// annotates reports a column of annotations.
func (c *column) annotates() bool {
	return c.what == "A" || c.what == "AT" || c.what == "AL" || c.what == "AI"
}

// values are the values of a cell of the column.
func (c *column) values(cell string) (all []string) {
	if c.split == "" {
		if cell != "" {
			all = append(all, cell)
		}
		return all
	}
	for v := range strings.SplitSeq(cell, c.split) {
		if v = strings.TrimSpace(v); v != "" {
			all = append(all, v)
		}
	}
	return all
}
