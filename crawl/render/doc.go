// Package render reads pages as a browser shows them, for sites that build their
// text and links in script.
//
//	render.go    Fetcher: which pages are rendered, and what becomes of the answer
//	browser.go   one Chromium for all pages; it starts anew when it dies
//	tab.go       one page: load it, wait until it is quiet, take its document
//	guard.go     what a page may ask for, and who asks
//	cache.go     scripts that many pages share
//
// # The browser asks nobody
//
// Chromium has no network here. Every request of a page is stopped before it
// leaves the browser and answered by our own client, which obeys robots.txt, waits
// for the host's turn, connects to public addresses only and bounds time and size:
// the same guards as without a browser, because it is the same client. The page
// itself was fetched by it before the browser heard of it. What would go past
// that (web sockets, service workers, WebRTC, prefetches) meets a proxy that
// refuses everything and a resolver that knows no name.
//
// Only GET is asked, only for scripts and for data that scripts ask for; styles
// are empty, images, fonts, frames, downloads, pop-ups and navigation away from
// the page are refused, dialogs are dismissed. Every page has a profile of its
// own, without cookies or storage of another.
//
// A page that cannot be rendered is read as it was sent. What an archive keeps is
// always what was sent.
package render
