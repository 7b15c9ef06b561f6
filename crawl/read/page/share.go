package page

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// own holds the parts of a page that an address of a gateway may carry: share, intent,
// send?text=, print, mail. Such an address leads to a form about the page, and to nothing new.
type own struct {
	address, host string // the address without its scheme
	title         string
}

// minTitle is how many characters of a title tell it from a word that is searched for.
const minTitle = 15

func ownOf(p *crawl.Page) own {
	o := own{address: bare(p.Final), host: p.Host}
	if utf8.RuneCountInString(p.Title) >= minTitle {
		o.title = p.Title
	}
	return o
}

// bare is an address without its scheme and the slash at its end.
func bare(address string) string {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	return strings.TrimSuffix(address, "/")
}

// carriedBy reports whether a parameter of the address key holds the page's own address, or, on
// another host, its title.
func (o *own) carriedBy(key string) bool {
	_, query, ok := strings.Cut(key, "?")
	if !ok || !strings.Contains(query, "%") && !strings.Contains(query, "//") && !strings.Contains(query, "+") {
		return false
	}
	abroad := urlkey.Host(key) != o.host
	for pair := range strings.SplitSeq(query, "&") {
		_, value, _ := strings.Cut(pair, "=")
		if len(value) < minTitle && len(value) < len(o.address) {
			continue
		}
		text, err := url.QueryUnescape(value)
		if err != nil {
			continue
		}
		if i := strings.Index(text, o.address); i >= 0 && strings.Contains(o.address, "/") && isWhole(text, i, i+len(o.address)) {
			return true
		}
		if abroad && o.title != "" && strings.Contains(text, o.title) {
			return true
		}
	}
	return false
}

// isWhole reports that an address in a text from one byte to another goes on with no other path.
func isWhole(text string, from, to int) bool {
	if from > 0 && !strings.ContainsRune("/ (", rune(text[from-1])) {
		return false
	}
	return to == len(text) || strings.ContainsRune("/?#& )\n", rune(text[to])) && (text[to] != '/' || to+1 == len(text) || text[to+1] == ' ' || text[to+1] == '?')
}
