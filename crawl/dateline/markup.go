package dateline

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxMarkup bounds how much of a page is looked at, in bytes.
const maxMarkup = 4 << 20

// metaRank is how much the meta elements of a name are believed. Names are from the
// Open Graph protocol and its likenesses, schema.org, Dublin Core, the guideline of
// China's State Council for government sites (PubDate), Highwire Press, parsely and
// sailthru.
func metaRank(name string) (rank int, ok bool) {
	switch name {
	case "article:published_time", "og:article:published_time", "article:published", "og:published_time", "bytedance:published_time",
		"datepublished", "pubdate", "publishdate", "publish-date", "publish_date", "publication_date", "publicationdate", "publish_time", "publishtime",
		"parsely-pub-date", "sailthru.date", "rnews:datepublished", "weibo:article:create_at", "article:create_at", "apub:time", "cxenseparse:recs:publishtime",
		"article.published", "article_date_original", "og:release_date", "firstpublishedtime", "published_time", "published-date",
		"dc.date.issued", "dcterms.issued", "citation_publication_date", "citation_online_date":
		return rankMeta, true
	case "date", "dc.date", "dcterms.date", "dcterms.created", "dc.date.created", "dc.created", "created", "createdate", "datecreated", "release_date":
		return rankMetaOther, true
	}
	return 0, false
}

// markup reads the elements that hold dates.
func (x *finder) markup(src string) {
	z := html.NewTokenizer(strings.NewReader(clip(src, maxMarkup)))
	items := strings.Contains(src, "itemprop")
	aside := 0 // nav, aside and footer that are open
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			raw, more := z.TagName()
			tag := atom.Lookup(raw)
			switch tag {
			case atom.Nav, atom.Aside, atom.Footer:
				aside++
			}
			switch {
			case tag == atom.Time, more && (items || tag == atom.Meta || tag == atom.Script):
				x.element(z, tag, attributes(z, tag, more), aside > 0)
			}
		case html.EndTagToken:
			switch raw, _ := z.TagName(); atom.Lookup(raw) {
			case atom.Nav, atom.Aside, atom.Footer:
				aside = max(0, aside-1)
			}
		}
	}
}

// attrs are those that matter.
type attrs struct {
	name, property, itemprop, content, datetime, kind, class string
	pubdate                                                  bool
}

func attributes(z *html.Tokenizer, tag atom.Atom, more bool) (a attrs) {
	for more {
		var key, val []byte
		key, val, more = z.TagAttr()
		switch string(key) {
		case "name":
			a.name = string(val)
		case "property":
			a.property = string(val)
		case "itemprop":
			a.itemprop = string(val)
		case "content":
			a.content = string(val)
		case "datetime":
			a.datetime = string(val)
		case "type":
			a.kind = string(val)
		case "class":
			if tag == atom.Time {
				a.class = string(val)
			}
		case "pubdate":
			a.pubdate = true
		}
	}
	return a
}

func (x *finder) element(z *html.Tokenizer, tag atom.Atom, a attrs, aside bool) {
	published := strings.EqualFold(a.itemprop, "datePublished")
	switch {
	case tag == atom.Meta:
		for _, name := range []string{a.property, a.name, a.itemprop} {
			if rank, ok := metaRank(strings.ToLower(strings.TrimSpace(name))); ok {
				x.add(rank, "meta "+strings.ToLower(strings.TrimSpace(name)), a.content)
				return
			}
		}
	case tag == atom.Script && strings.HasPrefix(strings.ToLower(a.kind), "application/ld+json"):
		x.linked(textIn(z, maxJSON+1))
	case published && !aside:
		s := a.content
		if s == "" {
			s = a.datetime
		}
		if s == "" {
			s = textIn(z, 100)
		}
		x.add(rankMicrodata, "microdata datepublished", s)
	case tag == atom.Time && !aside:
		class := strings.ToLower(a.class)
		rank := rankTime
		if a.pubdate || strings.Contains(class, "publi") || strings.Contains(class, "posted") || strings.Contains(class, "entry-date") {
			rank = rankTimePublished
			x.published++
		}
		if strings.Contains(class, "updated") && !strings.Contains(class, "publi") || strings.Contains(class, "modified") || strings.EqualFold(a.itemprop, "dateModified") {
			return
		}
		s := a.datetime
		if s == "" {
			s = textIn(z, 100)
		}
		x.times++
		x.add(rank, "time", s)
	}
}

// textIn returns the text that follows, at most n bytes of it.
func textIn(z *html.Tokenizer, n int) string {
	if z.Next() != html.TextToken {
		return ""
	}
	if raw := z.Raw(); len(raw) > n {
		return string(raw[:n])
	}
	return string(z.Text())
}
