// Package render reads pages as a browser shows them, for sites that build their text
// and links by script.
//
//	render.go    Fetcher: which pages are rendered, and what becomes of the answer
//	browser.go   one Chromium for all pages; it is restarted when it dies
//	tab.go       one page: load it, wait until it is quiet, take its document
//	guard.go     which requests of a page are answered, and by whom
//	cache.go     scripts that many pages share
//
// # The browser has no network
//
// Every request of a page is stopped before it leaves the browser. Our own client
// answers it, by the same rules as without a browser: robots.txt, the delay of the
// host, public addresses only, limits of time and size. The client also fetched the
// page itself. Everything that would avoid this (web sockets, service workers, WebRTC,
// prefetches) meets a proxy that refuses everything and a resolver that knows no name.
//
// Only GET requests for scripts, and for data that scripts ask for, are answered. With
// Spec.LearnFrom a new run begins with the memory of an earlier one. Images, fonts,
// frames, downloads, pop-ups and navigation away from the page are refused, dialogs are
// dismissed. Every page has its own profile, without cookies or storage of another
// page.
//
// A page that cannot be rendered is read as it was sent. An archive always keeps what
// was sent.
package render
