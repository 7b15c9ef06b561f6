package sparql_test

import "fmt"

// variable is a variable that has one value here; "" if there is none.
func (g *generator) variable() string {
	of := g.vars
	if g.sums {
		of = g.group
	}
	if len(of) == 0 {
		return ""
	}
	return g.pick(of...)
}

func (g *generator) expr(depth int) string {
	switch g.IntN(3) {
	case 0:
		return g.number(depth)
	case 1:
		return g.boolean(depth)
	}
	return g.text(depth)
}

// any writes an expression of any kind, variables foremost.
func (g *generator) any(depth int) string {
	if v := g.variable(); v != "" && g.IntN(2) == 0 {
		return v
	}
	return g.expr(depth)
}

// operand writes what an aggregate takes.
func (g *generator) operand() string {
	g.sums = false
	defer func() { g.sums = true }()
	return g.number(2)
}

// sum writes an aggregate that has a number as its value.
func (g *generator) sum() string {
	g.sums = false
	defer func() { g.sums = true }()
	distinct := g.pick("", "", "DISTINCT ")
	switch g.IntN(9) {
	case 0:
		return "COUNT(*)"
	case 1:
		return "COUNT(" + distinct + "COALESCE(" + g.any(1) + ", \"none\"))"
	case 2, 3:
		return "SUM(" + distinct + g.number(1) + ")"
	case 4, 5:
		return g.pick("ROUND", "CEIL", "FLOOR") + "(AVG(" + distinct + g.number(1) + "))"
	case 6:
		return "MIN(0 + " + g.number(1) + ")"
	case 7:
		return "MAX(0 + " + g.number(1) + ")"
	}
	return "STRLEN(GROUP_CONCAT(" + distinct + "STR(" + g.text(1) + "); SEPARATOR=\", \"))"
}

func (g *generator) number(depth int) string {
	if g.sums && g.IntN(2) == 0 {
		return g.sum()
	}
	if depth == 0 {
		if v := g.variable(); v != "" && g.IntN(4) > 0 {
			return v
		}
		return g.pick("1", "2", "0", "-1", "1.5", "0.1", `"2"^^xsd:double`, "10", `"x"^^xsd:integer`)
	}
	d := depth - 1
	switch g.IntN(12) {
	case 0, 1, 2:
		return "(" + g.number(d) + " " + g.pick("+ ", "- 1 - ", "*") + g.number(d) + ")"
	case 11:
		return "(" + g.pick("(1 + ABS("+g.number(d)+")) / "+g.pick("8", "-2", "0.5", `"4"^^xsd:double`), "1 / 0", "1 / 4") + ")"
	case 3:
		return g.pick("ABS", "CEIL", "FLOOR", "ROUND") + "(" + g.number(d) + ")"
	case 4:
		return "STRLEN(" + g.text(d) + ")"
	case 5:
		return "IF(" + g.boolean(d) + ", " + g.number(d) + ", " + g.number(d) + ")"
	case 6:
		return "COALESCE(" + g.number(d) + ", " + g.number(d) + ")"
	case 7:
		return "-(" + g.number(0) + ")"
	case 8:
		return g.pick("xsd:integer", "xsd:decimal", "xsd:double", "xsd:float") + "(" + g.any(d) + ")"
	case 9:
		return g.pick("YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS") + "(" + g.any(0) + ")"
	}
	return g.number(0)
}

func (g *generator) boolean(depth int) string {
	if depth == 0 {
		if v := g.variable(); v != "" && g.IntN(2) == 0 {
			return "BOUND(" + v + ")"
		}
		return g.pick("true", "false", "1", `""`, "isNumeric(1.5)")
	}
	d := depth - 1
	switch g.IntN(13) {
	case 0:
		return "(" + g.boolean(d) + " && " + g.boolean(d) + ")"
	case 1:
		return "(" + g.boolean(d) + " || " + g.boolean(d) + ")"
	case 2:
		return "!" + g.pick("(", "(!") + g.boolean(d) + ")"
	case 3, 4, 5:
		return "(0 + " + g.number(d) + " " + g.comparison() + " " + g.number(d) + ")"
	case 6:
		return "(STR(" + g.text(d) + ") " + g.comparison() + " " + g.text(d) + ")"
	case 7:
		return "(" + g.any(d) + " " + g.pick("=", "!=") + " " + g.any(d) + ")"
	case 8:
		return "(" + g.any(d) + " " + g.pick("IN", "NOT IN") + " (" + g.any(d) + ", " + g.any(0) + ", " + g.number(0) + "))"
	case 9:
		return g.pick("isIRI", "isBlank", "isLiteral", "isNumeric") + "(" + g.any(d) + ")"
	case 10:
		return g.pick("CONTAINS", "STRSTARTS", "STRENDS") + "(" + g.text(d) + ", " + g.pick(`"a"`, `"t"@en`, `""`, g.text(0)) + ")"
	case 11:
		return "REGEX(" + g.text(d) + ", " + g.pick(`"^a"`, `"B", "i"`, `"[0-9]+$"`, `"^.c?$", "s"`, `"o{2}"`) + ")"
	}
	return g.pick("sameTerm("+g.any(d)+", "+g.any(d)+")", "langMatches(LANG("+g.any(d)+"), "+g.pick(`"en"`, `"*"`)+")", "xsd:boolean("+g.any(d)+")")
}

func (g *generator) comparison() string { return g.pick("=", "!=", "<", ">", "<=", ">=") }

func (g *generator) text(depth int) string {
	if depth == 0 {
		if v := g.variable(); v != "" && g.IntN(3) > 0 {
			return g.pick(v, "STR("+v+")", "STR("+v+")")
		}
		return g.pick(`"abc"`, `"a"`, `""`, `"typhoon"@en`, `"10"`, `'é台'`)
	}
	d := depth - 1
	switch g.IntN(12) {
	case 0:
		return g.pick("UCASE", "LCASE", "ENCODE_FOR_URI") + "(" + g.text(d) + ")"
	case 1:
		return "CONCAT(" + g.text(d) + ", " + g.text(d) + ")"
	case 2:
		return "SUBSTR(" + g.text(d) + ", " + g.pick("1", "2", "3") + g.pick("", ", 2", ", 1") + ")"
	case 3:
		return g.pick("STRBEFORE", "STRAFTER") + "(" + g.text(d) + ", " + g.pick(`"b"`, `""`, `"h"@en`, `"/"`) + ")"
	case 4:
		return "REPLACE(" + g.text(d) + ", " + g.pick(`"a", "x"`, `"(b)(c)", "$2$1"`, `"[A-Z]", ""`, `"B", "_", "i"`) + ")"
	case 5:
		return "STR(" + g.any(d) + ")"
	case 6:
		return "IF(" + g.boolean(d) + ", " + g.text(d) + ", " + g.text(d) + ")"
	case 7:
		return "COALESCE(" + g.any(d) + ", " + g.text(d) + ")"
	case 8:
		return g.pick("LANG", "TZ", "MD5", "SHA1") + "(" + g.any(0) + ")"
	case 9:
		return g.pick("DATATYPE", "IRI", "TIMEZONE") + "(" + g.any(0) + ")"
	case 10:
		return g.pick("STRDT("+g.text(d)+", xsd:string)", "STRLANG("+g.text(d)+", \"fr\")", "xsd:string("+g.any(d)+")")
	}
	if g.sums {
		g.sums = false
		s := fmt.Sprintf("%s(%s)", g.pick("MIN", "MAX"), "STR("+g.any(1)+")")
		g.sums = true
		return s
	}
	return g.text(0)
}
