package dateline

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxMarkup bounds the part of a page that is searched, in bytes.
const maxMarkup = 4 << 20

// metaRank is the rank of a meta element by name. The names are from the Open
// Graph protocol and similar ones, schema.org, Dublin Core, the guideline of
// China's State Council for government sites (PubDate), Highwire Press, parsely
// and sailthru.
func metaRank(name string) (rank int, ok bool) {
	switch name {
	case "article:published_time", "og:article:published_time", "article:published", "og:published_time", "bytedance:published_time",
		"datepublished", "pubdate", "publishdate", "publish-date", "publish_date", "publication_date", "publicationdate", "publish_time", "publishtime",
		"parsely-pub-date", "sailthru.date", "rnews:datepublished", "weibo:article:create_at", "article:create_at", "apub:time", "cxenseparse:recs:publishtime",
		"article.published", "article_date_original", "og:release_date", "firstpublishedtime", "published_time", "published-date",
		"published", "publishedat", "w-published-date", "bepress_citation_date", "citation_date", "article_publication_date", "dc.date.issued", "dcterms.issued", "citation_publication_date", "citation_online_date":
		return rankMeta, true
	case "date", "ms.date", "dc:date", "dc.date", "dcterms.date", "dcterms.created", "dc.date.created", "dc.created", "created", "createdate", "datecreated", "release_date":
		return rankMetaOther, true
	}
	return 0, false
}

// markup reads the elements that hold dates. Of most tags it reads the name
// only: reading them all would cost as much as parsing the page.
func (x *finder) markup(src string) {
	src = clip(src, maxMarkup)
	items := strings.Contains(src, "itemprop")
	aside := 0   // open nav, aside and footer elements
	box := false // no text stands between the start of an aside and here
	for {
		i := strings.IndexByte(src, '<')
		if i < 0 {
			return
		}
		box = box && strings.TrimSpace(src[textBehind(src[:i]):i]) == ""
		src = src[i:]
		name := tagName(src)
		end := 1 // end of the tag just read
		switch name {
		case "!--":
			end = after(src, "-->")
		case "script", "style":
			end = afterFold(src, "</"+name)
			if name == "script" {
				x.script(src[:end])
			}
		case "nav", "aside", "footer":
			aside, box = aside+1, name == "aside"
		case "/nav", "/aside", "/footer":
			aside = max(0, aside-1)
		case "h1":
			x.head = len(src)
		case "meta":
			if tag := src[:after(src, ">")]; mayDate(tag) {
				x.tag(tag, false)
			}
		case "time":
			if x.times <= maxTimes || x.published <= maxPublished { // beyond the limits none counts
				x.tag(src[:min(len(src), maxTag)], aside > 0 && !(box && aside == 1)) // an aside that begins with a time is an article's own
			}
		default:
			if items && strings.Contains(src[:after(src, ">")], "itemprop") {
				x.tag(src[:min(len(src), maxTag)], aside > 0)
			}
		}
		src = src[end:]
	}
}

// textBehind is where the text begins in what follows the '<' of a tag that was read.
func textBehind(s string) int { return strings.IndexByte(s, '>') + 1 }

// maxTag bounds a tag and the text after it, in bytes.
const maxTag = 2 << 10

// tagName returns the name of the tag that s begins with, in lower case, with
// the slash of an end tag, and "!--" for a comment. Longer names are truncated.
func tagName(s string) string {
	var name [8]byte
	n := 0
	for i := 1; i < len(s) && n < len(name); i++ {
		c := s[i]
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case 'a' <= c && c <= 'z', c == '1' && i == 2, c == '/' && i == 1, c == '!' && i == 1, c == '-' && name[0] == '!':
		default:
			return intern(name[:n])
		}
		name[n] = c
		n++
		if string(name[:n]) == "!--" {
			break
		}
	}
	return intern(name[:n])
}

// intern returns one of the known names, or "".
func intern(b []byte) string {
	for _, name := range [...]string{"!--", "script", "style", "nav", "aside", "footer", "/nav", "/aside", "/footer", "meta", "time", "h1"} {
		if string(b) == name {
			return name
		}
	}
	return ""
}

// after returns the end of the first mark in s, or of s.
func after(s, mark string) int {
	if i := strings.Index(s, mark); i >= 0 {
		return i + len(mark)
	}
	return len(s)
}

// afterFold is after for an ASCII mark in any case that begins with '<'.
func afterFold(s, mark string) int {
	for i := 1; i < len(s); i++ {
		n := strings.IndexByte(s[i:], mark[0])
		if n < 0 {
			break
		}
		if i += n; len(s)-i >= len(mark) && strings.EqualFold(s[i:i+len(mark)], mark) {
			return i + len(mark)
		}
	}
	return len(s)
}

// mayDate quickly checks whether a meta element can be one of metaRank's.
func mayDate(tag string) bool {
	return containsAny(strings.ToLower(tag), "date", "time", "publi", "create", "issued")
}

func containsAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(s, word) })
}

// script reads a script element with JSON-LD.
func (x *finder) script(s string) {
	open := after(s, ">")
	if !strings.Contains(strings.ToLower(s[:open]), "ld+json") {
		return
	}
	if s = s[open:]; strings.Contains(s, "</") {
		s = s[:strings.LastIndex(s, "</")]
	}
	x.jsonLD(s)
}

// tag reads the tag that s begins with.
func (x *finder) tag(s string, aside bool) {
	z := html.NewTokenizer(strings.NewReader(s))
	if kind := z.Next(); kind != html.StartTagToken && kind != html.SelfClosingTagToken {
		return
	}
	t := z.Token()
	x.element(z, &t, aside)
}

// attr returns an attribute of t; ok is false if it has none of that name.
func attr(t *html.Token, key string) (value string, ok bool) {
	for _, a := range t.Attr {
		if a.Key == key {
			return a.Val, true
		}
	}
	return "", false
}

func (x *finder) element(z *html.Tokenizer, t *html.Token, aside bool) {
	item, _ := attr(t, "itemprop")
	items := strings.Fields(strings.ToLower(item))
	switch {
	case t.DataAtom == atom.Meta:
		property, _ := attr(t, "property")
		named, _ := attr(t, "name")
		for _, name := range append([]string{property, named}, items...) {
			name = strings.ToLower(strings.TrimSpace(name))
			if rank, ok := metaRank(name); ok {
				content, _ := attr(t, "content")
				x.add(rank, "meta "+name, content)
				return
			}
		}
	case (slices.Contains(items, "datepublished") || slices.Contains(items, "datecreated")) && !aside:
		x.add(rankMicrodata, "microdata datepublished", dateOf(z, t, "content", "datetime", "title"))
	case t.DataAtom == atom.Time && !aside:
		x.timeElement(z, t, slices.Contains(items, "datemodified"))
	}
}

// timeElement reads a time element, unless it has the date of a change.
func (x *finder) timeElement(z *html.Tokenizer, t *html.Token, modified bool) {
	class, _ := attr(t, "class")
	class = strings.ToLower(class)
	_, pubdate := attr(t, "pubdate")
	rank := rankTime
	if pubdate || containsAny(class, "publi", "posted", "entry-date") {
		rank = rankTimePublished
		x.published++
	} else if x.head > 0 && x.times == 0 {
		rank = rankTimeNear
	}
	if modified || strings.Contains(class, "updated") && !strings.Contains(class, "publi") || strings.Contains(class, "modified") {
		return
	}
	x.times++
	x.add(rank, "time", dateOf(z, t, "datetime"))
}

// dateOf returns the first of some attributes that is not empty, else the text
// that follows the tag.
func dateOf(z *html.Tokenizer, t *html.Token, keys ...string) string {
	for _, key := range keys {
		if s, _ := attr(t, key); s != "" {
			return s
		}
	}
	return textIn(z, t.Data, 100)
}

// textIn returns the text of the element name, at most n bytes and what is in its first elements.
func textIn(z *html.Tokenizer, name string, n int) string {
	var b strings.Builder
	for range 12 {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if raw := z.Raw(); b.Len()+len(raw) > n {
				return b.String() + clip(string(raw), n-b.Len())
			}
			b.Write(z.Text())
		case html.EndTagToken:
			if tag, _ := z.TagName(); string(tag) == name {
				return b.String()
			}
			b.WriteByte(' ')
		}
	}
	return b.String()
}
