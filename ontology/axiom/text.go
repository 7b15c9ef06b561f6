package axiom

import "strings"

// A Namer appends an IRI, <in full> or abbreviated.
type Namer func(b []byte, iri string) []byte

// full is the Namer that writes IRIs in full.
func full(b []byte, iri string) []byte {
	b = append(b, '<')
	b = append(b, iri...)
	return append(b, '>')
}

// String returns the axiom in functional syntax with full IRIs.
func (a Axiom) String() string { return string(a.Append(nil, full)) }

// String returns the annotation in functional syntax with full IRIs.
func (n Annotation) String() string { return string(n.Append(nil, full)) }

// String returns the expression in functional syntax with full IRIs.
func (e Expr) String() string { return string(e.Append(nil, full)) }

// Append appends the axiom in functional syntax.
func (a Axiom) Append(b []byte, name Namer) []byte {
	b = append(b, a.Op.String()...)
	b = append(b, '(')
	for _, n := range a.Annotations {
		b = append(n.Append(b, name), ' ')
	}
	if a.Op == Declaration && len(a.Args) == 1 {
		b = append(b, a.Args[0].Op.String()...)
		b = append(b, '(')
		b = append(a.Args[0].Append(b, name), ')')
	} else {
		b = appendArgs(b, a.Op, a.Args, name)
	}
	return append(b, ')')
}

func appendArgs(b []byte, op Op, args []Expr, name Namer) []byte {
	if op == HasKey && len(args) > 0 {
		return appendKey(b, args, name)
	}
	for i, e := range args {
		if i > 0 {
			b = append(b, ' ')
		}
		b = e.Append(b, name)
	}
	return b
}

// appendKey writes the two property lists of HasKey, each in parentheses.
func appendKey(b []byte, args []Expr, name Namer) []byte {
	objects, data := keyProperties(args)
	b = args[0].Append(b, name)
	for _, list := range [][]Expr{objects, data} {
		b = append(b, " ("...)
		b = appendArgs(b, 0, list, name)
		b = append(b, ')')
	}
	return b
}

// keyProperties splits the properties of HasKey, from its second argument on, into object
// property expressions and data properties.
func keyProperties(args []Expr) (objects, data []Expr) {
	for i := 1; i < len(args); i++ {
		if args[i].Op == DataProperty {
			return args[1:i], args[i:]
		}
	}
	return args[1:], nil
}

// Append appends the annotation in functional syntax.
func (n Annotation) Append(b []byte, name Namer) []byte {
	b = append(b, "Annotation("...)
	for _, m := range n.Annotations {
		b = append(m.Append(b, name), ' ')
	}
	b = append(name(b, n.Property), ' ')
	return append(n.Value.Append(b, name), ')')
}

// Append appends the expression in functional syntax.
func (e Expr) Append(b []byte, name Namer) []byte {
	switch e.Op {
	case IRI, Class, Datatype, ObjectProperty, DataProperty, AnnotationProperty, NamedIndividual:
		return name(b, e.Text)
	case Anonymous:
		b = append(b, "_:"...)
		return append(b, e.Text...)
	case Number:
		return append(b, e.Text...)
	case Literal:
		return e.appendLiteral(b, name)
	case Facet:
		b = append(name(b, e.Text), ' ')
		return appendArgs(b, e.Op, e.Args, name)
	case Variable:
		b = append(b, "Variable("...)
		return append(name(b, e.Text), ')')
	}
	b = append(b, e.Op.String()...)
	b = append(b, '(')
	return append(appendArgs(b, e.Op, e.Args, name), ')')
}

func (e Expr) appendLiteral(b []byte, name Namer) []byte {
	b = appendQuoted(b, e.Text)
	switch {
	case e.Lang != "":
		b = append(b, '@')
		return append(b, e.Lang...)
	case e.Datatype != "":
		return name(append(b, "^^"...), e.Datatype)
	}
	return b
}

// appendQuoted appends a string as in the functional and Manchester syntaxes, which
// escape only quotation marks and backslashes.
func appendQuoted(b []byte, s string) []byte {
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
