package maintext

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The traits of a text that may be the headline.
const (
	tH1 = iota // where it stands: bits
	tFirstH1
	tTitle
	tTitleHead
	tTitleTail
	tOG
	tOGHead
	tOGTail
	tDataHeadline
	tDataName
	tFirstH2
	tShown
	tSources // how many of them
	tWords
	tLength
	tInTitle
	tInOG
	tInH1
	tCovers // share of the title's words
	tInPath
	tLikeHost
	tOnlyH1
	tH1s
	tParts
	tColon
	tStartsH1
	tShorter
	tMain
	tLikeSite
	tKinds
	numTraits = tKinds + numKinds
)

const (
	maxCandidates = 24
	maxHeadline   = 300 // bytes
)

// candidate is a text that may be the headline.
type candidate struct {
	text, plain string
	traits      [numTraits]float32
}

// headlines are the candidates of a page, with their traits.
func (a *analysis) headlines(kinds *[numKinds]float32) []candidate {
	var c candidates
	h1s := c.blocks(a)
	d := a.d
	og := d.meta("og:title", "twitter:title")
	c.title(d.Title, tTitle)
	c.title(og, tOG)
	for _, s := range d.Data {
		for _, v := range values(s, "headline", 2) {
			c.add(v, tDataHeadline, 1)
		}
		for _, v := range values(s, "name", 8) {
			c.add(v, tDataName, 1)
		}
	}
	c.compare(d, og, h1s)
	for i := range c.all {
		copy(c.all[i].traits[tKinds:], kinds[:])
	}
	return c.all
}

type candidates struct {
	all []candidate
	h1  string // the first
}

// add takes a text with a trait.
func (c *candidates) add(text string, trait int, value float32) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > maxHeadline {
		return
	}
	p := plain(text)
	if p == "" {
		return
	}
	for i := range c.all {
		if c.all[i].plain == p {
			c.all[i].traits[trait] = max(c.all[i].traits[trait], value)
			if rest, ok := strings.CutPrefix(c.all[i].text, text); ok && isMark(rest) {
				c.all[i].text = text
			}
			return
		}
	}
	if len(c.all) < maxCandidates {
		x := candidate{text: text, plain: p}
		x.traits[trait] = value
		c.all = append(c.all, x)
	}
}

// isMark reports what a layout writes behind a heading and nobody says: a pilcrow or another sign
// that links to the heading itself.
func isMark(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsSymbol(r) && !unicode.IsSpace(r) && !strings.ContainsRune("#¶§", r)
	}) < 0
}

// blocks takes the first headings. It returns how many blocks stand in an h1.
func (c *candidates) blocks(a *analysis) (h1s int) {
	h2 := false
	for i := range a.d.Blocks {
		b := &a.d.Blocks[i]
		switch n := a.d.Nodes[b.Node].Tag; {
		case a.nodes[b.Node].flags&inH1 != 0:
			if h1s++; h1s > 6 {
				continue
			}
			c.add(b.Text, tH1, 1)
			c.add(b.Text, tMain, a.p[i])
			if h1s == 1 {
				c.h1 = plain(b.Text)
				c.add(b.Text, tFirstH1, 1)
			}
		case tagClass(n) == 3 && !h2:
			h2 = true
			c.add(b.Text, tFirstH2, 1)
		}
	}
	for i := range c.all {
		c.all[i].traits[tShown] = 1
	}
	return h1s
}

// title takes a title and its parts.
func (c *candidates) title(s string, trait int) {
	c.add(s, trait, 1)
	for _, at := range separators(s) {
		c.add(s[:at[0]], trait+1, 1)
		c.add(s[at[1]:], trait+2, 1)
	}
}

// separators are the places where titles are joined of parts.
func separators(s string) (at [][2]int) {
	for i, r := range s {
		if len(at) == 6 {
			break
		}
		from, to := i, i+utf8.RuneLen(r)
		if r == utf8.RuneError || to < from {
			continue
		}
		before, after := from > 0 && s[from-1] == ' ', to < len(s) && s[to] == ' '
		switch r {
		case '|', '»', '›', '｜', '_', '丨':
		case ':':
			if !after {
				continue
			}
		case '-', '–', '—', '·', '•', '‹', '«', '/', '~':
			if !(before && after) && (r != '-' && r != '—' || !betweenHan(s[:from], s[to:])) {
				continue
			}
		case '－':
		default:
			continue
		}
		at = append(at, [2]int{from, to})
	}
	return at
}

// betweenHan reports a place between characters of scripts without spaces.
func betweenHan(before, after string) bool {
	x, _ := utf8.DecodeLastRuneInString(before)
	y, _ := utf8.DecodeRuneInString(after)
	return x >= 0x3000 && x != utf8.RuneError && y >= 0x3000 && y != utf8.RuneError
}

// compare fills the traits that compare candidates with each other and with the address.
func (c *candidates) compare(d *Doc, og string, h1s int) {
	title, ogPlain := plain(d.Title), plain(og)
	titleWords := strings.Fields(title)
	site := plain(d.meta("og:site_name", "application-name"))
	host, path := "", ""
	if u, err := url.Parse(d.URL); err == nil {
		host, path = strings.TrimPrefix(u.Hostname(), "www."), " "+plain(u.Path)+" "
	}
	name, _, _ := strings.Cut(host, ".")
	bare := strings.ReplaceAll(strings.ReplaceAll(host, "-", ""), ".", "")
	parts := float32(len(separators(d.Title)))
	for i := range c.all {
		x := &c.all[i]
		t := &x.traits
		for _, k := range []int{tH1, tTitle, tTitleHead, tTitleTail, tOG, tOGHead, tDataHeadline, tDataName} {
			t[tSources] += bit(t[k] > 0)
		}
		own := strings.Fields(x.plain)
		t[tWords], t[tLength] = float32(len(own)), float32(utf8.RuneCountInString(x.plain))
		t[tInTitle], t[tInOG], t[tInH1] = bit(strings.Contains(title, x.plain)), bit(strings.Contains(ogPlain, x.plain)), bit(strings.Contains(c.h1, x.plain))
		covered, inPath := 0, 0
		for _, w := range titleWords {
			covered += int(bit(hasField(own, w)))
		}
		for _, w := range own {
			inPath += int(bit(strings.Contains(path, " "+w+" ")))
		}
		t[tCovers], t[tInPath] = float32(covered)/float32(max(1, len(titleWords))), float32(inPath)/float32(max(1, len(own)))
		joined := strings.ReplaceAll(x.plain, " ", "")
		t[tLikeHost] = bit(strings.Contains(bare, joined) || name != "" && strings.Contains(joined, name))
		t[tLikeSite] = bit(site != "" && x.plain == site)
		t[tOnlyH1], t[tH1s], t[tParts] = bit(h1s == 1 && t[tH1] > 0), float32(h1s), parts
		t[tColon] = bit(strings.Contains(x.text, ":"))
		t[tStartsH1] = bit(c.h1 != x.plain && strings.HasPrefix(c.h1, x.plain))
		t[tShorter] = float32(len(title) - len(x.plain))
	}
}

func hasField(s []string, w string) bool {
	for _, x := range s {
		if x == w {
			return true
		}
	}
	return false
}

// plain is a text by its letters and digits, in lower case.
func plain(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' {
			space = b.Len() > 0
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// values are the strings of a key in JSON, the first most.
func values(s, key string, most int) (list []string) {
	key = `"` + key + `"`
	for len(list) < most {
		_, rest, ok := strings.Cut(s, key)
		if !ok {
			break
		}
		s = rest
		rest = strings.TrimLeft(rest, " \t\r\n")
		if !strings.HasPrefix(rest, ":") {
			continue
		}
		if v, ok := quoted(strings.TrimLeft(rest[1:], " \t\r\n")); ok {
			list = append(list, v)
		}
	}
	return list
}

// quoted is the string of JSON at the start of s.
func quoted(s string) (string, bool) {
	if s == "" || s[0] != '"' {
		return "", false
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			raw := s[1:i]
			if strings.IndexByte(raw, '\\') >= 0 {
				var v string
				if json.Unmarshal([]byte(strings.NewReplacer("\n", " ", "\r", " ", "\t", " ").Replace(s[:i+1])), &v) != nil {
					return "", false
				}
				raw = v
			}
			return html.UnescapeString(raw), true
		}
	}
	return "", false
}
