package learned

// The dense features of a link. Their order is part of the checkpoint; new ones come
// last.
const (
	fBias = iota
	fAnchorCore
	fAnchorOther
	fAnchorR
	fContextCore
	fContextOther
	fHeadingCore
	fURLCore
	fURLOther
	fParentMean
	fParentFresh
	fShare
	fTunnel
	fChild
	fLanguage
	fList
	fPath
	fHub
	fPattern
	fPrefix
	fHost
	fPager
	fMain
	fDepth
	fNewPattern
	fNewPrefix
	fNewHost
	fHubName
	fOutside
	fOutsideNew
	fHostOut
	fPageOut
	fNamed
	fEnding
	fParentLift
	fResult
	fResultLift
	numFeatures
)

// room is numFeatures, filled up so that features are summed by fours.
const room = (numFeatures + 3) &^ 3

type (
	vector  [room]float32 // the features of a link
	weights [room]float64 // what they count
)

// features holds the name of each feature and the weight it starts with. No host is
// mentioned anywhere.
//
// The starting weights were chosen forwards, on 17 topics of three stored webs: the
// relevance of anchor and parents came first, because it alone did better than all
// features with the weights of the first experiment; another feature was added if it
// raised the mean over the topics (docs/methods.md). A feature with weight 0 did not
// help, or not everywhere, before anything is known; what it counts on a web is
// learned there. Share did most harm: on a host whose menu leads to the pages that
// are sought it counts against all of them.
var features = [numFeatures]struct {
	name   string
	weight float64
}{
	fBias:         {"bias", -2.5},
	fAnchorCore:   {"anchor core", 0},         // a core concept in the anchor or its title
	fAnchorOther:  {"anchor other", 0},        // another concept there
	fAnchorR:      {"anchor", 4},              // relevance of the anchor by itself
	fContextCore:  {"context core", .6},       // a core concept around the link; half in a menu
	fContextOther: {"context other", .1},      // another concept there
	fHeadingCore:  {"heading core", .3},       // a core concept in the heading above
	fURLCore:      {"url core", 1.5},          // a core concept in path or query
	fURLOther:     {"url other", .4},          // another concept there
	fParentMean:   {"parents' mean", 1.5},     // mean relevance of the pages with the link
	fParentFresh:  {"parents' best x new", 0}, // the largest, x (1 - share)
	fShare:        {"share", 0},               // share of the host's fetched pages that have the link
	fTunnel:       {"tunnel", 0},              // relevance inherited through pages off the topic
	fChild:        {"child", 1},               // relevance of a parent whose URL this one extends
	fLanguage:     {"language", 0},            // the same, if the anchor names a language
	fList:         {"list", .4},               // lift of its list on the page
	fPath:         {"path", .4},               // lift of its DOM path on the host
	fHub:          {"hub", .3},                // lift of the page's links
	fPattern:      {"url pattern", .3},        // lift of its URL pattern
	fPrefix:       {"prefix", .3},             // lift of its first one and two folders
	fHost:         {"host", .3},               // lift of its host
	fPager:        {"pager", 0},               // a further page of a list; more if the list was good
	fMain:         {"main", 0},                // is outside of menus, headers, footers
	fDepth:        {"depth", 0},               // number of slashes
	fNewPattern:   {"new url pattern", 0},     // 1/sqrt(1 + pages fetched of the pattern),
	fNewPrefix:    {"new prefix", 0},          // of the two-folder prefix,
	fNewHost:      {"new host", 0},            // of the host: first tries
	fHubName:      {"hub name", 1.5},          // own words of the link to a list that has it
	fOutside:      {"outside", -.7},           // no page of its own host has it; see outside.go
	fOutsideNew:   {"outside, new host", -.3}, // and nothing of the host was fetched
	fHostOut:      {"host, out", .5},          // lift of the outside links of the host with it
	fPageOut:      {"page, out", .5},          // lift of the outside links of the page with it
	fNamed:        {"named like finds", .5},   // how much more relevant the pages are that say its name; see named.go
	fEnding:       {"ending", 1},              // lift of the names that end so
	fParentLift:   {"parents' lift", 1},       // how much more relevant the pages with the link are
	fResult:       {"search result", 1},       // an engine lists it; see result.go
	fResultLift:   {"search results", .5},     // lift of such results of the same operator
}

// prior holds the starting weights.
var prior = func() (w weights) {
	for i := range features {
		w[i] = features[i].weight
	}
	return w
}()

// featuresOf computes the features of the evidence e as of now.
func (r *Ranker) featuresOf(e *evidence) (x vector) {
	c := &r.clusters
	own := e.own()
	// Bad neighbours count less against a link whose own words name the topic. Without
	// this, a menu entry that names the topic is never fetched on a host whose other
	// menu entries are off topic.
	pardon := 1 - .7*own
	share := e.share(r)
	copy(x[fAnchorCore:], e.terms[:])
	x[fBias] = 1
	x[fParentMean] = float32(e.sumR / float64(max(1, e.pages)))
	x[fParentFresh] = float32(float64(e.maxR) * (1 - share))
	x[fShare] = float32(share * pardon)
	x[fTunnel], x[fChild], x[fLanguage] = e.inherit, e.child, e.language
	list, path, hub := e.lifts(c)
	x[fList] = pardoned(list, pardon)
	x[fPath] = pardoned(path, pardon)
	x[fHub] = pardoned(hub, pardon)
	x[fPattern] = pardoned(c.lift(e.pattern, linkPrior), pardon)
	x[fPrefix] = pardoned((c.lift(e.prefix1, linkPrior)+c.lift(e.prefix2, linkPrior))/2, pardon)
	x[fHost] = pardoned(c.lift(e.host, hostPrior), pardon)
	if e.pager {
		x[fPager] = float32(.3 + .6*max(hub, -.3))
	}
	if e.main {
		x[fMain] = 1
	}
	x[fDepth] = float32(e.depth)
	x[fNewPattern] = float32(c.novelty(e.pattern))
	x[fNewPrefix] = float32(c.novelty(e.prefix2))
	x[fNewHost] = float32(c.novelty(e.host))
	x[fHubName] = e.hubName
	if !e.inside {
		r.outside(e, &x, pardon)
	}
	r.named(e, &x)
	if e.result >= 0 {
		r.result(e, &x, pardon)
	}
	return x
}

// pardoned reduces a lift that counts against the link.
func pardoned(lift, pardon float64) float32 {
	if lift < 0 {
		lift *= pardon
	}
	return float32(lift)
}
