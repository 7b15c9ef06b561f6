// Package serve shows a daemon to people: one page, in Chinese and English, light
// and dark, for the keyboard as for the mouse, that needs nothing from anywhere
// else. What it shows it asks of crawl/monitor/api, which it serves beside it.
//
//	server.go  Server: listens, serves page and API
//	door.go    who may come in: names, tokens, certificates
//	login.go   the token as a cookie; how often it may be guessed
//	assets.go  the page's own parts and the policy that lets nothing else run
//	search.go  Library: an index of captured pages, made when it is asked for
//	query.go   how it is asked, and the piece of text around what was found
//	page/      the parts: HTML, CSS, JavaScript
//
// The parts under page/ are modules of a browser:
//
//	main.js      which view is shown; the head of the page
//	words.js     what the page says, in both languages
//	dom.js       elements made of text, never of markup
//	times.js     times and durations in words
//	api.js       questions, orders, events
//	daemon.js      the daemon at a glance
//	job.js       one job: its crawl, phase, runs, concepts
//	run.js       one run and what it found
//	stories.js   pages with their reasons
//	curve.js     the harvest curve
//	concepts.js  the concept graph, coloured by mentions
//	timeline.js  mentions over time
//	search.js    captured pages by their text
//
// What there is to tell is left to an api.Source, which cmd makes of a daemon or of
// a run folder.
package serve
