// Package sitesearch asks a site's own search for the words of a topic: it makes links
// ([crawl.LinkSearch]) of the ways to search that a page offers ([crawl.Page].Searches).
//
//	sitesearch.go  Fill: the address that asks for words
//	reader.go      Reader: a crawl.Reader that adds such links to the pages of another
//
// Package crawl/read/page finds the forms of a page, crawl/read/source reads OpenSearch
// descriptions, and crawl/choose/strategy decides which search is asked, and when.
package sitesearch
