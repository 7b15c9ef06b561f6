package crawltest

import (
	"fmt"
	"strings"
)

// Link is a hyperlink of a page.
type Link struct {
	URL  string // resolved, canonical
	Text string // of the anchor
}

// a writes a link to a path of a host and records it.
func (d *draft) a(h *host, path, text string) string {
	return d.anchor(h.name, path, text)
}

func (d *draft) anchor(host, path, text string) string {
	d.links = append(d.links, Link{URL: "http://" + host + path, Text: text})
	return fmt.Sprintf("<a href=\"%s\">%s</a>", d.text(d.reference(host, path)), d.text(text))
}

func (d *draft) toSpec(s *spec, text string) string { return d.a(s.host, s.path, text) }

// reference is the URL as the page writes it: absolute, from the root, or from
// the folder, by its host's habit.
func (d *draft) reference(host, path string) string {
	h := d.spec.host
	if host != h.name || h.has("abs") {
		return "http://" + host + path
	}
	folder := d.spec.path[:strings.LastIndexByte(strings.SplitN(d.spec.path, "?", 2)[0], '/')+1]
	if rest, ok := strings.CutPrefix(path, folder); ok && h.style == "slug" && rest != "" && !strings.ContainsAny(rest, "/?:") {
		return rest
	}
	return path
}

// inText writes two to five sentences with a link each, and the sentences of the
// tunnels.
func (d *draft) inText() []string {
	var out []string
	for range 2 + d.chrome.IntN(4) {
		out = append(out, d.also(d.mention()))
	}
	for _, s := range d.spec.extra {
		text := s.title
		if s.kind != kindArticle {
			text = s.host.title
		}
		out = append(out, d.also(d.toSpec(s, text)))
	}
	if m := d.spec.mention; m != nil && d.chrome.IntN(2) == 0 {
		if stories := d.web.topics[m.name]; len(stories) > 0 {
			out = append(out, d.also(d.story(pick(d.chrome.Rand, stories))))
		}
	}
	return out
}

func (d *draft) also(anchor string) string {
	return strings.Replace(pick(d.chrome.Rand, d.phrases.also), "%s", anchor, 1)
}

// mention links to an article: half of the time of the same section, else of
// the same topic elsewhere, of the same host, of any host, or to a dead
// address.
func (d *draft) mention() string {
	r, s := d.chrome.Rand, d.spec
	switch draw := r.IntN(100); {
	case draw < 45:
		return d.story(pick(r, s.section.articles))
	case draw < 60 && len(d.web.topics[s.topic.name]) > 0:
		return d.story(d.sameLanguage(d.web.topics[s.topic.name]))
	case draw < 76:
		return d.story(pick(r, pick(r, s.host.sections).articles))
	case draw < 97 && len(d.web.open) > 0:
		return d.story(d.sameLanguage(d.web.open))
	}
	return d.dead()
}

// sameLanguage prefers pages that the page's readers can read.
func (d *draft) sameLanguage(list []*spec) *spec {
	return inLanguage(d.chrome.Rand, list, d.spec.topic.lang, 4)
}

// story links to an article by its title, by some of its words or by "more";
// sometimes by a former address.
func (d *draft) story(s *spec) string {
	r := d.chrome.Rand
	text := s.title
	switch draw := r.IntN(100); {
	case draw < 18:
		text = pick(r, d.spec.host.general.slot("more"))
	case draw < 40:
		v := newVoice(s.words.topic, d.web.seed, uint64(s.words.id)<<8)
		v.title() // sets the names the article is about
		text = v.fill(s.words.topic, pick(r, s.words.topic.slots["anchors"]))
	}
	switch r.IntN(32) {
	case 0:
		return d.a(s.host, fmt.Sprintf("/old/%d", s.id), text)
	case 1:
		return d.anchor("www."+s.host.name, s.path, text)
	}
	return d.toSpec(s, text)
}

// dead links to a missing page, host or server.
func (d *draft) dead() string {
	r := d.chrome.Rand
	text := d.chrome.fill(d.spec.topic, pick(r, d.spec.topic.slot("anchors")))
	switch n := r.IntN(10000); n % 10 {
	case 0:
		return d.anchor(fmt.Sprintf("gone-%d.example", n%7), "/", text)
	case 1, 2:
		return d.a(d.spec.host, fmt.Sprintf("/broken/%d", n), text)
	default:
		return d.a(d.spec.host, fmt.Sprintf("/missing/%d.html", n), text)
	}
}

// related writes the list below an article, its print version and its
// neighbours.
func (d *draft) related() {
	r, s := d.chrome.Rand, d.spec
	d.printf("<div class=\"related\"><h3>%s</h3><ul>\n", d.phrases.related)
	for range 4 + r.IntN(3) {
		d.printf("<li>%s</li>\n", d.story(pick(r, s.section.articles)))
	}
	d.printf("<li>%s</li>\n", d.story(pick(r, pick(r, s.host.sections).articles)))
	d.printf("</ul></div>\n<p class=\"pager\">")
	list := s.section.articles
	d.printf("%s ", d.toSpec(pick(r, list), d.phrases.previous))
	d.printf("%s", d.toSpec(pick(r, list), d.phrases.next))
	for _, c := range s.copies {
		d.printf(" <a href=\"%s\">%s</a>", d.text(d.reference(c.host.name, c.path)), d.phrases.print)
		d.links = append(d.links, Link{URL: "http://" + c.host.name + c.path, Text: d.phrases.print})
	}
	d.printf("</p>\n")
}
