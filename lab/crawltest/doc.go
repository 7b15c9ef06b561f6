// Package crawltest makes a synthetic bilingual web for demonstrations and
// tests: some thousand pages on fifty hosts, about one in fifteen of them about
// typhoons, served by real HTTP on loopback. The seed determines every page;
// pages are written when requested.
//
// The web has the difficulties of topic crawling: topic clusters in English,
// simplified and traditional Chinese, hubs, islands behind tunnels of one to
// three pages on other subjects, stories of the topic scattered over ordinary
// hosts, near-topic decoys (storms of the bond market, 平台风险, a cocktail, a
// fruit), menus and related-links boxes that name the topic on every page of a
// host, exact and near duplicates, dead links, redirects, GBK and Big5 pages,
// paths forbidden by robots.txt and a calendar without end. Most links to an
// article have its title as text, some a few words of it, some only "more".
//
// A crawl can be evaluated, since the web knows the truth of every page
// ([Web.Truth]).
//
//	text.go     the sentences of text/*.txt and how they are filled
//	hosts.go    the host table of text/hosts.txt
//	plan.go     the pages, their places, and the paths to the islands
//	path.go     the forms of URLs
//	page.go     the parts of a page and its HTML
//	links.go    the links of a page, and their words
//	calendar.go the calendar without end
//	web.go      Web, questions about it, and its answers without HTTP
//	http.go     the HTTP side: handler, listener, request log
//	store.go    the web as a folder; a farm of spam pages, for search engines
//	portal.go   another web: one large site with a hundred links on every page
package crawltest
