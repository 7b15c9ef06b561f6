package maintext

import (
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// maxNameSize is the most bytes of a name of a person or a site.
const maxNameSize = 80

// site returns the name that the site gives itself.
func (d *Doc) site() string {
	name := d.meta("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher")
	if name == "" {
		for _, s := range d.Data {
			if _, rest, ok := strings.Cut(s, `"publisher"`); ok {
				if v := values(rest[:min(len(rest), 500)], "name", 1); len(v) > 0 {
					name = v[0]
				}
			}
		}
	}
	return trimmed(name)
}

func trimmed(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxNameSize {
		return ""
	}
	return s
}

// kindOf is the kind by the trees, unless a rule knows better.
func (a *analysis) kindOf(z *[numKinds]float32, main []bool, mainWords float32) crawl.PageKind {
	links, best := 0, -1
	for i := range a.d.Blocks {
		links += a.d.Blocks[i].Links
	}
	for k := range z {
		if (best < 0 || z[k] > z[best]) && (Kinds[k] != crawl.KindList || links >= leastLinks) {
			best = k
		}
	}
	kind := Kinds[best]
	switch {
	case a.totalWords < fewWords && kind != crawl.KindList && z[best] <= .5:
		kind = crawl.KindArticle // the trees are not sure, and most pages that tell something are articles
	case a.totalWords < smallPage && kind == crawl.KindList && a.tellsAtLength():
		kind = crawl.KindArticle
	}
	short := mainWords < stubWords && a.totalWords < 4*stubWords
	switch {
	case a.totalWords < leastStub, mainWords < 6*stubWords && SaysStub(a.d.Title), short && a.saysNothing(main):
		return crawl.KindStub
	case short && kind != crawl.KindList && a.onlyLeads(main):
		return crawl.KindStub
	case short && a.tells(main):
		return crawl.KindArticle // too short for the trees
	case a.d.meta("og:type") == "profile" && kind != crawl.KindThread && kind != crawl.KindList:
		return crawl.KindProfile
	}
	return kind
}

// saysNothing reports that the main text says that there is nothing here.
func (a *analysis) saysNothing(main []bool) bool {
	for i, yes := range main {
		if yes && SaysStub(a.d.Blocks[i].Text) {
			return true
		}
	}
	return false
}

// tells reports that the main text has a sentence: a bulletin of one is short, and no stub.
func (a *analysis) tells(main []bool) bool {
	for i, yes := range main {
		if b := &a.blocks[i]; yes && b.sentences > 0 && b.words >= leastSentence && b.share < mostLinked {
			return true
		}
	}
	return false
}

// onlyLeads reports that nothing on the page is a sentence, and that what the main text has besides its title stands
// in links for the most part: the page of a tag with one entry.
func (a *analysis) onlyLeads(main []bool) bool {
	var own, linked float32
	for i := range a.blocks {
		b := &a.blocks[i]
		if b.sentences > 0 && b.share < mostLinked {
			return false
		}
		if main[i] && b.title < .5 {
			own += b.words * (1 - b.share)
			linked += b.words * b.share
		}
	}
	return linked > own
}

// tellsAtLength reports that most of what is no link stands together, and is a good part of the
// page: an article with links below it, or a few within it. A list's own words stand between its links.
func (a *analysis) tellsAtLength() bool {
	var all, own, run, most float32
	for i := range a.d.Blocks {
		b := &a.blocks[i]
		all += b.words
		if a.d.Blocks[i].Links > 0 && (b.share >= mostLinked || b.sentences == 0) {
			own += b.words * (1 - b.share)
			run = 0
			continue
		}
		if own += b.words; b.sentences > 0 { // headings and labels tell nothing
			run += b.words
			most = max(most, run)
		}
	}
	return most >= leastTold && most >= own/2 && most >= all/3
}

// smallPage is how many words the bare copies have at most, about; leastTold is how many
// words tell something at length.
const smallPage, leastTold = 400, 20

// leastStub is how few words alone make a page a stub.
const leastStub = 5

// leastLinks is how many links a page needs to be a list.
const leastLinks = 5

// leastSentence is how many words a sentence that tells something needs.
const leastSentence = 4

// fewWords is how few words leave the trees unsure of services, products and threads.
const fewWords = 100

// stubWords is how few words of main text are too little for the trees.
const stubWords = 20

// SaysStub reports a title of a page that has nothing to read: an error, a log-in.
func SaysStub(title string) bool {
	title = strings.ToLower(title)
	for _, s := range []string{"404", "not found", "just a moment", "access denied", "attention required", "forbidden", "log in", "login", "sign in", "页面不存在", "找不到", "error 4", "error 5", "页面没有找到"} {
		if strings.Contains(title, s) {
			return true
		}
	}
	return false
}
