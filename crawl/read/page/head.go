package page

import (
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// meta reads a meta element.
func (b *builder) meta(a *attrs) {
	switch name := strings.ToLower(strings.TrimSpace(a.name)); name {
	case "keywords":
		b.metaText(a.content)
	case "description":
		b.seenDescription = true
		b.metaText(a.content)
	case "robots", robotName:
		b.directives(a.content)
	}
	switch {
	case strings.EqualFold(a.property, "og:description") && !b.seenDescription:
		b.metaText(a.content)
	case strings.EqualFold(a.equiv, "refresh"):
		if target, ok := refresh(a.content); ok {
			b.bareLink(target, "", "")
		}
	}
	b.declared.meta(a, b.top().tag == atom.Head)
	b.keepMeta(a)
}

// canonicalLink is a link element with the preferred address of the page (RFC
// 6596). The first counts. Those in the body are ignored, since readers of the
// site may have written them.
func (b *builder) canonicalLink(a *attrs) {
	if b.canonical != "" || !a.hasHref || a.rel == "" || !hasRel(a, "canonical") {
		return
	}
	for i := range b.stack {
		if b.stack[i].tag == atom.Body {
			return
		}
	}
	b.canonical = a.href
}

// setCanonical resolves the result of canonicalLink, once the base is known.
func (b *builder) setCanonical() {
	key := b.headerCanonical
	if b.canonical != "" {
		key, _ = b.resolve(b.canonical)
	}
	if key != b.page.Final {
		b.page.Canonical = key
	}
}

// canonicalOf returns the target of the first rel=canonical of Link headers
// (RFC 8288, section 3), "" if there is none.
func canonicalOf(headers string) string {
	for headers != "" {
		_, rest, ok := strings.Cut(headers, "<")
		if !ok {
			return ""
		}
		target, rest, ok := strings.Cut(rest, ">")
		if !ok {
			return ""
		}
		var params []string
		params, headers = linkParams(rest)
		for _, param := range params {
			name, value, _ := strings.Cut(param, "=")
			if strings.EqualFold(strings.TrimSpace(name), "rel") && hasRel(&attrs{rel: strings.Trim(strings.TrimSpace(value), `"`)}, "canonical") {
				return strings.TrimSpace(target)
			}
		}
	}
	return ""
}

// linkParams splits the parameters of a link, and the links after it, at
// semicolons and commas outside quotes. A new line ends all.
func linkParams(s string) (params []string, rest string) {
	quoted, from := false, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\n', c == ',' && !quoted:
			return append(params, s[from:i]), s[i+1:]
		case c == ';' && !quoted:
			params, from = append(params, s[from:i]), i+1
		}
	}
	return append(params, s[from:]), ""
}

// metaText adds a block that is not visible text.
func (b *builder) metaText(s string) {
	b.flush()
	if len(b.text) > b.start || len(b.blocks) >= maxBlocks {
		return
	}
	b.write(s, crawl.GroupTitle)
	if len(b.text) > b.start {
		b.addBlock(blockDraft{unseen: true})
	}
}

// refresh returns the target of a meta refresh (HTML 4.2.5.3): "5; url=x".
func refresh(content string) (string, bool) {
	i := strings.IndexAny(content, ";,")
	if i < 0 {
		return "", false
	}
	s := strings.TrimSpace(content[i+1:])
	if len(s) > 3 && strings.EqualFold(s[:3], "url") {
		if v := strings.TrimSpace(s[3:]); strings.HasPrefix(v, "=") {
			s = strings.TrimSpace(v[1:])
		}
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return s, s != "" && s[0] != '#'
}
