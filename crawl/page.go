package crawl

import "time"

// Request asks for a page.
type Request struct {
	URL string
	// ETag and LastModified are the validators of an earlier answer; "" if there
	// are none. If the page has not changed since, the answer is 304 without a
	// body. A Fetcher without conditional requests ignores them.
	ETag, LastModified string
	// Hold says that the caller calls [Response.Release], so that the answer counts
	// among those that are in memory until then.
	Hold bool
	// NoWait lets the Fetcher return a [WaitError] rather than wait for the turn of the
	// host after it has read robots.txt.
	NoWait bool
	// Last says that nothing else of the host waits as far as is known, so that a Fetcher with many hosts need
	// not keep a connection for it.
	Last bool
	// Leave, if not nil, reports hosts to which a redirect is not followed. Then the error
	// wraps a [MovedError]. A Fetcher may ignore it.
	Leave func(host string) bool
	// Known, if not nil, reports addresses, as keys, to which a redirect is not followed
	// either, because the caller has the page or asks for it by itself.
	Known func(url string) bool
}

// Response is one answer of a server (or of a stored web), before parsing.
type Response struct {
	URL         string        // canonical key that was asked for
	Final       string        // canonical key that answered, after redirects
	Status      int           // HTTP status
	ContentType string        // the Content-Type header, as sent
	RobotsTag   string        // X-Robots-Tag headers, one per line
	Link        string        // Link headers, one per line
	Refresh     string        // Refresh header: where a browser goes next, and after how many seconds
	Body        []byte        // decoded (gunzipped) body, at most the fetcher's limit; nobody writes into it
	Document    string        // kind of the document that Body, a page of HTML, was made of; "" if Body is as sent
	Truncated   bool          // Body was cut at the limit
	FetchedAt   time.Time     // when the answer was complete, UTC
	Took        time.Duration // from the request to the last byte

	// RetryAfter is the pause after 429 and 503: what the server asked for, or what
	// the fetcher waits instead; 0 otherwise. The fetcher obeys it by itself.
	RetryAfter time.Duration

	// Validators for a conditional [Request] (RFC 9110, section 8.8), as sent; "" if
	// there is none.
	ETag, LastModified string
	// Sitemaps are those in the robots.txt of Final's host, if the Fetcher reads it.
	Sitemaps []string
	// Exchanges are the requests and answers as they went over the wire, redirects
	// first; Robots are those for robots.txt files. Both are nil unless the Fetcher
	// keeps them.
	Exchanges []Exchange
	Robots    []Exchange
	// OnRelease, if not nil, gives back the room that the Fetcher has made for the
	// answer; see [Request].Hold.
	OnRelease func() `json:"-"`
}

// Release tells the Fetcher that r is no longer needed. Calling it again, or for a nil
// r, does nothing.
func (r *Response) Release() {
	if r == nil || r.OnRelease == nil {
		return
	}
	release := r.OnRelease
	r.OnRelease = nil
	release() // which may collect what nothing refers to any more, r among it
}

// Exchange is one request and its answer as bytes, for an archive (WARC).
type Exchange struct {
	URL       string    // as requested, absolute
	IP        string    // address that answered, "" behind a proxy
	At        time.Time // when the request was sent, UTC
	Request   []byte    // head of the request, with its empty line
	Head      []byte    // status line and header fields of the answer, with the empty line
	Body      []byte    // payload as sent: transfer coding undone, content coding kept
	Truncated string    // "", or why Body is not complete: "length", "time", "disconnect", "unspecified" (WARC 1.1, 5.15)
}

// Group is one of the five tag positions of the papers' page vector (On-ITS,
// eq 5): the same words weigh more in a title than in running text.
type Group uint8

// The five tag groups, heaviest first.
const (
	GroupTitle    Group = iota // title, meta keywords and description
	GroupHeading               // h1, h2
	GroupEmphasis              // h3-h6, strong, b, em
	GroupAnchor                // a, img alt
	GroupBody                  // the rest of the body
	NumGroups     = 5
)

// String returns the name of g in pages.jsonl.
func (g Group) String() string {
	if g < NumGroups {
		return [NumGroups]string{"title", "heading", "emphasis", "anchor", "body"}[g]
	}
	return "unknown"
}

// Region is the part of the page that holds a block or a link. That of a block is
// RegionMain if the reader takes it for main text, whatever holds it. That of a
// link is the part of the layout.
type Region uint8

// The regions of the layout are known by element or by an unmistakable role, id or class.
const (
	RegionMain   Region = iota // main text; of a link: none of the others
	RegionNav                  // the parts of the layout
	RegionHeader               //
	RegionFooter               //
	RegionAside                //
	RegionBeside               // a block that is no main text, in no named part of the layout
)

// String returns the name of r.
func (r Region) String() string {
	if names := [...]string{"main", "nav", "header", "footer", "aside", "beside"}; int(r) < len(names) {
		return names[r]
	}
	return "unknown"
}

// Block is a unit of text: a paragraph, a table cell, a list item, the title. Inline
// markup does not end a block, so a word split by <b> is still one word.
type Block struct {
	Text   string // white space collapsed, trimmed
	Spans  []Span // groups of the text, in order; they cover all of Text
	Region Region
	H1     bool // stands in an h1
	Title  bool // the title element (not meta), or the headline in its place if there is no h1
	Code   bool // a code listing or a formula: pre, code of several words, MathML
	Trail  bool // the breadcrumb of the page, or a part of it; see Page.Trail
	// Key is a hash of the text and its place: equal text has an equal key on every
	// page. The places are h1, the title element, a headline that is no h1, and
	// all others. So a text that a menu repeats is still new as a
	// title, and a site's name in the h1 of every page is repeated there.
	Key  uint64
	Size int // bytes of the text if a journal has dropped it; see Len
	// Mentions are filled by the Reader, in the order of the text.
	Mentions []Mention
}

// Len is the number of bytes of the text, even if a journal has dropped the text.
func (b *Block) Len() int { return max(len(b.Text), b.Size) }

// Span says that the text up to byte End (exclusive) is of group Group.
type Span struct {
	End   int
	Group Group
}

// Mention is an occurrence of a label of the topic's concepts in a text.
type Mention struct {
	Entry      int32 // index into the topic's entries
	Term       int32 // index into the lexicon's terms (the label found)
	Start, End int32 // bytes of the block's text
	Group      Group
	Inside     bool // stands inside the mention before it, of a longer label: hurricane in "hurricane landfall"
}

// Page is a parsed answer.
type Page struct {
	URL      string // canonical key that was asked for
	Final    string // canonical key that answered
	Host     string // host of Final, lower case, with a port that is not the scheme's default
	Status   int
	Title    string // text of the title element, else Headline; at most 500 runes
	Headline string // what the layout shows as the title; "" if there is none
	Lang     string // BCP 47: declared, or guessed from the script ("zh", "en"); "" if unknown
	Charset  string // encoding it was decoded from, WHATWG name; "" of a document that is not plain text
	Document string // kind of a document: "text", "pdf", "docx" or "odt"; "" of a page of HTML
	About    About  // its kind, headline, site and author
	// Trail is the breadcrumb of the page: the names by which the site shows its place,
	// from the outermost ("Home", "News", "Storms"), without the page itself. It is nil
	// if there is none. At most 12 names of at most 100 runes. The names come from the
	// visible breadcrumb, whose blocks are marked Trail, or else from the page's
	// structured data, which nobody sees.
	Trail     []string
	Blocks    []Block
	Words     int // all words of the visible text: Latin words + CJK characters / 2
	CodeWords int // of Words, the ones in blocks marked Code
	Links     []Link
	LinksLeft int    // links beyond those that the Reader keeps
	NoFollow  bool   // meta robots or X-Robots-Tag: do not follow the links
	NoIndex   bool   // meta robots or X-Robots-Tag: do not keep the page
	Hash      uint64 // of the decoded body: equal for exact duplicates
	Canonical string // canonical key in rel=canonical; "" if it is Final, or if there is none
	Simhash   uint64 // fingerprint of the main text: near duplicates differ in few bits; 0 if there is too little text
	// Sketch holds hashes of some runs of words of the main text, and RunCount is how many
	// runs there are (crawl/shingle.Sketch); of pages with a Simhash.
	Sketch   []uint32
	RunCount int
	// LinkHost is the host to which most of the page's links lead, as Host; "" if there
	// is none that has more than all others.
	LinkHost string
	// Runs and Vocabulary are samples of what the main text says (crawl/shingle.Fill), if
	// Sampled is set. A journal gives them back for a replay.
	Runs, Vocabulary []uint32
	Sampled          bool
	FetchedAt        time.Time
	Bytes            int // length of the body
	// Published is the page's own date of publication, and PublishedBy where it was
	// found (crawl/read/dateline). Zero and "" if there is none, and for pages that do not
	// mention the topic.
	Published   Date
	PublishedBy string
	// Marks is the version of the topic that filled the mentions and terms, if the
	// topic is edited during the crawl; 0 is the first. It is not part of the journal.
	Marks uint32
	// Features holds what a judge learns from the page. Reader and Scorer fill it; nil
	// if nothing is learned from it. A journal gives it back for a replay.
	Features *Features
	// Source marks a sitemap, a feed, or an answer of a site's own search. It is fetched
	// for its links, is not judged and does not count as a page.
	Source bool
	// Damaged is how many bytes and characters of a sitemap or feed could not be read, and were
	// left out. It is not part of the journal.
	Damaged int
	// Searches are the ways to search the site that the page or source offers: at most 3.
	// They are not part of the journal: a Reader makes links of them (crawl/find/search).
	Searches []SiteSearch
}

// SearchTerms stands in [SiteSearch].URL for the words to search for.
const SearchTerms = "{searchTerms}"

// SiteSearch is a way to search a site by a GET request to the host of the page that
// offers it. Either URL or Description is set.
type SiteSearch struct {
	URL         string // absolute; SearchTerms stands once in it, after the host
	Charset     string // encoding of the words in URL, WHATWG name; "" is UTF-8
	Description string // canonical key of an OpenSearch description, which has to be fetched first
}

// Features holds what a judge learns from a page: its words, and the concepts that it
// mentions.
type Features struct {
	Topic    uint64         // identifies the list of entries that Concepts count in
	First    float64        // evidence of the first verdict, before anything learned; not below 0
	Length   int            // words that count for density
	Concepts []ConceptCount // by entry
	Words    []WordCount    // content words, by word
}

// ConceptCount says how much of a page speaks of a concept.
type ConceptCount struct {
	Entry int32   // index into the topic's entries
	Count float32 // mentions, each weighted by its factors but not by its place
}

// WordCount counts a folded word of a page.
type WordCount struct {
	Word  string
	Count uint16
}

// LinkKind says what a link leads to, according to the page that holds it.
type LinkKind uint8

// The kinds of links.
const (
	LinkPage        LinkKind = iota // a page
	LinkSitemap                     // a sitemap or sitemap index
	LinkFeed                        // an RSS or Atom feed
	LinkSearch                      // the host's own search, asked for the words in Text
	LinkDescription                 // an OpenSearch description, which says how the host is searched
)

// Link is a hyperlink of a page.
type Link struct {
	URL      string // canonical key (crawl/urlkey.Canonical)
	Host     string // as Page.Host
	Text     string // anchor text, img alt included; of a card its heading; see crawl/read/page for anchors such as "Read more"
	Title    string // title attribute
	Context  string // up to 120 characters before and after, within the block; a Reader that marks Terms may leave it out
	Heading  string // the last heading before the link
	Region   Region
	List     uint32 // same number: same list or table of the page
	Path     string // the last five tag.class steps to the link, outermost first
	NoFollow bool   // rel=nofollow, ugc or sponsored
	Kind     LinkKind
	// Modified and Published are the dates of the target in a sitemap or feed; zero
	// if unknown.
	Modified  time.Time
	Published Date
	Terms     LinkTerms
}

// LinkTerms counts the topic's words in and around a link. The Reader fills it. Core
// counts are of core concepts, Other of the rest.
type LinkTerms struct {
	AnchorCore, AnchorOther   float32 // mentions in Text and Title, weighted by the topic vector
	AnchorCover               float32 // share of the characters of Text covered by mentions, 0..1
	ContextCore, ContextOther float32 // mentions in Context outside of the anchor
	HeadingCore               float32 // mentions in Heading
	URLCore, URLOther         float32 // mentions in the decoded path and query, split into words
	Relevance                 float32 // R(A): the judge's relevance of the anchor text alone, 0..1 (eq 6)
	Title                     float32 // mentions in Title alone, which count in the anchor, too
}
