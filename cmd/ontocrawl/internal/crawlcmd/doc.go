// Package crawlcmd holds the commands about crawls and their run folders.
//
//	crawl.go     crawl; sitemaps.go its flags --sitemap and --feed, parts.go whether
//	             it is divided; methods.go methods
//	run.go       a session that is shown while it runs, and how it is resumed
//	discover.go  discover
//	status.go    status; health.go health
//	node.go      node; cluster.go cluster merge
//	clusterplan.go  cluster plan
//	clusterrun.go  crawl --cluster and the orders to a cluster; clustershow.go how it
//	             stands; clusterpage.go a cluster on a page
//	verify.go    verify; repair.go repair; backup.go backup, restore; upgrade.go upgrade
//	export.go    export
//	exportmarkdown.go  export as a folder of Markdown
//	rescore.go   rescore; secondopinions.go its --with-endpoint
//	both.go      two ontologies beside each other, for ontology diff --run
//	score.go     score; try.go try
//	read.go      read; readshow.go how a page that was read is shown
//	links.go     links
//	coverage.go  coverage
//	event.go      event: which events and facts are so, as people decide
//	graph.go     graph
//	mark.go      mark; markask.go its --ask
//	teach.go     teach
//	calibrate.go calibrate; calibration.go one call of it
//	demo.go      demo; demoserve.go demo --listen
//	config.go    config
//	readpdf.go   read-pdf, which a crawl runs in a process of its own
//	folder.go    run folders that commands read
//	runpages.go  the pages of a run, as commands read them
//	offers.go    a run whose pages offer names for an ontology
//	demoweb.go   the demo's synthetic web on loopback, the crawls of it and the comparison with the truth
//	display.go   shows a running session on a terminal or in the log, in status.json and as metrics
package crawlcmd
