package sparql

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tggo/goRDFlib/sparql"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/nearest"
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
	parsed *sparql.ParsedQuery
}

// Parse reads a query. prefixes are declared without PREFIX; the query may declare them
// otherwise. Its errors are of type *[SyntaxError].
func Parse(text string, prefixes map[string]string) (*Query, error) {
	if len(text) > LongestQuery {
		return nil, &SyntaxError{1, 1, english.Phrasef("the query is longer than %d bytes", LongestQuery)}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if err := checkWords(text, prefixes); err != nil {
		return nil, err
	}
	head := prologue(prefixes)
	q, err := parse(head + text)
	if err != nil {
		return nil, placed(text, len(head), err)
	}
	if q.Prefixes == nil {
		q.Prefixes = map[string]string{}
	}
	if err := checkQuery(q); err != nil {
		return nil, &SyntaxError{1, 1, english.Phrasef("%v", err)}
	}
	return &Query{q}, nil
}

// parse keeps a fault of the library's parser from ending the program.
func parse(text string) (q *sparql.ParsedQuery, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = english.Errorf("it cannot be read: %v", r)
		}
	}()
	return sparql.Parse(text)
}

func prologue(prefixes map[string]string) string {
	var b strings.Builder
	for _, p := range slices.Sorted(maps.Keys(prefixes)) {
		fmt.Fprintf(&b, "PREFIX %s: <%s> ", p, prefixes[p])
	}
	return b.String()
}

var atPos = regexp.MustCompile(`^sparql parse error at pos (\d+): (.*)$`)

// placed gives an error of the library's parser its place in the text, before which it read a prologue.
func placed(text string, skip int, err error) error {
	m := atPos.FindStringSubmatch(err.Error())
	if m == nil {
		return &SyntaxError{1, 1, english.Phrasef("%v", err)}
	}
	at, _ := strconv.Atoi(m[1]) //nolint:errcheck // digits
	line, col := place(text, max(at-skip, 0))
	return &SyntaxError{line, col, english.Phrasef("%s", m[2])}
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
			if strings.EqualFold(last.text, "PREFIX") {
				declared[name] = ""
			} else if _, ok := declared[name]; !ok {
				return misread(t, "the prefix %s is not declared; add PREFIX %s: <…> at the beginning", rdfio.Quote(name+":"), name)
			}
		case markToken:
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
	if near := nearest.Names(w, words(), 1); len(near) > 0 {
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
