// Package crawltest makes a synthetic bilingual web for demonstrations and
// tests: some thousand pages on fifty hosts, about one in fifteen of them about
// typhoons, served by real HTTP on loopback. Every page follows from the seed
// and is written when it is asked for.
//
// The web has what makes topic crawling hard on real ones: topic clusters in
// English, simplified and traditional Chinese, hubs, islands that are reached
// only through one to three pages on other subjects, stories of the topic
// scattered over ordinary hosts, near-topic decoys (storms of the bond market,
// 平台风险, a cocktail, a fruit), menus and related-links boxes that name the
// topic on every page of a host, exact and near duplicates, dead links,
// redirects, GBK and Big5 pages, paths forbidden by robots.txt and a calendar
// without end. The evidence of the topic stands where it does elsewhere: most
// links to an article bear its title, some a few words of it, some only "more".
//
// How well a crawl did can be judged, since the web knows the truth of every
// page ([Web.Truth]).
//
//	text.go    the sentences of text/*.txt and how they are filled
//	hosts.go   the host table of text/hosts.txt
//	plan.go    which pages there are and where
//	path.go    how URLs look
//	tunnel.go  the ways to the islands
//	page.go    the parts of a page and its HTML
//	links.go   what a page links to, and with which words
//	calendar.go  the calendar without end
//	web.go     the questions a test asks
//	http.go    the HTTP side: handler, listener, request log
//	fetch.go   the same without HTTP
//	portal.go  another web: one large site with a hundred links on every page
package crawltest
