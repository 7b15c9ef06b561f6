// Package webgraph asks Common Crawl's graph of domains (commoncrawl.org/web-graphs), from
// files on this machine: which domains link to a domain, and which are linked to by the
// same ones. The files have some 10^8 domains and some 10^9 links. A question reads the
// links from end to end once, and the names twice; what it keeps in memory is about the
// domains asked for. Questions that come while files are read are answered together by the
// next reading, and Prepare asks for many domains at once.
//
//	webgraph.go  the source: questions, joined
//	scan.go      one reading of the files
//	lines.go     files, unpacked, line by line
//	names.go     domains as the files write them
package webgraph
