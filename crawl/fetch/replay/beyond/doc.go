// Package beyond answers for the hosts that a stored web does not have, about as the
// live web would.
//
//	answer.go   Answer: what a host says, by hashes of its name and of the URL
//	page.go     Page: the HTML of a made page
//	words.go    the words of made pages
//	fetcher.go  Web: a Fetcher of a stored web and of what lies outside of it
//
// In a stored web every URL that is not stored is dead, so a crawler pays nothing for
// following links out. On the live web they answer, cost a request each, and lead on.
// A made page is off topic: it holds neutral words, the navigation of its host, and
// links to further pages of its host only. The same URL has the same answer always.
// It is a model: no made page is on topic.
package beyond
