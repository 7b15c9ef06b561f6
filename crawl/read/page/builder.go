package page

import (
	"net/url"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// Bounds on memory for hostile pages. Text beyond maxBlocks blocks goes into
// the last one; links beyond maxLinks are dropped.
const (
	maxBlocks = 50_000
	maxLinks  = 20_000
	maxDepth  = 600 // of open elements; the parser's tree has at most 512
	maxTitle  = 500 // runes
	maxNodes  = 8000
)

// builder collects a page while a walk opens and closes elements. All text goes
// into one buffer; blocks and links remember positions in it. finish makes one
// string of the buffer and cuts it up, so a page costs few allocations.
type builder struct {
	page     *crawl.Page
	base     *url.URL
	root     string            // scheme and host of base, as in a key; "" if it has none
	baseSeen bool              // a base element was seen
	enc      encoding.Encoding // for queries of links (WHATWG URL 4.1); nil for UTF-8
	own      own               // set when the links are resolved

	shadows  bool // the text of shadow roots is read
	contexts bool // the contexts of all links are wanted, not only of those in several blocks

	stack []frame

	text       []byte // the blocks so far, each ended by '\n'
	spans      []crawl.Span
	blocks     []blockDraft
	start      int // start of the open block in text
	firstSpan  int
	prominence uint8 // of the open block: the group of its most prominent part
	space      bool  // white space is due before the next character
	breaks     int   // <br> in a row

	links      []linkDraft
	feeds      int // of links
	alternates int // of links: the page in other languages
	open       int // index of the link being read, -1 for none
	adjacent   bool
	headings   [7]segment // by level: the last one, in text
	last       segment    // the last heading of any level
	lists      uint32
	paths      map[string]string
	pathBuf    []byte

	declared declarations

	codeFrom, codeTo int  // the last phrase of code in the open block
	coded            bool // a block may be code

	trail, dataTrail []crumb // the breadcrumb, as seen and in structured data; nil if there is none

	nodes       []maintext.Node // the elements that end a block, and what the page says of itself
	metas       []maintext.Meta
	data        []string
	of          map[*html.Node]int  // if not nil, is told the block of each text and named picture
	see         func(*maintext.Doc) // if not nil, is given the layout instead
	linked, alt int                 // bytes of the open block in links, and those that name pictures

	form        formDraft   // the open one; its at is 0 if none is
	searches    []formDraft // forms that search the site
	description string      // reference of the first OpenSearch description

	canonical                  string // reference of the first rel=canonical
	headerCanonical            string // key that a Link header gives, if the markup names none
	seenTitle, seenDescription bool
}

// frame is an open element, with the properties that its content inherits.
type frame struct {
	tag        atom.Atom
	node       int32 // the innermost of builder.nodes
	name       string
	class      string // the first class
	region     crawl.Region
	group      crawl.Group
	list       uint32
	level      uint8 // of the heading that the element is; 0 for none
	code       codeKind
	phrase     bool // the element is a phrase of code
	trail      bool // the element is a breadcrumb
	start      int  // in text
	link       bool // the element is the link being read
	block      bool
	hidden     bool
	h1         bool
	prominence uint8 // how much the layout makes it stand out, see headline.go
	title      bool
	scoped     bool // inside an article or main
	from       int  // number of links before it
	items      itemRun
}

// blockDraft is a block whose text is still in the buffer.
type blockDraft struct {
	start, end        int
	spanFrom, spanTo  int
	region            crawl.Region
	code              codeKind
	trail             bool
	h1, title, unseen bool // unseen: title and meta elements, which are not visible text
	prominence        uint8
	node              int32
	linked, alt       int
}

// segment is a range of the buffer.
type segment struct{ start, end int }

// builders are reused for later pages, since their buffers have grown to the
// usual size.
var builders = sync.Pool{New: func() any { return &builder{stack: make([]frame, 0, 64), paths: map[string]string{}} }}

// maxKept is the limit, in bytes of text, of a buffer that is reused.
const maxKept = 1 << 20

func newBuilder(p *crawl.Page, base *url.URL, enc encoding.Encoding) *builder {
	b := builders.Get().(*builder)
	*b = builder{
		page: p, base: base, root: rootOf(base), enc: enc, open: -1,
		stack: append(b.stack[:0], frame{group: crawl.GroupBody, block: true}),
		text:  b.text[:0], spans: b.spans[:0], blocks: b.blocks[:0], links: b.links[:0],
		paths: b.paths, pathBuf: b.pathBuf[:0],
		nodes: append(b.nodes[:0], maintext.Node{Parent: -1}), metas: b.metas[:0], data: b.data[:0],
	}
	return b
}

// reusable reports a builder that serves another page after this one.
func (b *builder) reusable() bool { return cap(b.text) <= maxKept }

// expect makes room for the text of a large page at once: growing step by step would take
// five times as much.
func (b *builder) expect(body string) {
	if len(body) > maxKept {
		b.text = make([]byte, 0, textSize(body))
	}
}

// textSize is about how many bytes of a document are no tags.
func textSize(body string) int {
	size := len(body)
	for {
		from := strings.IndexByte(body, '<')
		if from < 0 {
			return size
		}
		to := strings.IndexByte(body[from:], '>')
		if to < 0 {
			return size
		}
		size -= to // a block ends with one character
		body = body[from+to+1:]
	}
}

// release gives b back; it must not be used afterwards.
func (b *builder) release() {
	if !b.reusable() {
		return
	}
	// The builder keeps nothing of the page.
	clear(b.stack[:cap(b.stack)])
	clear(b.links)
	clear(b.paths)
	clear(b.nodes)
	clear(b.metas)
	clear(b.data)
	*b = builder{
		stack: b.stack, text: b.text, spans: b.spans, blocks: b.blocks, links: b.links, paths: b.paths, pathBuf: b.pathBuf,
		nodes: b.nodes, metas: b.metas, data: b.data,
	}
	builders.Put(b)
}

func (b *builder) top() *frame { return &b.stack[len(b.stack)-1] }

// openElement enters an element. The caller does not walk into skipped and void
// elements.
func (b *builder) openElement(tag atom.Atom, name string, a *attrs) {
	f := *b.top()
	if len(b.stack) >= maxDepth {
		b.closeElement() // f still passes on its properties
	}
	f.tag, f.name, f.link, f.level, f.trail, f.phrase = tag, name, false, 0, false, false
	f.items, f.from = itemRun{}, len(b.links)
	f.class, _, _ = strings.Cut(strings.TrimLeft(a.class, " \t\n"), " ")
	f.start = len(b.text)
	f.block = !inline(tag) && f.code != codeMath
	f.hidden = f.hidden || a.hidden
	f.group = min(f.group, groupOf(tag))
	if len(b.text) < earlyText {
		f.prominence = max(f.prominence, prominenceOfElement(tag, a))
	}
	if f.block {
		b.flush()
		f.start = len(b.text)
		b.enterBlock(&f, a)
		b.enterNode(&f, a)
	}
	b.enterCode(&f, codeOf(tag, name, &f, a))
	b.stack = append(b.stack, f)
	switch tag {
	case atom.A:
		b.openLink(a)
	case atom.Form:
		b.openForm(a)
	case atom.Html:
		if b.declared.html.seen == 0 { // the first with attributes counts
			b.declared.html = *a
		}
	case atom.Body:
		if b.declared.body.seen == 0 {
			b.declared.body = *a
		}
	}
}

// enterBlock sets what only block elements set.
func (b *builder) enterBlock(f *frame, a *attrs) {
	if r, ok := regionOf(f.tag, a, f.scoped); ok && (f.region == crawl.RegionMain || r != crawl.RegionMain) {
		f.region = r
	}
	f.scoped = f.scoped || f.tag == atom.Article || f.tag == atom.Main || a.role == "main" || a.role == "article"
	if isList(f.tag, a) {
		b.lists++
		f.list = b.lists
	}
	if f.level = levelOf(f.tag); f.level > 0 {
		f.h1 = f.h1 || f.level == 1
	}
	f.title = f.tag == atom.Title
	if isTrail(a) && f.level == 0 && f.tag != atom.Body && f.tag != atom.Html {
		f.trail = true
	}
}

// child tells the innermost element about a child that begins. If the children
// turn out to be items of a list without list markup, the element becomes a
// list, and the links already in it belong to that list.
func (b *builder) child(tag atom.Atom, name, class string) {
	f := b.top()
	if f.block && f.items.add(tag, name, class) && !isList(f.tag, &attrs{}) {
		b.lists++
		for i := f.from; i < len(b.links); i++ {
			if l := &b.links[i]; l.list == f.list {
				l.list = b.lists
			}
		}
		f.list = b.lists
	}
}

// closeElement leaves the innermost element.
func (b *builder) closeElement() {
	if len(b.stack) == 1 {
		return
	}
	f := *b.top()
	if f.link {
		b.closeLink()
	}
	if f.tag == atom.Form {
		b.closeForm()
	}
	if f.phrase {
		b.closePhrase(&f)
	}
	if f.block {
		b.flush()
	}
	if f.level > 0 && len(b.text) > f.start {
		b.last = segment{f.start, len(b.text) - 1}
		b.headings[f.level] = b.last
		clear(b.headings[f.level+1:])
		if b.open >= 0 && b.links[b.open].name.end == 0 {
			b.links[b.open].name = b.last // the link is around it
		}
	}
	if f.trail {
		b.closeTrail(&f)
	}
	b.stack = b.stack[:len(b.stack)-1]
}

// cut closes the elements down to position i.
func (b *builder) cut(i int) {
	for len(b.stack) > i {
		b.closeElement()
	}
}

// voidElement handles an element without content.
func (b *builder) voidElement(tag atom.Atom, a *attrs) {
	switch tag {
	case atom.Br:
		b.space = true
		if b.breaks++; b.breaks > 1 {
			b.flush()
		}
	case atom.Hr:
		b.flush()
	case atom.Img:
		b.image(a)
	case atom.Area:
		b.areaLink(a)
	case atom.Frame:
		b.bareLink(a.src, "", a.title)
	case atom.Meta:
		b.meta(a)
	case atom.Base:
		b.setBase(a)
	case atom.Link:
		b.canonicalLink(a)
		b.feedLink(a)
		b.alternateLink(a)
		b.descriptionLink(a)
	case atom.Input:
		b.input(a)
	}
}

// image writes the alternative text of a picture.
func (b *builder) image(a *attrs) {
	if a.alt == "" || a.hidden || b.top().hidden {
		return
	}
	b.space = true
	from := len(b.text)
	b.write(a.alt, min(b.top().group, crawl.GroupAnchor))
	b.alt += len(b.text) - from
	b.space = true
	if drawsFormula(a.class) && b.top().code == noCode && b.open < 0 && !b.inHeading() {
		b.closePhrase(&frame{code: codePhrase, start: from, from: len(b.links)})
	}
}
