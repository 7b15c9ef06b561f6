// Package searxng asks a SearXNG, a metasearch engine that everybody can run
// (docs.searxng.org, "Search API"). Its answer names the engines that did not answer; one
// without results and with such engines is no answer.
//
//	searxng.go  the source: its settings, its request, its answer
package searxng
