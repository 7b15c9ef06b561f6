package sparql

import (
	"context"
	"errors"

	"github.com/tggo/goRDFlib/sparql"
	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits bound a query. Zero means the default, which the field names. The time is bounded by the
// context of [Dataset.Run].
type Limits struct {
	Rows      int // in the answer; 10,000
	Solutions int // of a part of the query, before the next narrows them; 1,000,000
	// Turns is how many answers are grouped and written at once. That part cannot be
	// stopped; after its time it goes on for nobody, for seconds at most, and keeps its turn. Questions that share the
	// channel share the turns; nil: 4 for each Dataset.
	Turns chan struct{}
}

// Defaults of [Limits].
const (
	DefaultRows      = 10_000
	DefaultSolutions = 1_000_000
	defaultTurns     = 4
)

// longestText bounds a text that an expression makes: ten times CONCAT(?x, ?x) makes a thousand
// of one.
const longestText = 1 << 20

// mostText bounds all texts that the expressions of a query make.
const mostText = 256 << 20

var (
	// ErrRows says that the answer has more rows than Limits.Rows.
	ErrRows = errors.New("the answer has more rows than allowed")
	// ErrSolutions says that a part of the query has more solutions than Limits.Solutions.
	ErrSolutions = errors.New("a part of the query has more solutions than allowed")
	// ErrText says that an expression makes a text of more than 1 MiB, or all of them more than 256 MiB.
	ErrText = errors.New("an expression makes a text of more than 1 MiB, or all of them more than 256 MiB")
	// ErrWork says that groups of the solutions cost more work than can be left to run.
	ErrWork = errors.New("the solutions are too many for these groups and aggregates")
)

// row holds a term for each variable of a query; 0: it has none.
type row []uint32

// running is a query while it runs.
type running struct {
	ctx   context.Context
	data  *Dataset
	made  dictionary // terms that the dataset has not
	slots map[string]int
	names []string
	stop  int // rows after which a pattern may stop; 0: none
	lim   Limits
	ticks int
	text  int                 // bytes that expressions have made
	empty *sparql.ParsedQuery // prefixes and base for expressions
}

// Run answers q. It returns an error of ctx soon after ctx ends, and [ErrRows], [ErrSolutions],
// [ErrText] or [ErrWork].
func (d *Dataset) Run(ctx context.Context, q *Query, lim Limits) (*Result, error) {
	d.freeze()
	if lim.Rows <= 0 {
		lim.Rows = DefaultRows
	}
	if lim.Turns == nil {
		lim.Turns = d.turns
	}
	if lim.Solutions <= 0 {
		lim.Solutions = DefaultSolutions
	}
	r := &running{ctx: ctx, data: d, slots: map[string]int{}, lim: lim, empty: &sparql.ParsedQuery{Prefixes: q.parsed.Prefixes, BaseURI: q.parsed.BaseURI}}
	r.declare(q.parsed)
	res, err := r.protect(q.parsed)
	if err != nil {
		return nil, english.Errorf("sparql: %w", err)
	}
	return res, nil
}

// protect keeps a fault of the library's functions from ending the program.
func (r *running) protect(q *sparql.ParsedQuery) (res *Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = english.Errorf("the query cannot be evaluated: %v", p)
		}
	}()
	return r.answer(q)
}

func (r *running) answer(q *sparql.ParsedQuery) (*Result, error) {
	if at := stopAfter(q); at > 0 && at <= r.lim.Rows {
		r.stop = at
	} else if plain(q) {
		r.stop = r.lim.Rows + q.Offset + 1
	}
	if _, ok := q.Where.(*sparql.BGP); !ok {
		r.stop = 0
	}
	rows, err := r.extend([]row{make(row, len(r.names))}, q.Where, r.data.all)
	if err != nil {
		return nil, err
	}
	out, err := r.modify(q, rows, r.data.all)
	if err != nil {
		return nil, err
	}
	return r.result(q, out)
}

// plain reports whether each solution of the pattern is a row of the answer.
func plain(q *sparql.ParsedQuery) bool {
	return q.Type == "SELECT" && len(q.OrderBy) == 0 && !q.Distinct && len(q.GroupBy) == 0 && q.Having == nil && len(q.ProjectExprs) == 0
}

// stopAfter is the number of solutions that suffice; 0 if all are needed.
func stopAfter(q *sparql.ParsedQuery) int {
	switch {
	case q.Type == "ASK":
		return 1
	case plain(q) && q.Limit >= 0:
		return q.Limit + q.Offset
	}
	return 0
}

// tick looks at the context now and then.
func (r *running) tick() error {
	if r.ticks++; r.ticks&0x3ff != 0 {
		return nil
	}
	return r.ctx.Err()
}

// room refuses a list of solutions that has grown too long.
func (r *running) room(rows []row) error {
	if len(rows) > r.lim.Solutions {
		return ErrSolutions
	}
	return r.tick()
}

// id is the number of t.
func (r *running) id(t term.Term) uint32 {
	if t == nil {
		return 0
	}
	if id := r.data.known(t); id != 0 {
		return id
	}
	return uint32(len(r.data.terms)) + r.made.id(t)
}

// term is the term of a number; nil of 0.
func (r *running) term(id uint32) term.Term {
	n := uint32(len(r.data.terms))
	switch {
	case id == 0:
		return nil
	case id <= n:
		return r.data.terms[id-1]
	}
	return r.made.terms[id-n-1]
}
