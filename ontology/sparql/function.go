package sparql

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// A function gives the value of a call for those of its operands, none of which is nil; nil is an error
// (section 17.2).
type function func(e *evaluator, args []term.Term) term.Term

// A built is a function of the language: f is nil where the evaluator itself looks at the operands.
type built struct {
	least, most int // operands
	f           function
}

const anyNumber = math.MaxInt

// builtin is the function of that name, in capitals (section 17.4); nil if there is none.
func builtin(name string) *built {
	for _, find := range []func(string) *built{formBuiltin, termBuiltin, textBuiltin, otherBuiltin} {
		if b := find(name); b != nil {
			return b
		}
	}
	return nil
}

// formBuiltin has what does not need all of its operands (section 17.4.1), and what is compiled.
func formBuiltin(name string) *built {
	switch name {
	case "BOUND":
		return &built{1, 1, nil}
	case "IF":
		return &built{3, 3, nil}
	case "COALESCE":
		return &built{0, anyNumber, nil}
	case "REGEX":
		return &built{2, 3, nil}
	case "REPLACE":
		return &built{3, 4, nil}
	}
	return nil
}

// termBuiltin has the functions on terms (section 17.4.2).
func termBuiltin(name string) *built {
	switch name {
	case "ISIRI", "ISURI":
		return isKind(func(v value) bool { return v.kind == iriValue })
	case "ISBLANK":
		return isKind(func(v value) bool { return v.kind == blankValue })
	case "ISLITERAL":
		return isKind(func(v value) bool { return v.kind >= numberValue })
	case "ISNUMERIC":
		return isKind(func(v value) bool { return v.kind == numberValue })
	case "SAMETERM":
		return &built{2, 2, func(_ *evaluator, a []term.Term) term.Term {
			return boolean(term.TermKey(a[0]) == term.TermKey(a[1]))
		}}
	case "STR":
		return &built{1, 1, func(_ *evaluator, a []term.Term) term.Term { return textOf(a[0]) }}
	case "LANG":
		return &built{1, 1, onLiteral(func(l term.Literal) term.Term { return plainText(l.Language()) })}
	case "DATATYPE":
		return &built{1, 1, onLiteral(func(l term.Literal) term.Term { return l.Datatype() })}
	case "IRI", "URI":
		return &built{1, 1, makeIRI}
	case "BNODE":
		return &built{0, 1, (*evaluator).blank}
	case "STRDT":
		return &built{2, 2, withDatatype}
	case "STRLANG":
		return &built{2, 2, withLanguage}
	case "UUID":
		return &built{0, 0, func(*evaluator, []term.Term) term.Term { return term.NewURIRefUnsafe("urn:uuid:" + uuid.NewString()) }}
	case "STRUUID":
		return &built{0, 0, func(*evaluator, []term.Term) term.Term { return plainText(uuid.NewString()) }}
	}
	return nil
}

func isKind(is func(value) bool) *built {
	return &built{1, 1, func(_ *evaluator, a []term.Term) term.Term { return boolean(is(valueOf(a[0]))) }}
}

func onLiteral(f func(term.Literal) term.Term) function {
	return func(_ *evaluator, a []term.Term) term.Term {
		if l, ok := a[0].(term.Literal); ok {
			return f(l)
		}
		return nil
	}
}

// textOf is STR; nil of a blank node.
func textOf(t term.Term) term.Term {
	switch t := t.(type) {
	case term.URIRef:
		return plainText(t.Value())
	case term.Literal:
		return plainText(t.Lexical())
	}
	return nil
}

func makeIRI(e *evaluator, a []term.Term) term.Term {
	if _, ok := a[0].(term.URIRef); ok {
		return a[0]
	}
	s, ok := simple(a[0])
	switch {
	case !ok:
		return nil
	case e.base != nil:
		s = e.base.Join(s)
	}
	if _, err := rdfio.ParseBase(s); err != nil {
		return nil // relative, and there is no BASE
	}
	iri, err := term.NewURIRef(s)
	if err != nil {
		return nil
	}
	return iri
}

func withDatatype(_ *evaluator, a []term.Term) term.Term {
	s, ok := simple(a[0])
	dt, isIRI := a[1].(term.URIRef)
	if !ok || !isIRI {
		return nil
	}
	return typed(s, dt)
}

func withLanguage(_ *evaluator, a []term.Term) term.Term {
	s, ok := simple(a[0])
	lang, ok2 := simple(a[1])
	if !ok || !ok2 {
		return nil
	}
	if l := tagged(s, lang); l.(term.Literal).Language() != "" {
		return l
	}
	return nil
}

// otherBuiltin has the functions on numbers, dates and times, and hashes (sections 17.4.4 to 17.4.6).
func otherBuiltin(name string) *built {
	switch name {
	case "ABS":
		return &built{1, 1, rounded(abs, math.Abs)}
	case "CEIL":
		return &built{1, 1, rounded(ceil, math.Ceil)}
	case "FLOOR":
		return &built{1, 1, rounded(floor, math.Floor)}
	case "ROUND":
		return &built{1, 1, rounded(round, roundFloat)}
	case "RAND":
		return &built{0, 0, func(*evaluator, []term.Term) term.Term { return number{kind: double, f: rand.Float64()}.term() }}
	case "NOW":
		return &built{0, 0, func(e *evaluator, _ []term.Term) term.Term {
			return typed(e.now.UTC().Format(time.RFC3339Nano), term.XSDDateTime)
		}}
	case "YEAR", "MONTH", "DAY", "HOURS", "MINUTES", "SECONDS", "TIMEZONE", "TZ":
		return &built{1, 1, momentPart(name)}
	case "MD5":
		return hash(func(b []byte) []byte { h := md5.Sum(b); return h[:] })
	case "SHA1":
		return hash(func(b []byte) []byte { h := sha1.Sum(b); return h[:] })
	case "SHA256":
		return hash(func(b []byte) []byte { h := sha256.Sum256(b); return h[:] })
	case "SHA384":
		return hash(func(b []byte) []byte { h := sha512.Sum384(b); return h[:] })
	case "SHA512":
		return hash(func(b []byte) []byte { h := sha512.Sum512(b); return h[:] })
	}
	return nil
}

func hash(sum func([]byte) []byte) *built {
	return &built{1, 1, func(e *evaluator, a []term.Term) term.Term {
		s, ok := simple(a[0])
		if !ok || !e.room(len(s)) {
			return nil
		}
		return plainText(hex.EncodeToString(sum([]byte(s))))
	}}
}

// blank is BNODE: another one for each solution, the same one for the same label within it (section 17.4.2.9).
func (e *evaluator) blank(a []term.Term) term.Term {
	if len(a) == 0 {
		return e.r.fresh()
	}
	label, ok := simple(a[0])
	if !ok {
		return nil
	}
	if e.labels == nil {
		e.labels = map[string]term.Term{}
	}
	if e.labels[label] == nil {
		e.labels[label] = e.r.fresh()
	}
	return e.labels[label]
}
