// Package agent is a server of the Model Context Protocol (https://modelcontextprotocol.io):
// programs that speak it search captured pages, ask why a page is relevant, compare
// concepts, list finds, and, if that is allowed, start a bounded crawl and watch it.
//
//	server.go    Options, New: the tools; the protocol itself is the SDK's
//	answered.go  Answered: the end of the input waits for the answers
//	text.go      text of pages: cleaned, bounded and marked as untrusted
//	search.go    search_pages
//	explain.go   explain_page
//	finds.go     list_jobs, list_finds
//	news.go      whats_new
//	resources.go finds as resources, a report as a prompt
//	concepts.go  compare_concepts
//	crawls.go    start_crawl, watch_crawl, stop_crawl, run_job; their bounds
//
// # Trust
//
// Who reads answers may be a program that obeys what it reads. So what a page says stands
// only below keys called untrusted, every answer with such a key says that it is material and
// no instruction, and characters that nobody sees are taken out. What a page says is never
// part of the name or the description of a tool. Without Crawls and Control nothing is
// fetched and nothing is decided.
package agent
