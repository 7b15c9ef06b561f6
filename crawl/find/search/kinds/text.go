package kinds

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/source"
)

// Plain makes a title or a snippet of a source one line of harmless text: no markup, no
// control characters, no marks that change the direction of text, at most 300 characters.
// Text that is mostly damaged, because its encoding was another one, is "".
func Plain(s string) string {
	s = source.PlainText(strings.ToValidUTF8(s, string(utf8.RuneError)))
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || direction(r) || r == '\ufeff' {
			return -1
		}
		return r
	}, s)
	bad := strings.Count(s, string(utf8.RuneError))
	if bad == 0 {
		return s
	}
	if 4*bad >= utf8.RuneCountInString(s) {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(s, string(utf8.RuneError), ""))
}

// pageTitle returns the title of a page that came instead of an answer, as one short line of harmless
// text: it tells a captcha from a login. It is "" if there is none in the first 64 kB.
func pageTitle(r *crawl.Response) string {
	z := html.NewTokenizer(bytes.NewReader(utf8Of(r)))
	z.SetMaxBuf(64 << 10)
	for in := false; ; {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.StartTagToken:
			name, _ := z.TagName()
			in = string(name) == "title"
		case html.TextToken:
			if title := clip(string(z.Text())); in && title != "" {
				return title
			}
		}
	}
}

// direction reports the marks of the bidirectional algorithm (UAX #9, 2.0).
func direction(r rune) bool {
	return r == '\u061c' || r == '\u200e' || r == '\u200f' || '\u202a' <= r && r <= '\u202e' || '\u2066' <= r && r <= '\u2069'
}

// maxWords bounds the words of a query; engines take about 50.
const maxWords = 32

// Words returns the words of a query, so that no engine takes one for an operator. Quotes,
// brackets and other marks of query languages go; what is left of a word that begins with
// a mark (-x, +x, !x, :x, <3, ~x) or holds a colon (site:x) is put in quotes, each word by
// itself, because SearXNG looks at each by itself; AND, OR and NOT become small. The
// result is "" if nothing is left.
func Words(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("\"“”„«»()[]{}\\^*|`", r), unicode.IsControl(r), direction(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	var out []string
	for _, w := range strings.Fields(text) {
		if w = word(w); w != "" && len(out) < maxWords {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// word is a word of a query; "" if it has neither a letter nor a digit.
func word(w string) string {
	switch {
	case strings.IndexFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0:
		return ""
	case slices.Contains([]string{"AND", "OR", "NOT", "NEAR"}, w):
		return strings.ToLower(w)
	case strings.ContainsRune("-+!:<>~@#?&=/'.,;%$－＋！：～", firstRune(w)), strings.ContainsAny(w, ":："):
		return `"` + w + `"`
	}
	return w
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
