package replay

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
)

// The measures of a made page.
const (
	minWords, maxWords = 150, 1350
	minLinks, maxLinks = 5, 19 // to articles
	articles           = 400   // that a host has
	pagerEvery         = 3     // one page in so many has a pager
	lastPage           = 40    // of the pager
	paragraph          = 80    // words of one paragraph at most
	sentence           = 14    // words of one sentence at most
)

// navigation is on every page of every host, at the top.
var navigation = [...][2]string{
	{"/", "Home"}, {"/about", "About"}, {"/archive", "Archive"}, {"/tags", "Tags"}, {"/blog", "Blog"}, {"/login", "Log in"},
}

// Page returns the HTML of the made page at a canonical URL: a title with the name of
// the host, 150 to 1,350 neutral words, six links of navigation, 5 to 19 links to
// articles and sometimes a pager, all of the same host.
func BeyondPage(url string) []byte {
	host := urlkey.Host(url)
	m := maker{rng: rand.New(rand.NewPCG(hash("page", url), 0x6f757473)), host: host, words: vocabulary(host)}
	title := m.phrase(4)
	fmt.Fprintf(&m.b, "<!DOCTYPE html>\n<html lang=%q>\n<head><meta charset=\"utf-8\"><title>%s - %s</title></head>\n<body>\n", m.words.lang, title, html.EscapeString(host)) // not translated: HTML
	m.nav()
	fmt.Fprintf(&m.b, "<main>\n<h1>%s</h1>\n", title)
	m.text(minWords + m.rng.IntN(maxWords-minWords+1))
	m.articles(minLinks + m.rng.IntN(maxLinks-minLinks+1))
	m.b.WriteString("</main>\n</body>\n</html>\n")
	return []byte(m.b.String())
}

// maker writes one page.
type maker struct {
	rng   *rand.Rand
	host  string
	words *wordList
	b     strings.Builder
}

func (m *maker) nav() {
	m.b.WriteString("<nav><ul>")
	for _, l := range navigation {
		fmt.Fprintf(&m.b, `<li><a href="%s">%s</a></li>`, l[0], l[1])
	}
	m.b.WriteString("</ul></nav>\n")
}

// text writes n words in paragraphs.
func (m *maker) text(n int) {
	for n > 0 {
		part := min(n, 1+paragraph/2+m.rng.IntN(paragraph/2))
		n -= part
		m.b.WriteString("<p>")
		for part > 0 {
			k := min(part, 3+m.rng.IntN(sentence-2))
			part -= k
			m.b.WriteString(m.phrase(k))
			m.b.WriteString(m.words.stop)
		}
		m.b.WriteString("</p>\n")
	}
}

// phrase is n words.
func (m *maker) phrase(n int) string { return m.words.draw(m.rng, n) }

// articles writes n links to different articles of the host, and sometimes a pager.
func (m *maker) articles(n int) {
	m.b.WriteString("<ul>\n")
	for _, k := range m.rng.Perm(articles)[:n] {
		path, name := m.article(k)
		fmt.Fprintf(&m.b, "<li><a href=%q>%s</a></li>\n", path, name)
	}
	m.b.WriteString("</ul>\n")
	if m.rng.IntN(pagerEvery) == 0 {
		fmt.Fprintf(&m.b, "<p><a href=\"/page/%d\">%s</a></p>\n", 2+m.rng.IntN(lastPage-1), m.words.more)
	}
}

// article is the path and the name of an article of the host. English names are in
// the path.
func (m *maker) article(k int) (path, name string) {
	rng := rand.New(rand.NewPCG(hash("article", m.host), uint64(k)))
	name = m.words.draw(rng, 3+rng.IntN(4))
	slug := beyondEnglish.draw(rng, 3)
	if m.words == &beyondEnglish {
		slug = name
	}
	return fmt.Sprintf("/blog/%s-%d", strings.ReplaceAll(slug, " ", "-"), k+1), name
}
