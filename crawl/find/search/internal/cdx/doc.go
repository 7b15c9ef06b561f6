// Package cdx lists the pages of a host that Common Crawl has captured, by its URL index
// (index.commoncrawl.org, the CDX API of pywb). The index is a gift and serves few
// requests: one at a time, few a minute, and after refusals none until the next day.
//
//	cdx.go   the source: which crawl, which page of the index
//	lines.go reads the lines of an answer
package cdx
