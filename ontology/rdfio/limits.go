package rdfio

import (
	"errors"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits bounds the resources for reading one document. A zero field means the default.
type Limits struct {
	Depth    int   // brackets, elements, nodes, lists inside each other; default 1,000
	Token    int   // bytes of one literal, tag or comment; default 256 MiB
	Bytes    int64 // bytes of the whole document as UTF-8; default unlimited
	Entities int   // declared XML entities; default 200
	Expanded int64 // bytes that they expand to, besides 100 for each byte read; default 1 MiB
	Triples  int64 // that the document states; default unlimited
}

// DefaultDepth is the default of Limits.Depth. Documents in practice nest less deep.
const DefaultDepth = 1000

const (
	defaultToken    = 256 << 20
	defaultEntities = 200
	defaultExpanded = 1 << 20
)

func (l Limits) withDefaults() Limits {
	if l.Depth <= 0 {
		l.Depth = DefaultDepth
	}
	if l.Token <= 0 {
		l.Token = defaultToken
	}
	if l.Entities <= 0 {
		l.Entities = defaultEntities
	}
	if l.Expanded <= 0 {
		l.Expanded = defaultExpanded
	}
	return l
}

// LimitError names the exceeded field of [Limits]. A *SyntaxError with the position wraps
// it.
type LimitError struct {
	Limit string // the field of Limits: "Depth"
	Max   int64  // its value
	says  english.Phrase
}

// Error describes the excess and names the limit.
func (e *LimitError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *LimitError) Message() english.Phrase {
	return english.Phrasef("%v (Limits.%s)", e.says, e.Limit)
}

// Exceeds returns the error for an exceeded limit. format has a verb for most, after
// those for args. If at is not nil, it is a *SyntaxError whose position the result keeps.
func Exceeds(at error, limit string, most int64, format string, args ...any) error {
	e := &LimitError{limit, most, english.Phrasef(format, append(args, most)...)}
	if at == nil {
		return e
	}
	return because(at, e)
}

// because gives the error at a position its cause.
func because(at, why error) error {
	if syn := (*SyntaxError)(nil); errors.As(at, &syn) {
		syn.phrase, syn.Err = english.Phrasef("%v", why), why
		syn.Msg = syn.phrase.String()
	}
	return at
}

// WithDefaults returns o with all limits set, and a Warn that names the file.
func (o Options) WithDefaults() Options {
	o.Limits = o.Limits.withDefaults()
	if warn := o.Warn; warn != nil {
		o.Warn = func(e *SyntaxError) {
			e.File = o.File
			warn(e)
		}
	}
	return o
}

// Named adds the file name to a *SyntaxError in err.
func (o Options) Named(err error) error {
	if syn := (*SyntaxError)(nil); errors.As(err, &syn) && syn.File == "" {
		syn.File = o.File
	}
	return err
}

// Counted limits yield to Limits.Triples triples.
func (o Options) Counted(yield func(rdf.Triple) error) func(rdf.Triple) error {
	most, n := o.Limits.Triples, int64(0)
	if most <= 0 {
		return yield
	}
	return func(t rdf.Triple) error {
		if n++; n > most {
			return Exceeds(nil, "Triples", most, "more than %d triples")
		}
		return yield(t)
	}
}
