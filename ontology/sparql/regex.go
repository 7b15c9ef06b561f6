package sparql

import (
	"io"
	"iter"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tggo/goRDFlib/term"
)

// Bounds of regular expressions: a match takes a time of at most the length of the pattern times the length of the text, and
// a query keeps all that it has compiled.
const (
	longestRegex = 1000
	mostRegexes  = 1000
)

// regex is REGEX (section 17.4.3.14). The text is handed on a character at a time, so that it stops with the question.
func (e *evaluator) regex(args []term.Term) term.Term {
	s, _, ok := text(args[0])
	re := e.compiled(args[1:])
	if !ok || re == nil {
		return nil
	}
	return boolean(re.MatchReader(&stoppable{e: e, s: s}))
}

// stoppable reads a text until the question is over.
type stoppable struct {
	e *evaluator
	s string
}

// ReadRune implements [io.RuneReader].
func (r *stoppable) ReadRune() (rune, int, error) {
	if r.s == "" || !r.e.spend(1) {
		return 0, 0, io.EOF
	}
	c, size := utf8.DecodeRuneInString(r.s)
	r.s = r.s[size:]
	return c, size, nil
}

// compiled is the expression of a pattern and flags; nil if it has a fault.
func (e *evaluator) compiled(args []term.Term) *regexp.Regexp {
	pattern, ok := simple(args[0])
	flags := ""
	if len(args) > 1 {
		f, ok := simple(args[1])
		if !ok || strings.Trim(f, "smixq") != "" {
			return nil
		}
		flags = f
	}
	if !ok {
		return nil
	}
	key := flags + "/" + pattern
	re, known := e.regexes[key]
	switch {
	case known:
		return re
	case len(pattern) > longestRegex || len(e.regexes) == mostRegexes:
		e.fail(ErrWork)
		return nil
	}
	if e.regexes == nil {
		e.regexes = map[string]*regexp.Regexp{}
	}
	re, _ = regexp.Compile(translated(pattern, flags)) //nolint:errcheck // nil is the error
	e.regexes[key] = re
	return re
}

// translated is a pattern of XPath in the words of package regexp.
func translated(pattern, flags string) string {
	if strings.Contains(flags, "x") {
		pattern = strings.Join(strings.Fields(pattern), "")
	}
	if strings.Contains(flags, "q") {
		pattern = regexp.QuoteMeta(pattern)
	}
	if set := strings.Trim(strings.NewReplacer("x", "", "q", "").Replace(flags), " "); set != "" {
		pattern = "(?" + set + ")" + pattern
	}
	return pattern
}

// mostMatching bounds what cannot be stopped, in characters of a text times those of a pattern: about a second.
const mostMatching = 30_000_000

// replace is REPLACE (section 17.4.3.15; XPath and XQuery Functions, section 5.6.3). A pattern that matches nothing is
// an error, as there.
func (e *evaluator) replace(args []term.Term) term.Term {
	s, lang, ok := text(args[0])
	by, ok2 := simple(args[2])
	re := e.compiled(append([]term.Term{args[1]}, args[3:]...))
	if !ok || !ok2 || re == nil || re.MatchString("") {
		return nil
	}
	if len(s)*len(re.String()) > mostMatching {
		e.fail(ErrWork)
		return nil
	}
	parts, ok := replacement(by)
	if !ok {
		return nil
	}
	return e.replaced(s, lang, re, parts)
}

// replaced is a text with every match of an expression replaced.
func (e *evaluator) replaced(s, lang string, re *regexp.Regexp, parts []part) term.Term {
	var b strings.Builder
	from := 0
	for m := range e.matches(re, s) {
		b.WriteString(s[from:m[0]])
		for _, p := range parts {
			if p.group < 0 {
				b.WriteString(p.text)
			} else if rest := p.group; rest <= re.NumSubexp() && m[2*rest] >= 0 {
				b.WriteString(s[m[2*rest]:m[2*rest+1]])
			}
		}
		if from = m[1]; b.Len() > longestText {
			break
		}
	}
	b.WriteString(s[from:])
	if e.stopped != nil || !e.room(b.Len()) {
		return nil
	}
	return like(b.String(), lang)
}

// mostBehind bounds the matches of an expression that looks behind: they are found all at once, which cannot be stopped.
const mostBehind = 1 << 16

// matches are the matches of an expression that does not match the empty text, with their groups, until the question is over.
func (e *evaluator) matches(re *regexp.Regexp, s string) iter.Seq[[]int] {
	if looksBehind(re) {
		all := re.FindAllStringSubmatchIndex(s, mostBehind+1)
		if len(all) > mostBehind {
			e.fail(ErrWork)
			return slices.Values([][]int(nil))
		}
		return slices.Values(all)
	}
	return func(yield func([]int) bool) {
		for from := 0; e.spend(1); {
			m := re.FindStringSubmatchIndex(s[from:])
			if m == nil {
				return
			}
			for i := range m {
				if m[i] >= 0 {
					m[i] += from
				}
			}
			if from = m[1]; !yield(m) {
				return
			}
		}
	}
}

// looksBehind says whether what stands before a place decides if the expression matches there.
func looksBehind(re *regexp.Regexp) bool {
	const behind = syntax.EmptyBeginLine | syntax.EmptyBeginText | syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return true
	}
	prog, err := syntax.Compile(tree.Simplify())
	return err != nil || slices.ContainsFunc(prog.Inst, func(in syntax.Inst) bool {
		return in.Op == syntax.InstEmptyWidth && syntax.EmptyOp(in.Arg)&behind != 0
	})
}

// A part of a replacement is a text, or the number of a group.
type part struct {
	text  string
	group int // -1: a text
}

// replacement reads $1, \$ and \\; false if it has a fault.
func replacement(by string) (all []part, ok bool) {
	for by != "" {
		at := strings.IndexAny(by, `$\`)
		switch {
		case at < 0:
			return append(all, part{by, -1}), true
		case at > 0:
			all = append(all, part{by[:at], -1})
			by = by[at:]
		case len(by) > 1 && by[0] == '\\' && (by[1] == '\\' || by[1] == '$'):
			all = append(all, part{by[1:2], -1})
			by = by[2:]
		default:
			n := min(digits(by[1:]), 2)
			if by[0] == '\\' || n == 0 {
				return nil, false
			}
			group, _ := strconv.Atoi(by[1 : 1+n]) //nolint:errcheck // digits
			all = append(all, part{group: group})
			by = by[1+n:]
		}
	}
	return all, true
}
