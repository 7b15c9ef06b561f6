// Package mediawiki asks a MediaWiki, such as Wikipedia, which of its articles link to a
// host (list=exturlusage), and what else those articles link to (prop=extlinks). An article
// with its sources is a hub: it links to the pages of a topic.
//
//	mediawiki.go  the source: its settings, its operators
//	request.go    a request and its continuation
package mediawiki
