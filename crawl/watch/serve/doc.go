// Package serve shows jobs to people: one web page, in Chinese and English, light and
// dark, for keyboard and mouse, that loads nothing from other servers. Beside it, it
// serves crawl/watch/api, which the page reads.
//
//	server.go Server: listens, serves the API and the parts of the page only
//	auth.go   Auth: tokens, a reverse proxy, certificates; what an address needs
//	door.go   who comes in, in which role; limits
//	login.go  log-in, log-out, cookies
//	own.go    the token of a page that nobody gave one
//	page/     HTML, CSS, JavaScript
//
// The modules under page/:
//
//	main.js      which view is shown; the head of the page
//	words.js     the words of the page, in both languages
//	dom.js       elements made of text, never of markup
//	times.js     times and durations in words
//	api.js       questions, orders, events
//	overview.js  all jobs
//	job.js       one job: its crawl, phase, runs, concepts
//	run.js       one run and its events
//	stories.js   pages with their reasons
//	curve.js     the harvest curve
//	concepts.js  the concept graph, coloured by mentions
//	timeline.js  mentions over time
//	search.js    captured pages by their text
//	ontology.js  the ontology of a job: findings, versions; ontodiff.js how two differ
//	offers.js    what pages offer for it; ontowords.js the words of both
//	failwords.js why requests fail
//	cluster.js   a cluster of machines; clusterwords.js its words
//
// The state of the jobs comes in as an api.Source, the search in captured pages as an
// api.Search (crawl/find/library).
package serve
