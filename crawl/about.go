package crawl

// About says what a person would say of a page at a glance.
type About struct {
	Kind     PageKind
	Headline string // without the name of the site; "" if there is none
	Site     string // what the site calls itself; "" if it does not
	Author   string // who is named as the author; "" if nobody is
}

// Name is how a person would call the page: its headline, else its title.
func (p *Page) Name() string {
	if p.About.Headline != "" {
		return p.About.Headline
	}
	return p.Title
}

// PageKind is the kind of a page.
type PageKind uint8

// The kinds of pages.
const (
	KindUnknown   PageKind = iota
	KindArticle            // tells something: news, a post, a report
	KindReference          // explains or documents: an encyclopedia, a manual
	KindList               // leads to other pages: a tag, an archive, a catalogue, the home of a paper
	KindThread             // posts of several people
	KindService            // what an organisation offers, or its home
	KindProduct            // one thing for sale
	KindProfile            // one person or account
	KindDocument           // a file that is no page of HTML
	KindStub               // nothing to read: an error, a log-in, a wall of consent
	numPageKinds
)

var pageKindNames = [numPageKinds]string{"", "article", "reference", "list", "thread", "service", "product", "profile", "document", "stub"}

// String returns the name of k in pages.jsonl; "" if it is not known.
func (k PageKind) String() string {
	if k < numPageKinds {
		return pageKindNames[k]
	}
	return ""
}

// Leads reports the kinds of pages that have nothing to tell themselves: they are followed, and are no finds.
func (k PageKind) Leads() bool { return k == KindList || k == KindStub }

// ParsePageKind is the kind of a name; ok is false if it is none.
func ParsePageKind(name string) (k PageKind, ok bool) {
	for i, s := range pageKindNames {
		if s == name {
			return PageKind(i), true
		}
	}
	return KindUnknown, false
}
