package page

import (
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/read/maintext"
)

// linkedAuthor is the text of the first link of an article that leads to its author, by its rel
// (HTML 4.6.7.2, "author") or by its address; of a thread, to a member of the site: who wrote the
// first post.
func (b *builder) linkedAuthor() string {
	switch b.page.About.Kind {
	case crawl.KindArticle:
		return b.linkedName(func(l *linkDraft) bool {
			return l.author || strings.Contains(l.href, "/author/") || strings.Contains(l.href, "/authors/")
		})
	case crawl.KindThread:
		return b.linkedName(func(l *linkDraft) bool { return leadsToMember(l.href) })
	}
	return ""
}

// linkedName is the text of the first such link that may be a name.
func (b *builder) linkedName(is func(*linkDraft) bool) string {
	for i := range b.links {
		l := &b.links[i]
		if l.start < 0 || l.end < l.start+2 || l.region == crawl.RegionNav || l.region == crawl.RegionFooter || !is(l) {
			continue
		}
		if b.blocks[min(l.block, len(b.blocks)-1)].alt >= l.end-l.start || strings.Contains(l.href, "#") { // a picture, or a place on a page
			continue
		}
		if s := strings.TrimSpace(string(b.text[l.start:l.end])); maintext.IsName(s, b.page.About.Site) {
			return s
		}
	}
	return ""
}

// leadsToMember reports the addresses that forums give the pages of their members.
func leadsToMember(href string) bool {
	return slices.ContainsFunc([]string{"/user/", "/users/", "/u/", "/member", "/profile", "mode=viewprofile", "user?id=", "action=profile", "/~", "/user-", "/@"}, func(s string) bool { return strings.Contains(href, s) })
}
