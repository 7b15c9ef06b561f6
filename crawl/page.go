package crawl

import "time"

// Response is one answer of a server (or of a stored web), before parsing.
type Response struct {
	URL         string        // canonical key that was asked for
	Final       string        // canonical key that answered, after redirects
	Status      int           // HTTP status
	ContentType string        // the Content-Type header, as sent
	RobotsTag   string        // X-Robots-Tag headers, one per line
	Link        string        // Link headers, one per line
	Body        []byte        // decoded (gunzipped) body, at most the fetcher's limit
	Truncated   bool          // Body was cut at the limit
	FetchedAt   time.Time     // when the answer was complete, UTC
	Took        time.Duration // from the request to the last byte

	// RetryAfter is how long the server wants to be left alone: for 429 and 503
	// its Retry-After, or what the fetcher waits instead; 0 otherwise. The fetcher
	// keeps to it by itself.
	RetryAfter time.Duration

	// Validators by which the same URL can be asked again cheaply (RFC 9110,
	// section 8.8), as sent; "" if there is none.
	ETag, LastModified string
	// Sitemaps are those that the robots.txt of Final's host names; only with a
	// Fetcher that reads robots.txt.
	Sitemaps []string
	// Exchanges are the requests and answers as they went over the wire, redirects
	// first, the answer itself last. Nil unless the Fetcher was told to keep them.
	Exchanges []Exchange
	// Robots are those for the robots.txt files that had to be asked for on the
	// way, under the same condition.
	Robots []Exchange
}

// Exchange is one request and its answer as bytes, for an archive that keeps
// what was sent (WARC).
type Exchange struct {
	URL       string    // as it was asked for, absolute
	IP        string    // address that answered, "" behind a proxy
	At        time.Time // when the request was sent, UTC
	Request   []byte    // head of the request, with its empty line
	Head      []byte    // status line and header fields of the answer, with the empty line
	Body      []byte    // payload as sent: transfer coding undone, content coding kept
	Truncated string    // "", or why Body is not whole: "length", "time", "disconnect", "unspecified" (WARC 1.1, 5.15)
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

// String returns the name of g as it stands in pages.jsonl.
func (g Group) String() string {
	switch g {
	case GroupTitle:
		return "title"
	case GroupHeading:
		return "heading"
	case GroupEmphasis:
		return "emphasis"
	case GroupAnchor:
		return "anchor"
	case GroupBody:
		return "body"
	}
	return "unknown"
}

// Region is the part of a page layout in which a block or a link stands.
type Region uint8

// The regions, by element or by an unmistakable role, id or class.
const (
	RegionMain Region = iota // none of the others
	RegionNav
	RegionHeader
	RegionFooter
	RegionAside
)

// Block is a run of text that belongs together (a paragraph, a table cell, a
// list item, the title). Inline markup does not end a block, so a word split
// by <b> is still one word.
type Block struct {
	Text   string // white space collapsed, trimmed
	Spans  []Span // groups of the text, in order; they cover all of Text
	Region Region
	H1     bool   // stands in an h1
	Title  bool   // the title element itself (not meta), or a headline that stands in for it where there is no h1
	Key    uint64 // hash of the text; equal text has an equal key on every page
	Size   int    // bytes of the text where a journal has dropped it; see Len
	// Mentions are filled by the Reader, in the order of the text.
	Mentions []Mention
}

// Len is the number of bytes of the text, also of a block of which a journal has
// kept no more than that.
func (b *Block) Len() int { return max(len(b.Text), b.Size) }

// Span says that the text up to byte End (exclusive) is of group Group.
type Span struct {
	End   int
	Group Group
}

// Mention is a place where a label of a topic's concept stands in a text.
type Mention struct {
	Entry      int32 // index into the topic's entries
	Term       int32 // index into the lexicon's terms (the label found)
	Start, End int32 // bytes of the block's text
	Group      Group
}

// Page is a parsed answer.
type Page struct {
	URL       string // canonical key that was asked for
	Final     string // canonical key that answered
	Host      string // host of Final, lower case, with a port that is not the scheme's default
	Status    int
	Title     string // text of the title element, else Headline; at most 500 runes
	Headline  string // what the layout shows as the title; "" if nothing stands out
	Lang      string // BCP 47: declared, or guessed from the script ("zh", "en"); "" if unknown
	Charset   string // encoding it was decoded from, WHATWG name
	Blocks    []Block
	Words     int // all words of the visible text: Latin words + CJK characters / 2
	Links     []Link
	NoFollow  bool   // meta robots or X-Robots-Tag: do not follow the links
	NoIndex   bool   // meta robots or X-Robots-Tag: do not keep the page
	Hash      uint64 // of the decoded body: equal for exact duplicates
	Canonical string // canonical key by which the page asks to be known (rel=canonical); "" if it is Final, or if there is none
	Simhash   uint64 // fingerprint of the main text: near duplicates differ in few bits; 0 if there is too little text
	FetchedAt time.Time
	Bytes     int // length of the body
	// Published is when the page says it was published, and PublishedBy by what it
	// says so (crawl/dateline). Zero and "" if it says nothing, or nobody looked:
	// only pages that mention the topic are looked at.
	Published   time.Time
	PublishedBy string
	// Marks tells which edition of a topic that is edited while the crawl runs has
	// filled the mentions and terms; 0 is the first. It is not part of the journal.
	Marks uint32
	// Source marks a sitemap or a feed: it is fetched for its links alone, is not
	// judged and counts as no page.
	Source bool
}

// LinkKind says what a link leads to, as far as the page that holds it tells.
type LinkKind uint8

// The kinds of links.
const (
	LinkPage    LinkKind = iota // a page
	LinkSitemap                 // a sitemap or sitemap index
	LinkFeed                    // an RSS or Atom feed
)

// Link is one hyperlink as it stands on a page.
type Link struct {
	URL      string // canonical key (crawl/urlkey.Canonical)
	Host     string // as Page.Host
	Text     string // anchor text, img alt included
	Title    string // title attribute
	Context  string // up to 120 characters before and after, within the block; a Reader that marks Terms may leave it out
	Heading  string // the last heading before the link
	Region   Region
	List     uint32 // same number: same list or table of the page
	Path     string // the last five tag.class steps to the link, outermost first
	NoFollow bool   // rel=nofollow, ugc or sponsored
	Kind     LinkKind
	Modified time.Time // when a sitemap or feed says the target changed last; zero if unknown
	// Published is when a feed or a news sitemap says the target was published;
	// zero if unknown.
	Published time.Time
	Terms     LinkTerms
}

// LinkTerms is what the topic's words say of a link before it is fetched,
// filled by the Reader. Core counts are of core concepts, Other of the rest.
type LinkTerms struct {
	AnchorCore, AnchorOther   float32 // mentions in Text and Title, weighted by the topic vector
	AnchorCover               float32 // share of the characters of Text covered by mentions, 0..1
	ContextCore, ContextOther float32 // mentions in Context outside of the anchor
	HeadingCore               float32 // mentions in Heading
	URLCore, URLOther         float32 // mentions in the decoded path and query, split into words
	Relevance                 float32 // R(A): the judge's relevance of the anchor text alone, 0..1 (eq 6)
	Title                     float32 // mentions in Title alone; they are among those of the anchor, too
}
