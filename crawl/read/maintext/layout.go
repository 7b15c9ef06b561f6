package maintext

import "golang.org/x/net/html/atom"

// Doc is a page as its reader has cut it.
type Doc struct {
	URL    string
	Title  string // of the title element
	Nodes  []Node // elements that end a block, in order; the first stands for the document
	Blocks []Block
	Meta   []Meta
	Data   []string // scripts of JSON-LD
}

// Node is an element.
type Node struct {
	Parent          int32 // index of a node before it; -1 of the document
	Tag             atom.Atom
	Class, ID, Role string // as written
	Schema          string // itemtype or typeof
}

// Block is a unit of text between the starts and ends of such elements.
type Block struct {
	Text   string
	Key    uint64 // equal for equal texts
	Node   int32  // the innermost one around it
	Words  int
	Linked int // bytes of the text in links
	Alt    int // bytes of the text that name pictures
	Links  int
}

// Meta is a meta element: its name or property, in lower case, and its content.
type Meta struct{ Name, Content string }

// meta is the content of the first meta element of one of the names.
func (d *Doc) meta(names ...string) string {
	for _, name := range names {
		for _, m := range d.Meta {
			if m.Name == name && m.Content != "" {
				return m.Content
			}
		}
	}
	return ""
}

// Flags of a node: what it stands in, itself among them.
const (
	inNav = 1 << iota
	inHeader
	inFooter
	inAside
	inMain
	inArticle
	inForm
	inTable
	inList
	inQuote
	inFigure
	inButton
	inDialog
	inH1
	inSection
	inPre
	inTop // the node to which most prose belongs
	inHalf
	inMost
)

// flagOf returns the flag of an element by itself.
func flagOf(t atom.Atom) uint32 {
	switch t {
	case atom.Nav, atom.Menu:
		return inNav
	case atom.Header:
		return inHeader
	case atom.Footer:
		return inFooter
	case atom.Aside:
		return inAside
	case atom.Main:
		return inMain
	case atom.Article:
		return inArticle
	case atom.Form:
		return inForm
	case atom.Table:
		return inTable
	case atom.Ul, atom.Ol, atom.Dl:
		return inList
	case atom.Blockquote:
		return inQuote
	case atom.Figure:
		return inFigure
	case atom.Button:
		return inButton
	case atom.Dialog:
		return inDialog
	case atom.H1:
		return inH1
	case atom.Section:
		return inSection
	case atom.Pre:
		return inPre
	}
	return 0
}

// roleFlag returns the flag of an element by its ARIA role.
func roleFlag(role string) uint32 {
	switch role {
	case "navigation", "menu", "menubar", "tablist":
		return inNav
	case "banner":
		return inHeader
	case "contentinfo":
		return inFooter
	case "complementary":
		return inAside
	case "main":
		return inMain
	case "article":
		return inArticle
	case "form", "search":
		return inForm
	case "dialog", "alertdialog":
		return inDialog
	case "button":
		return inButton
	}
	return 0
}

// Classes of elements, for the trees.
func tagClass(t atom.Atom) float32 {
	switch t {
	case atom.P:
		return 0
	case atom.Li:
		return 1
	case atom.H1:
		return 2
	case atom.H2:
		return 3
	case atom.H3:
		return 4
	case atom.H4, atom.H5, atom.H6:
		return 5
	case atom.Td, atom.Th:
		return 6
	case atom.Dt, atom.Dd:
		return 7
	case atom.Pre:
		return 8
	case atom.Blockquote:
		return 9
	case atom.Figcaption, atom.Caption:
		return 10
	case atom.Legend:
		return 11
	case atom.Button:
		return 12
	case atom.Summary:
		return 13
	case atom.Section, atom.Article, atom.Main:
		return 14
	case atom.Div:
		return 15
	}
	return 16
}

func isHeading(t atom.Atom) bool {
	switch t {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		return true
	}
	return false
}
