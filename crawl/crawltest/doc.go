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
// \ttext.go     the sentences of text/*.txt and how they are filled
// \thosts.go    the host table of text/hosts.txt
// \tplan.go     the pages and their places
// \tpath.go     the forms of URLs
// \ttunnel.go   the paths to the islands
// \tpage.go     the parts of a page and its HTML
// \tlinks.go    the links of a page, and their words
// \tcalendar.go the calendar without end
// \tweb.go      Web, and questions about it
// \thttp.go     the HTTP side: handler, listener, request log
// \tfetch.go    the same without HTTP
// \tportal.go   another web: one large site with a hundred links on every page
package crawltest
