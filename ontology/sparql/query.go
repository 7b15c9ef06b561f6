package sparql

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/tggo/goRDFlib/term"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Limits bound a query. Zero means the default, which the field names. The time is bounded by the
// context of [Dataset.Run].
type Limits struct {
	Rows      int // in the answer; 10,000
	Solutions int // of a part of the query, before the next narrows them; 1,000,000
	// Turns is how many questions that are much work are evaluated at once; the others wait, those that are little work
	// do not. Questions that share the channel share the turns; nil: 4 for each Dataset.
	Turns chan struct{}
}

// Defaults of [Limits].
const (
	defaultRows      = 10_000
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
	// ErrWork says that REGEX or REPLACE cost more work than can be left to run.
	ErrWork = errors.New("REGEX and REPLACE take patterns of at most 1000 bytes, at most 1000 different ones, and REPLACE no long pattern on a long text")
	// ErrSize says that the answer is larger than 64 MiB.
	ErrSize = errors.New("the answer is larger than 64 MiB")
)

// row holds a term for each variable of a query; 0: it has none.
type row []uint32

// running is a query while it runs.
type running struct {
	ctx    context.Context
	data   *Dataset
	new    dictionary // terms that the dataset has not
	names  []string
	base   row // that each pattern begins with: empty, but of EXISTS
	stop   int // rows after which a pattern may stop; 0: none
	lim    Limits
	ticks  int // since the last look at the context
	work   int
	cells  int // of all rows that were made
	text   int // bytes that expressions have made
	blanks int
	turn   bool // it has a turn
	eval   evaluator
}

// Run answers q. It returns an error of ctx soon after ctx ends, and [ErrRows], [ErrSolutions],
// [ErrText] or [ErrWork].
func (d *Dataset) Run(ctx context.Context, q *Query, lim Limits) (*Result, error) {
	d.freeze()
	if lim.Rows <= 0 {
		lim.Rows = defaultRows
	}
	if lim.Turns == nil {
		lim.Turns = d.turns
	}
	if lim.Solutions <= 0 {
		lim.Solutions = DefaultSolutions
	}
	r := &running{ctx: ctx, data: d, names: q.names, base: make(row, len(q.names)), lim: lim}
	r.eval = evaluator{r: r, base: q.base, now: time.Now()}
	defer r.giveBack()
	res, err := r.answer(q.ask)
	if err != nil {
		return nil, english.Errorf("sparql: %w", err)
	}
	return res, nil
}

func (r *running) answer(q *question) (*Result, error) {
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	if _, ok := q.where.(*bgp); ok {
		if at := stopAfter(q); at > 0 && at <= r.lim.Rows {
			r.stop = at
		} else if plain(q) {
			r.stop = r.lim.Rows + q.offset + 1
		}
	}
	rows, err := r.extend([]row{r.base}, q.where, r.data.all)
	if err != nil {
		return nil, err
	}
	if rows, err = r.modify(q, rows, r.data.all); err != nil {
		return nil, err
	}
	return r.result(q, rows)
}

// plain reports whether each solution of the pattern is a row of the answer.
func plain(q *question) bool {
	return q.kind == Select && len(q.order)+len(q.having) == 0 && !q.distinct && !q.grouped()
}

// stopAfter is the number of solutions that suffice; 0 if all are needed.
func stopAfter(q *question) int {
	switch {
	case q.kind == Ask && q.limit < 0 && q.offset == 0 && !q.grouped() && len(q.having) == 0:
		return 1
	case plain(q) && q.limit >= 0:
		return q.limit + q.offset
	}
	return 0
}

// Bounds of a query: how much work, in steps of its loops, and how much memory it may have before it needs a turn; and
// how many places its rows may have, all that were made counted: 1 GB.
const (
	quickWork  = 1_000_000
	quickCells = 4_000_000
	mostCells  = 256_000_000
)

// spend counts so many steps. It looks at the context now and then.
func (r *running) spend(n int) error {
	if r.ticks += n; r.ticks < 1<<12 {
		return nil
	}
	r.work += r.ticks
	r.ticks = 0
	if !r.turn && (r.work > quickWork || r.cells > quickCells) {
		select {
		case r.lim.Turns <- struct{}{}:
			r.turn = true
		case <-r.ctx.Done():
		}
	}
	return r.ctx.Err()
}

func (r *running) giveBack() {
	if r.turn {
		<-r.lim.Turns
	}
}

func (r *running) tick() error { return r.spend(1) }

// room refuses a list of solutions that has grown too long; so many were added.
func (r *running) room(rows []row, added int) error {
	r.cells += added * (len(r.names) + 6) // a slice has a head
	if len(rows) > r.lim.Solutions || r.cells > mostCells {
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
	return uint32(len(r.data.terms)) + r.new.id(t)
}

// keep is the number of a term that an expression has made.
func (r *running) keep(t term.Term) (uint32, error) {
	made := len(r.new.terms)
	id := r.id(t)
	if len(r.new.terms) > made {
		if r.text += len(t.String()) + termSize; r.text > mostText {
			return 0, ErrText
		}
	}
	return id, nil
}

// termSize is about what a term needs beside its text.
const termSize = 100

// fresh is a blank node that is nowhere else.
func (r *running) fresh() term.Term {
	for {
		r.blanks++
		b := term.NewBNode("made" + strconv.Itoa(r.blanks))
		if r.data.known(b) == 0 {
			return b
		}
	}
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
	return r.new.terms[id-n-1]
}
