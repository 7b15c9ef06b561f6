package axiom

import "strings"

// String returns the axiom in functional syntax with full IRIs.
func (a Axiom) String() string { return string(a.AppendText(nil)) }

// AppendText appends what String returns.
func (a Axiom) AppendText(b []byte) []byte {
	b = append(b, a.Op.String()...)
	b = append(b, '(')
	for _, n := range a.Annotations {
		b = append(n.AppendText(b), ' ')
	}
	return append(a.appendArgs(b), ')')
}

func (a Axiom) appendArgs(b []byte) []byte {
	if a.Op == Declaration && len(a.Args) == 1 {
		b = append(b, a.Args[0].Op.String()...)
		b = append(b, '(')
		b = a.Args[0].AppendText(b)
		return append(b, ')')
	}
	return appendArgs(b, a.Op, a.Args)
}

func appendArgs(b []byte, op Op, args []Expr) []byte {
	if op == HasKey && len(args) > 0 {
		return appendKey(b, args)
	}
	for i, e := range args {
		if i > 0 {
			b = append(b, ' ')
		}
		b = e.AppendText(b)
	}
	return b
}

// appendKey writes the two lists of HasKey, each in parentheses.
func appendKey(b []byte, args []Expr) []byte {
	objects, data := KeyProperties(args)
	b = args[0].AppendText(b)
	for _, list := range [][]Expr{objects, data} {
		b = append(b, " ("...)
		b = appendArgs(b, 0, list)
		b = append(b, ')')
	}
	return b
}

// KeyProperties splits the arguments of HasKey after the first into object
// property expressions and data properties.
func KeyProperties(args []Expr) (objects, data []Expr) {
	for i := 1; i < len(args); i++ {
		if args[i].Op == DataProperty {
			return args[1:i], args[i:]
		}
	}
	return args[1:], nil
}

// String returns the annotation in functional syntax with full IRIs.
func (n Annotation) String() string { return string(n.AppendText(nil)) }

// AppendText appends what String returns.
func (n Annotation) AppendText(b []byte) []byte {
	b = append(b, "Annotation("...)
	for _, m := range n.Annotations {
		b = append(m.AppendText(b), ' ')
	}
	b = append(b, '<')
	b = append(b, n.Property...)
	b = append(b, "> "...)
	return append(n.Value.AppendText(b), ')')
}

// String returns the expression in functional syntax with full IRIs.
func (e Expr) String() string { return string(e.AppendText(nil)) }

// AppendText appends what String returns.
func (e Expr) AppendText(b []byte) []byte {
	switch e.Op {
	case IRI, Class, Datatype, ObjectProperty, DataProperty, AnnotationProperty, NamedIndividual:
		b = append(b, '<')
		b = append(b, e.Text...)
		return append(b, '>')
	case Anonymous:
		b = append(b, "_:"...)
		return append(b, e.Text...)
	case Number:
		return append(b, e.Text...)
	case Literal:
		return e.appendLiteral(b)
	case Facet:
		b = append(b, '<')
		b = append(b, e.Text...)
		b = append(b, "> "...)
		return appendArgs(b, e.Op, e.Args)
	case Variable:
		b = append(b, "Variable(<"...)
		b = append(b, e.Text...)
		return append(b, ">)"...)
	}
	b = append(b, e.Op.String()...)
	b = append(b, '(')
	return append(appendArgs(b, e.Op, e.Args), ')')
}

func (e Expr) appendLiteral(b []byte) []byte {
	b = AppendQuoted(b, e.Text)
	switch {
	case e.Lang != "":
		b = append(b, '@')
		return append(b, e.Lang...)
	case e.Datatype != "":
		b = append(b, "^^<"...)
		b = append(b, e.Datatype...)
		return append(b, '>')
	}
	return b
}

// AppendQuoted appends a string as the functional and the Manchester syntax
// quote it: only quotation marks and backslashes are escaped.
func AppendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		i := strings.IndexAny(s, `"\`)
		if i < 0 {
			break
		}
		b = append(b, s[:i]...)
		b = append(b, '\\', s[i])
		s = s[i+1:]
	}
	b = append(b, s...)
	return append(b, '"')
}
