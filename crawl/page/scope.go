package page

import "golang.org/x/net/html/atom"

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
