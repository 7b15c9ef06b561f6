package search

import (
	"errors"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// scheme begins the address of a query.
const scheme = "search:"

// ErrAddress is wrapped by the errors of [ParseAddress].
var ErrAddress = errors.New("search: not the address of a query")

// Bounds of a query in an address.
const (
	maxText = 2048 // bytes of Query.Text or Query.Target
	maxPage = 1000
	maxLang = 35 // RFC 5646, section 4.4.1
)

// Address returns the address of q at a source:
//
//	search:own?op=kw&lang=zh-Hans&since=24h0m0s&page=1&q=%E5%8F%B0%E9%A3%8E
//
// Equal questions have equal addresses: white space of the text is collapsed, page 0 is
// page 1, and Concepts do not count. lang, since and round are left out if they are empty. The
// address holds no key and no URL of the source.
func Address(source string, q Query) string {
	q = q.canonical()
	var b strings.Builder
	b.WriteString(scheme + source + "?op=" + q.Op.String())
	if q.Lang != "" {
		b.WriteString("&lang=" + url.QueryEscape(q.Lang))
	}
	if q.Since > 0 {
		b.WriteString("&since=" + q.Since.String())
	}
	if q.Round > 0 {
		b.WriteString("&round=" + strconv.Itoa(q.Round))
	}
	b.WriteString("&page=" + strconv.Itoa(q.Page) + "&q=")
	b.WriteString(url.QueryEscape(q.subject()))
	return b.String()
}

// subject returns the words of q, or its target.
func (q *Query) subject() string {
	if q.Op == Keyword {
		return q.Text
	}
	return q.Target
}

// canonical returns the form of q that stands in its address.
func (q Query) canonical() Query {
	q.Text, q.Target = oneLine(q.Text), oneLine(q.Target)
	if q.Op == Keyword {
		q.Target = ""
	} else {
		q.Text = ""
	}
	q.Page = min(max(q.Page, 1), maxPage)
	q.Since, q.Round = max(q.Since, 0), max(q.Round, 0)
	if len(q.Lang) > maxLang || strings.IndexFunc(q.Lang, notTag) >= 0 {
		q.Lang = ""
	}
	return q
}

// notTag holds for runes that no language tag has.
func notTag(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-'
}

// oneLine collapses white space, drops what is not UTF-8, and cuts at maxText.
func oneLine(s string) string {
	if len(s) > 4*maxText {
		s = s[:4*maxText]
	}
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if len(s) > maxText {
		n := maxText
		for n > 0 && !utf8.RuneStart(s[n]) {
			n--
		}
		s = strings.TrimSpace(s[:n])
	}
	return s
}

// ParseAddress reads what [Address] wrote, and nothing else.
func ParseAddress(address string) (source string, q Query, err error) {
	bad := func(why string) (string, Query, error) {
		return "", Query{}, english.Errorf("%w: %s in %.200q", ErrAddress, why, address)
	}
	rest, ok := strings.CutPrefix(address, scheme)
	source, query, cut := strings.Cut(rest, "?")
	if !ok || !cut || !ValidName(source) {
		return bad("no source")
	}
	for part := range strings.SplitSeq(query, "&") {
		key, escaped, _ := strings.Cut(part, "=")
		value, err := url.QueryUnescape(escaped)
		if err == nil {
			err = q.set(key, value)
		}
		if err != nil {
			return bad(err.Error())
		}
	}
	if Address(source, q) != address {
		return bad("another form")
	}
	return source, q, nil
}

// set sets the part of q that stands in an address under key.
func (q *Query) set(key, value string) (err error) {
	switch key {
	case "op":
		for q.Op = 0; q.Op < NumOps && q.Op.String() != value; q.Op++ {
		}
		if q.Op == NumOps {
			return errors.New("an unknown operator")
		}
	case "lang":
		q.Lang = value
	case "since":
		q.Since, err = time.ParseDuration(value)
	case "round":
		q.Round, err = strconv.Atoi(value)
	case "page":
		q.Page, err = strconv.Atoi(value)
	case "q":
		if q.Op == Keyword {
			q.Text = value
		} else {
			q.Target = value
		}
	default:
		return errors.New("an unknown part")
	}
	return err
}

// ValidName reports whether name can name a source: 1 to 64 small letters, digits, dots,
// hyphens and underscores, the first a letter or a digit.
func ValidName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || i > 0 && (c == '.' || c == '-' || c == '_')) {
			return false
		}
	}
	return 0 < len(name) && len(name) <= 64
}
