package dateline

import (
	"html"
	"strings"

	xhtml "golang.org/x/net/html"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// Many pages declare no date and show it in an element whose class or id calls it so:
// microformats (published, dt-published), and the names that themes and content systems give.
// RDFa says it in the attribute property.

const (
	maxNamed = 400 // bytes after a tag that are searched for its date
	maxDates = 6   // elements with the name of a date; with more the page is a list, unless one stands by the headline
	byHead   = 3000
)

// named reads the elements that are called a date. It is asked only where nothing else says
// when a page was published.
func (x *finder) named(src string) {
	src = clip(src, maxMarkup)
	aside, dates, head := 0, 0, -1
	far := Date{}
	for at := 0; ; {
		i := strings.IndexByte(src[at:], '<')
		if i < 0 {
			break
		}
		at += i
		end := at + after(src[at:], ">")
		switch name := tagName(src[at:]); name {
		case "!--":
			end = at + after(src[at:], "-->")
		case "script", "style":
			end = at + afterFold(src[at:], "</"+name)
		case "nav", "aside", "footer":
			aside++
		case "/nav", "/aside", "/footer":
			aside = max(0, aside-1)
		default:
			if tag := src[at:end]; isHeadline(tag) {
				head = end
			} else if aside == 0 && mayName(tag) {
				by, strong := called(tag)
				if by == "" {
					break
				}
				at, ok := x.dateIn(tag, src[end:min(len(src), end+maxNamed)])
				if !ok {
					break
				}
				d := Date{at, by}
				switch dates++; {
				case strong:
					x.keep(rankNamed, d)
				case head >= 0 && end-head < byHead:
					x.keep(rankDated, d)
				case far.IsZero():
					far = d
				}
			}
		}
		at = end
	}
	if dates <= maxDates && !far.IsZero() {
		x.keep(rankDated, far)
	} else if dates > maxDates && head < 0 {
		x.found[rankNamed], x.found[rankDated] = Date{}, Date{}
	}
}

func isHeadline(tag string) bool {
	return len(tag) > 3 && (tag[1] == 'h' || tag[1] == 'H') && tag[2] == '1' && (tag[3] == '>' || tag[3] == ' ')
}

// mayName quickly checks whether a start tag may be called a date.
func mayName(tag string) bool {
	if len(tag) < 8 || tag[1] == '/' {
		return false
	}
	return containsAny(tag, "dat", "Dat", "publi", "Publi", "post", "time", "submitted", "fecha", "issued")
}

// called returns the name by which an element is called a date; "" if it is not. strong reports
// that it is the name of a date of publication.
func called(tag string) (by string, strong bool) {
	z := xhtml.NewTokenizer(strings.NewReader(tag))
	if kind := z.Next(); kind != xhtml.StartTagToken && kind != xhtml.SelfClosingTagToken {
		return "", false
	}
	element, _ := z.TagName()
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "class", "id":
			for name := range strings.FieldsSeq(strings.ToLower(string(value))) {
				if refused(name) {
					return "", false
				}
				if s, is := dateName(name); is && (by == "" || s && !strong) {
					by, strong = "class "+clip(name, 40), s
				}
			}
		case "property", "itemprop":
			if s := strings.ToLower(string(value)); isDateProperty(s) {
				return "property " + clip(s, 40), true
			}
		}
	}
	if by != "" && string(element) == "time" {
		by = "time"
	}
	return by, strong
}

// isDateProperty knows RDFa's names of a date of publication.
func isDateProperty(s string) bool {
	_, local, _ := strings.Cut(s, ":")
	switch local {
	case "":
		return s == "datepublished" || s == "datecreated"
	case "date", "issued", "created", "datepublished", "published":
		return true
	}
	return false
}

// refused knows names of dates that are none of a publication.
func refused(name string) bool {
	return containsAny(name, "update", "modif", "comment", "event", "birth", "expir", "picker", "calendar", "countdown", "deadline", "range", "copyright", "related", "validat", "candidate", "mandat",
		"sidebar", "widget", "footer", "teaser", "reading", "read-time", "readtime", "timeline", "due")
}

// dateName reports whether a class or id is the name of a date, and whether of a publication's.
func dateName(name string) (strong, ok bool) {
	if containsAny(name, "publish", "pubdate", "pub-date", "pub_date", "publication-date", "publicationdate", "entry-date", "post-date", "post_date", "postdate", "article-date", "articledate", "article_date",
		"posted-on", "postedon", "date-published", "release-date", "releasedate", "news-date", "newsdate", "blog-date", "dateline", "date-header") && !containsAny(name, "publisher") {
		return true, true
	}
	if strings.HasPrefix(name, "data") {
		return false, false
	}
	for _, word := range [...]string{"date", "datum", "fecha", "submitted", "timestamp", "posted"} {
		i := strings.Index(name, word)
		if i < 0 {
			continue
		}
		rest := name[i+len(word):]
		if (i == 0 || !isLetter(name[i-1]) || word == "date" && name[i-1] != 'p') && (rest == "" || !isLetter(rest[0]) || rest == "s" || rest == "line" || rest == "author") {
			return false, true
		}
	}
	return false, strings.HasSuffix(name, "_dt")
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// dateIn is the date of an element: in an attribute, or at the beginning of its text.
func (x *finder) dateIn(tag, text string) (crawl.Date, bool) {
	z := xhtml.NewTokenizer(strings.NewReader(tag))
	z.Next()
	t := z.Token()
	for _, key := range [...]string{"content", "datetime", "value", "title"} {
		if s, ok := attr(&t, key); ok && s != "" {
			if d, ok := parseValue(s, x.here); ok {
				return d, true
			}
		}
	}
	line := clip(plain(textOf(text, t.Data)), 120)
	w, ok := findDate(line, x.here)
	if !ok || wordsIn(part(line[:w.from], true)) > 6 || w.from > 80 || containsAny(strings.ToLower(line[:w.from]), "updat", "modif", "aktualisiert", "mis à jour", "actualizado") {
		return crawl.Date{}, false
	}
	return w.at(x.here)
}

// textOf is the text at the beginning of src, to the end of the element name.
func textOf(src, name string) string {
	var b strings.Builder
	for src != "" {
		i := strings.IndexByte(src, '<')
		if i < 0 {
			break // cut
		}
		b.WriteString(src[:i])
		src = src[i:]
		if strings.HasPrefix(src, "</") && strings.EqualFold(clip(src[2:], len(name)), name) {
			break
		}
		if strings.HasPrefix(src, "<!--") {
			src = src[after(src, "-->"):]
			continue
		}
		b.WriteByte(' ')
		src = src[after(src, ">"):]
	}
	return strings.Join(strings.Fields(html.UnescapeString(b.String())), " ")
}
