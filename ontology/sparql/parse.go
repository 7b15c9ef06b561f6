package sparql

import (
	"maps"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/term"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
)

// LongestQuery bounds a query, in bytes.
const LongestQuery = 64 << 10

// deepest bounds the nesting of brackets: parser and evaluation recurse.
const deepest = 200

// SyntaxError says where a query is wrong, or has what is refused.
type SyntaxError struct {
	Line, Col int // from 1; in characters
	Msg       english.Phrase
}

// Error returns "query:line:col: message".
func (e *SyntaxError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *SyntaxError) Message() english.Phrase {
	return english.Phrasef("%s:%d:%d: %v", "query", e.Line, e.Col, e.Msg)
}

// Query is a parsed query. It may be run often, and in parallel.
type Query struct {
	ask   *question
	names []string // of the variables, by their slots
	base  *rdfio.Base
}

// Parse reads a query. prefixes are declared without PREFIX; the query may declare them
// otherwise. Its errors are of type *[SyntaxError].
func Parse(text string, prefixes map[string]string) (*Query, error) {
	if len(text) > LongestQuery {
		return nil, &SyntaxError{1, 1, english.Phrasef("the query is longer than %d bytes", LongestQuery)}
	}
	text = codepoints(strings.TrimPrefix(text, "\ufeff"))
	p := &parser{text: text, prefixes: map[string]string{}, slots: map[string]int{}, blanks: map[string]*bgp{}}
	maps.Copy(p.prefixes, prefixes)
	if err := checkWords(text, prefixes); err != nil {
		return nil, err
	}
	scan(text, func(t token) bool {
		p.all = append(p.all, t)
		return true
	})
	p.advance()
	p.prologue()
	q := p.question()
	if p.tok.kind != endToken {
		p.expected(english.Word("the end of the query"))
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Query{q, p.names, p.base}, nil
}

// codepoints replaces \uXXXX and \UXXXXXXXX, which may stand anywhere in a query (section 19.2). In texts and
// IRIs they are left to their readers, so that an escaped quote ends no text.
func codepoints(text string) string {
	if !strings.Contains(text, `\u`) && !strings.Contains(text, `\U`) {
		return text
	}
	var b strings.Builder
	from := 0
	scan(text, func(t token) bool {
		if t.kind == markToken && t.text == `\` && t.at >= from && t.at+1 < len(text) && text[t.at+1]|0x20 == 'u' {
			n := min(6+4*int(1-text[t.at+1]>>5&1), len(text)-t.at)
			if r, wrong := rdfio.Unescape(nil, []byte(text[t.at:t.at+n]), false); wrong == nil {
				b.WriteString(text[from:t.at])
				b.Write(r)
				from = t.at + n
			}
		}
		return true
	})
	return b.String() + text[from:]
}

// checkWords finds words that no query has, undeclared prefixes, what is refused, and brackets that are
// nested too deeply or do not fit.
func checkWords(text string, prefixes map[string]string) (err error) {
	misread := func(t token, format string, args ...any) bool {
		line, col := place(text, t.at)
		err = &SyntaxError{line, col, english.Phrasef(format, args...)}
		return false
	}
	declared := maps.Clone(prefixes)
	if declared == nil {
		declared = map[string]string{}
	}
	open := ""
	var before token
	scan(text, func(t token) bool {
		last := before
		before = t
		switch t.kind {
		case wordToken:
			if why := wrongWord(t.text); !why.IsZero() {
				return misread(t, "%v", why)
			}
		case nameToken:
			name, _, _ := strings.Cut(t.text, ":")
			if last.kind == wordToken && strings.EqualFold(last.text, "PREFIX") {
				declared[name] = ""
			} else if _, ok := declared[name]; !ok {
				return misread(t, "the prefix %s is not declared; add PREFIX %s: <…> at the beginning", rdfio.Quote(name+":"), name)
			}
		case markToken:
			if t.text == "<" && last.text == "<" && last.at == t.at-1 {
				return misread(t, "triple terms of RDF 1.2 are not supported")
			}
			if strings.Contains("{[(", t.text) {
				if open += t.text; len(open) > deepest {
					return misread(t, "brackets are nested more than %d deep", deepest)
				}
			} else if i := strings.Index("}])", t.text); i >= 0 {
				if !strings.HasSuffix(open, "{[("[i:i+1]) {
					return misread(t, "this %s closes nothing", t.text)
				}
				open = open[:len(open)-1]
			}
		}
		return true
	})
	return err
}

// wrongWord says what is wrong with a bare word; the phrase is zero if nothing is.
func wrongWord(word string) english.Phrase {
	w := strings.ToUpper(word)
	if why, ok := refused()[w]; ok {
		return english.Phrasef("%s is refused: %s", w, why)
	}
	if word == "a" || slices.Contains(words(), w) {
		return english.Phrase{}
	}
	if near := term.Nearest(w, words(), 1); len(near) > 0 {
		return english.Phrasef("%s is no word of SPARQL; did you mean %s?", rdfio.Quote(word), near[0])
	}
	return english.Phrasef("%s is no word of SPARQL", rdfio.Quote(word))
}

// refused are words of SPARQL with the reason why no query may have them.
func refused() map[string]english.Word {
	change := english.Word("a query cannot change anything")
	return map[string]english.Word{
		"SERVICE": english.Word("no other server is asked"), "FROM": english.Word("the graphs are those of the command; choose one with GRAPH"),
		"DESCRIBE": english.Word("no standard says what it answers; use CONSTRUCT"),
		"INSERT":   change, "DELETE": change, "LOAD": change, "CLEAR": change, "DROP": change, "CREATE": change,
		"ADD": change, "MOVE": change, "COPY": change, "WITH": change, "USING": change,
	}
}

// words are the words that a query may have.
func words() []string {
	return strings.Fields(`BASE PREFIX SELECT DISTINCT REDUCED AS CONSTRUCT ASK WHERE GROUP BY HAVING
ORDER ASC DESC LIMIT OFFSET VALUES UNDEF OPTIONAL GRAPH BIND UNION MINUS FILTER EXISTS NOT IN TRUE FALSE SEPARATOR
COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT
STR LANG LANGMATCHES DATATYPE BOUND IRI URI BNODE RAND ABS CEIL FLOOR ROUND CONCAT STRLEN UCASE LCASE ENCODE_FOR_URI
CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER YEAR MONTH DAY HOURS MINUTES SECONDS TIMEZONE TZ NOW UUID STRUUID MD5
SHA1 SHA256 SHA384 SHA512 COALESCE IF STRLANG STRDT SAMETERM ISIRI ISURI ISBLANK ISLITERAL ISNUMERIC REGEX SUBSTR REPLACE`)
}
