package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// attrs are the attributes used here.
type attrs struct {
	id, class, role, href, src, title, alt, rel, name, content, equiv, lang, xmlLang, property, kind string
	label                                                                                            string // aria-label
	action, method, value, charsets                                                                  string // of forms and their fields
	schema                                                                                           string // itemtype (microdata) or typeof (RDFa)
	data                                                                                             string // of an object
	other                                                                                            string // a value of which only its meaning is kept

	hasHref, hidden bool
	otherLang       bool   // hreflang is there
	shadow          bool   // it is a declarative shadow root
	jumps           bool   // choosing an option leads somewhere
	big             bool   // its text is larger than the text around it
	seen            uint32 // by attribute: of two with one name the first counts (HTML 13.2.5.33)
}

func readAttrs(list []html.Attribute) (a attrs) {
	for i := range list {
		if v, flag := a.field(list[i].Key); v != nil {
			a.put(v, flag, list[i].Val)
		}
	}
	return a
}

// set takes an attribute as written.
func (a *attrs) set(key, raw string) {
	if v, flag := a.field(strings.ToLower(key)); v != nil {
		a.put(v, flag, unescapeValue(raw))
	}
}

// Attributes that need more than their value.
const (
	flagHref uint32 = 1 << iota
	flagHidden
	flagAria
	flagStyle
	flagSize
	flagLang
	flagShadow
	flagChange
	flagPlain // and above: the others
)

// field returns the place for the value of an attribute, nil if it is not used
// here.
func (a *attrs) field(key string) (v *string, flag uint32) {
	switch key {
	case "id":
		return &a.id, flagPlain
	case "class":
		return &a.class, flagPlain << 1
	case "role":
		return &a.role, flagPlain << 2
	case "href", "xlink:href":
		return &a.href, flagHref
	case "src":
		return &a.src, flagPlain << 3
	case "title":
		return &a.title, flagPlain << 4
	case "alt":
		return &a.alt, flagPlain << 5
	case "rel":
		return &a.rel, flagPlain << 6
	case "name":
		return &a.name, flagPlain << 7
	case "property":
		return &a.property, flagPlain << 8
	case "content":
		return &a.content, flagPlain << 9
	case "http-equiv":
		return &a.equiv, flagPlain << 10
	case "lang":
		return &a.lang, flagPlain << 11
	case "xml:lang":
		return &a.xmlLang, flagPlain << 12
	case "type":
		return &a.kind, flagPlain << 13
	case "aria-label":
		return &a.label, flagPlain << 14
	case "itemtype", "typeof":
		return &a.schema, flagPlain << 15
	case "action":
		return &a.action, flagPlain << 16
	case "method":
		return &a.method, flagPlain << 17
	case "value":
		return &a.value, flagPlain << 18
	case "accept-charset":
		return &a.charsets, flagPlain << 19
	case "data":
		return &a.data, flagPlain << 20
	case "hreflang":
		return &a.other, flagLang
	case "shadowrootmode":
		return &a.other, flagShadow
	case "onchange":
		return &a.other, flagChange
	case "hidden":
		return &a.other, flagHidden
	case "aria-hidden":
		return &a.other, flagAria
	case "style":
		return &a.other, flagStyle
	case "size":
		return &a.other, flagSize
	}
	return nil, 0
}

func (a *attrs) put(v *string, flag uint32, value string) {
	if a.seen&flag != 0 {
		return
	}
	a.seen |= flag
	*v = value
	switch flag {
	case flagHref:
		a.hasHref = true
	case flagHidden:
		a.hidden = true
	case flagAria:
		a.hidden = a.hidden || strings.EqualFold(value, "true")
	case flagStyle:
		a.hidden = a.hidden || hidesText(value)
		a.big = a.big || enlarges(value)
	case flagLang:
		a.otherLang = true
	case flagShadow:
		a.shadow = strings.EqualFold(value, "open") || strings.EqualFold(value, "closed")
	case flagChange:
		a.jumps = strings.Contains(value, "location") || strings.Contains(value, "window.open")
	case flagSize:
		a.big = a.big || bigFont(value)
	}
}

// hidesText reports whether an inline style hides the element.
func hidesText(style string) bool {
	for decl := range strings.SplitSeq(style, ";") {
		name, value, ok := strings.Cut(decl, ":")
		if !ok {
			continue
		}
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if v, _, bang := strings.Cut(value, "!"); bang {
			value = strings.TrimSpace(v)
		}
		switch {
		case strings.EqualFold(name, "display") && strings.EqualFold(value, "none"),
			strings.EqualFold(name, "visibility") && (strings.EqualFold(value, "hidden") || strings.EqualFold(value, "collapse")):
			return true
		}
	}
	return false
}

// skipped reports elements with nothing visible: code, inert or alternative
// content, form choices, drawings, and the reading aids over ruby characters,
// which would split words. The content of a canvas is read: it describes what
// the canvas shows (tag clouds are made so).
func skipped(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Noframes, atom.Noembed,
		atom.Iframe, atom.Object, atom.Embed, atom.Audio, atom.Video, atom.Svg,
		atom.Select, atom.Datalist, atom.Textarea, atom.Rt, atom.Rp, atom.Rtc:
		return true
	}
	return false
}

// void elements have no content and no end tag (HTML 13.1.2).
func void(tag atom.Atom) bool {
	switch tag {
	case atom.Area, atom.Base, atom.Basefont, atom.Bgsound, atom.Br, atom.Col, atom.Embed, atom.Frame,
		atom.Hr, atom.Img, atom.Input, atom.Keygen, atom.Link, atom.Meta, atom.Param, atom.Source,
		atom.Track, atom.Wbr:
		return true
	}
	return false
}

// inline reports elements that do not end a block. Unknown elements end it:
// they are mostly containers of scripted layouts.
func inline(tag atom.Atom) bool {
	switch tag {
	case atom.A, atom.Abbr, atom.Acronym, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code,
		atom.Data, atom.Del, atom.Dfn, atom.Em, atom.Font, atom.I, atom.Img, atom.Ins, atom.Kbd,
		atom.Label, atom.Mark, atom.Nobr, atom.Q, atom.Rb, atom.Ruby, atom.S, atom.Samp, atom.Small,
		atom.Span, atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var,
		atom.Wbr, atom.Br, atom.Map, atom.Area, atom.Input, atom.Link, atom.Meta, atom.Base,
		atom.Param, atom.Source, atom.Track:
		return true
	}
	return false
}

// groupOf is the tag group that an element opens (On-ITS, section on eq 5).
func groupOf(tag atom.Atom) crawl.Group {
	switch tag {
	case atom.Title:
		return crawl.GroupTitle
	case atom.H1, atom.H2:
		return crawl.GroupHeading
	case atom.H3, atom.H4, atom.H5, atom.H6, atom.Strong, atom.B, atom.Em:
		return crawl.GroupEmphasis
	case atom.A:
		return crawl.GroupAnchor
	}
	return crawl.GroupBody
}

// levelOf is 1..6 for h1..h6.
func levelOf(tag atom.Atom) uint8 {
	switch tag {
	case atom.H1:
		return 1
	case atom.H2:
		return 2
	case atom.H3:
		return 3
	case atom.H4:
		return 4
	case atom.H5:
		return 5
	case atom.H6:
		return 6
	}
	return 0
}

// isList reports elements whose links belong together.
func isList(tag atom.Atom, a *attrs) bool {
	switch tag {
	case atom.Ul, atom.Ol, atom.Dl, atom.Table, atom.Menu, atom.Dir, atom.Nav, atom.Map:
		return true
	}
	return a.role == "list" || a.role == "menu" || a.role == "table" || a.role == "listbox"
}

// formatting reports elements that reopen if they were not closed (HTML
// 13.2.4.3).
func formatting(t atom.Atom) bool {
	switch t {
	case atom.A, atom.B, atom.Big, atom.Code, atom.Em, atom.Font, atom.I, atom.Nobr, atom.S, atom.Small,
		atom.Strike, atom.Strong, atom.Tt, atom.U:
		return true
	}
	return false
}

// marker reports elements that end the search for an open formatting element.
func marker(t atom.Atom) bool {
	switch t {
	case atom.Td, atom.Th, atom.Caption, atom.Object, atom.Applet, atom.Marquee, atom.Template:
		return true
	}
	return false
}

// scope reports elements that end the search for an element to close (HTML
// 13.2.4.2).
func scope(t atom.Atom) bool {
	return marker(t) || t == atom.Table || t == atom.Html
}

func buttonScope(t atom.Atom) bool { return t == atom.Button || scope(t) }

func listScope(t atom.Atom) bool { return t == atom.Ol || t == atom.Ul || scope(t) }

func tableScope(t atom.Atom) bool { return t == atom.Table || t == atom.Html || t == atom.Template }

// closesP reports blocks whose start ends an open paragraph, and whose end
// closes the elements in them.
func closesP(t atom.Atom) bool {
	switch t {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Center, atom.Details, atom.Dialog,
		atom.Dir, atom.Div, atom.Dl, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Header,
		atom.Hgroup, atom.Main, atom.Menu, atom.Nav, atom.Ol, atom.P, atom.Search, atom.Section, atom.Summary,
		atom.Ul, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Pre, atom.Listing, atom.Form,
		atom.Li, atom.Dd, atom.Dt:
		return true
	}
	return false
}

// barrier reports elements that end tags of other kinds do not cross (HTML
// 13.2.4.2).
func barrier(t atom.Atom) bool {
	switch t {
	case atom.Dialog, atom.Search:
		return false // in the standard, but not in the parser
	case atom.Applet, atom.Body, atom.Button, atom.Frameset, atom.Head, atom.Html, atom.Marquee, atom.Object,
		atom.Select, atom.Table, atom.Template:
		return true
	}
	return closesP(t) || void(t) || tablePart(t) || rawText(t)
}

// rawText reports elements whose content is text without markup, as in browsers
// that run scripts.
func rawText(t atom.Atom) bool {
	switch t {
	case atom.Iframe, atom.Noembed, atom.Noframes, atom.Noscript, atom.Plaintext, atom.Script, atom.Style,
		atom.Textarea, atom.Title, atom.Xmp:
		return true
	}
	return false
}
