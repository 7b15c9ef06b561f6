package sparql_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator writes queries of every kind over the graph of judgedData. Its queries have one answer: what the standard
// leaves open (the order of a group, of rows that are equal, SAMPLE) does not show.
type generator struct {
	*rand.Rand
	vars  []string // that have values here
	group []string // what a group leaves; nil: no aggregates here
	sums  bool     // aggregates may stand here
	made  int

	inGraph bool
	ordered bool // the answer has one order
}

func (g *generator) pick(all ...string) string { return all[g.IntN(len(all))] }

func (g *generator) fresh() string {
	g.made++
	return fmt.Sprintf("?v%d", g.made)
}

// judgedData is the graph that is asked, as N-Quads.
func judgedData() string {
	const ns, xsd = "http://x.example/", "http://www.w3.org/2001/XMLSchema#"
	var b strings.Builder
	add := func(s, p, o, graph string) {
		fmt.Fprintf(&b, "<%s%s> <%s%s> %s %s.\n", ns, s, ns, p, o, graph)
	}
	typed := func(s, dt string) string { return `"` + s + `"^^<` + xsd + dt + ">" }
	numbers := []string{typed("1", "integer"), typed("2", "integer"), typed("-3", "integer"), typed("0", "integer"), typed("1.5", "decimal"), typed("2", "decimal"),
		typed("-2.5", "decimal"), typed("0.1", "decimal"), typed("10", "double"), typed("2.5", "double"), typed("-0.5", "float"), typed("7", "integer")}
	texts := []string{`"abc"`, `""`, `"ABC def"`, `"typhoon"@en`, `"台风"@zh`, `"Sturm"@de`, `"a"`, `"b1"`, `"10"`, `"x\"y\\z"`}
	others := []string{typed("true", "boolean"), typed("false", "boolean"), typed("2024-02-29T10:30:15.5Z", "dateTime"), typed("2023-12-31T23:59:59+08:00", "dateTime"),
		typed("2024-01-01T00:00:00-05:00", "dateTime")}
	for i := range 14 {
		s := fmt.Sprintf("s%d", i)
		add(s, "num", numbers[i%len(numbers)], "")
		add(s, "num2", numbers[(i*5+3)%len(numbers)], "")
		if i%3 != 0 {
			add(s, "text", texts[i%len(texts)], "")
		}
		if i%4 != 1 {
			add(s, "other", others[i%len(others)], "")
		}
		add(s, "kind", fmt.Sprintf("<%sk%d>", ns, i%3), "")
		add(s, "next", fmt.Sprintf("<%ss%d>", ns, (i*3+1)%14), "")
		if i%2 == 0 {
			add(s, "near", fmt.Sprintf("<%ss%d>", ns, (i+2)%14), "")
			add(s, "num", numbers[(i+7)%len(numbers)], fmt.Sprintf("<%sg%d> ", ns, i%3))
			add(s, "next", fmt.Sprintf("<%ss%d>", ns, i/2), fmt.Sprintf("<%sg%d> ", ns, i%3))
		}
	}
	add("k0", "sub", "<"+ns+"k1>", "")
	add("k1", "sub", "<"+ns+"k2>", "")
	add("k2", "sub", "<"+ns+"k0>", "")
	return b.String()
}

// query writes a whole query.
func (g *generator) query() string {
	g.vars, g.made, g.sums, g.ordered = nil, 0, false, false
	const head = "PREFIX : <http://x.example/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
	if g.IntN(12) == 0 {
		return head + "ASK " + g.where(2)
	}
	return head + g.sel(2, true)
}

// sel writes a SELECT; its variables are g.vars afterwards.
func (g *generator) sel(depth int, outer bool) string {
	g.vars = nil
	where := g.where(depth)
	if len(g.vars) == 0 {
		g.vars = []string{"?none"}
	}
	if g.IntN(5) < 2 {
		return g.grouped(where, outer)
	}
	var shown, parts []string
	for _, v := range g.vars {
		if g.IntN(3) > 0 {
			shown, parts = append(shown, v), append(parts, v)
		}
	}
	for range g.IntN(3) {
		v := g.fresh()
		parts = append(parts, "("+g.expr(3)+" AS "+v+")")
		shown = append(shown, v)
		g.vars = append(g.vars, v)
	}
	if len(shown) == 0 {
		shown, parts = g.vars[:1], g.vars[:1]
	}
	q := "SELECT " + g.pick("", "", "DISTINCT ") + strings.Join(parts, " ") + " " + where + g.order(shown, outer)
	g.vars = shown
	return q
}

// grouped writes a SELECT with groups, or with one of all.
func (g *generator) grouped(where string, outer bool) string {
	var keys, parts, shown []string
	by := ""
	for range g.IntN(3) {
		if g.IntN(3) == 0 {
			v := g.fresh()
			by += " (" + g.pick("COALESCE("+g.expr(2)+")", g.boolean(2)+" || false") + " AS " + v + ")"
			keys = append(keys, v)
		} else if v := g.pick(g.vars...); !strings.Contains(by+" ", " "+v+" ") {
			by += " " + v
			keys = append(keys, v)
		}
	}
	if by != "" {
		by = " GROUP BY" + by
	}
	inner := g.vars
	g.sums, g.group = true, keys
	for _, k := range keys {
		shown, parts = append(shown, k), append(parts, k)
	}
	for range 1 + g.IntN(3) {
		v := g.fresh()
		e := g.expr(3)
		if outer && g.IntN(4) == 0 {
			e = "AVG(" + g.operand() + ")"
		}
		parts = append(parts, "("+e+" AS "+v+")")
		shown = append(shown, v)
	}
	q := where + by
	if by != "" && g.IntN(3) == 0 {
		q += " HAVING (" + g.boolean(2) + ")"
	}
	sum := ""
	if by != "" && g.IntN(3) == 0 {
		sum = g.number(2)
	}
	g.sums, g.group, g.vars = false, nil, inner
	distinct := g.pick("", "", "DISTINCT ")
	if distinct != "" {
		sum = ""
	}
	q = "SELECT " + distinct + strings.Join(parts, " ") + " " + q
	if sum != "" {
		q += " ORDER BY " + g.pick("", "DESC") + "(" + sum + ")"
	} else {
		q += g.order(shown, outer)
	}
	g.vars = shown
	return q
}

// order writes ORDER BY over all that is shown, and then maybe LIMIT and OFFSET.
func (g *generator) order(shown []string, outer bool) string {
	if g.IntN(2) == 0 && outer || g.IntN(4) > 0 && !outer {
		return ""
	}
	g.ordered = outer
	s := " ORDER BY"
	for _, v := range shown {
		s += fmt.Sprintf(" %s(STR(%s)) (STR(DATATYPE(%s))) (LANG(%s))", g.pick("ASC", "DESC"), v, v, v)
	}
	if g.IntN(2) == 0 {
		s += fmt.Sprintf(" LIMIT %d", g.IntN(6))
	}
	if g.IntN(4) == 0 {
		s += fmt.Sprintf(" OFFSET %d", g.IntN(4))
	}
	return s
}

func (g *generator) where(depth int) string { return "{ " + g.block(depth) + "}" }

// block writes the inside of a group.
func (g *generator) block(depth int) string {
	s := g.triples()
	for range g.IntN(3) {
		s += g.part(depth)
	}
	if g.IntN(3) == 0 {
		s += "FILTER(" + g.boolean(3) + ") "
	}
	return s
}

func (g *generator) part(depth int) string {
	before := append([]string(nil), g.vars...)
	hidden := func(write func() string) string {
		s := write()
		g.vars = before
		return s
	}
	if depth == 0 {
		return g.triples()
	}
	switch g.IntN(10) {
	case 0, 1:
		return "OPTIONAL { " + g.block(depth-1) + "} "
	case 2:
		return "MINUS { " + hidden(func() string { return g.block(depth - 1) }) + "} "
	case 3:
		a := g.where(depth - 1)
		g.vars = before
		return a + " UNION " + g.where(depth-1) + " "
	case 4:
		v := g.fresh()
		s := "BIND(" + g.expr(3) + " AS " + v + ") "
		g.vars = append(g.vars, v)
		return s
	case 5:
		return "FILTER " + g.pick("NOT EXISTS", "EXISTS") + " { " + hidden(func() string { return g.flat() }) + "} "
	case 6:
		return "VALUES " + g.values()
	case 7:
		s := "{ " + g.sel(depth-1, false) + " } "
		inner := g.vars
		g.vars = before
		for _, v := range inner {
			g.see(v)
		}
		return s
	case 8:
		v := g.pick("?g", ":g0", ":g1")
		if v == "?g" {
			g.see(v)
		}
		g.inGraph = true
		defer func() { g.inGraph = false }()
		return "GRAPH " + v + " { " + g.triples() + "} "
	}
	return g.triples()
}

// flat writes triples with a filter.
func (g *generator) flat() string {
	s := g.triples()
	if g.IntN(2) == 0 {
		s += "FILTER(" + g.boolean(2) + ") "
	}
	return s
}

func (g *generator) see(v string) {
	for _, o := range g.vars {
		if o == v {
			return
		}
	}
	g.vars = append(g.vars, v)
}

func (g *generator) values() string {
	v := g.pick("?s", "?n", "?k")
	g.see(v)
	data := map[string]string{"?s": ":s1 :s2 :s5 UNDEF", "?n": "1 2 1.5 \"2.5\"^^xsd:double UNDEF", "?k": ":k0 :k1 :k1"}[v]
	all := strings.Fields(data)
	g.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return v + " { " + strings.Join(all[:1+g.IntN(len(all))], " ") + " } "
}

// triples writes one to three triples.
func (g *generator) triples() string {
	s := ""
	for range 1 + g.IntN(2) {
		subject := g.pick("?s", "?s", "?s", "?t", ":s1", ":s4")
		if subject[0] == '?' {
			g.see(subject)
		}
		p := g.pick(":num", ":num2", ":text", ":other", ":kind", ":next", ":near", "path")
		o := map[string]string{":num": "?n", ":num2": "?m", ":text": "?x", ":other": "?o", ":kind": "?k", ":next": "?t", ":near": "?u"}[p]
		if p == "path" {
			p, o = g.path(2), g.pick("?e", "?t", ":s7", ":k1")
		}
		if o == subject {
			o = "?u"
		}
		if o[0] == '?' {
			g.see(o)
		}
		s += subject + " " + p + " " + o + " . "
	}
	return s
}

func (g *generator) path(depth int) string {
	if depth == 0 {
		return g.pick(":next", ":near", ":kind", ":sub", ":num")
	}
	switch g.IntN(8) {
	case 0:
		return "^" + g.pick(":next", ":near", ":kind")
	case 1:
		return "(" + g.path(depth-1) + "/" + g.path(depth-1) + ")"
	case 2:
		return g.pick("(:next|:kind)", "(^:kind|:num)", "(:sub|^:near|:num2)", "(:kind/:sub|:next)")
	case 3:
		if g.inGraph { // of a term that the graph has not: see explained
			return "(" + g.path(depth-1) + ")+"
		}
		return "(" + g.path(depth-1) + ")" + g.pick("*", "+", "?")
	case 4:
		return g.pick("!:next", "!(:next|:num|^:kind)", "!^:next", "!(^:near|^:kind)")
	}
	return g.path(0)
}
