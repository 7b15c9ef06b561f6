// Package eventgraph joins what pages say about events into a graph: events with their places,
// times, figures and warnings, each statement with the sentence and page that makes it. It writes
// the graph as TriG or N-Quads.
//
//	page.go       Page: what the graph is made from
//	run.go        AddRun: the pages of a run folder
//	builder.go    Builder: pages in, statements out
//	statement.go  Statement and Evidence; what a sentence says about its events
//	lead.go       the event of a page, by its title and first sentences, and what belongs to it
//	leadwhere.go  the day and the place of what a lead tells
//	compound.go   words for events that say of what kind another thing is
//	civil.go      days as a text says them, with or without a year
//	anchor.go     which storm a mention means, and the season of its name
//	join.go       mentions joined into events: storms by key, others by day and place
//	follow.go     pages that go on telling of a known event
//	hazard.go     events without a name: kind, day and place; when two are one
//	telling.go    Telling: what one page, read alone, tells
//	doubt.go      times that cannot be meant, figures that differ
//	vocab.go      the names of the vocabulary
//	node.go       writes nodes as TriG or N-Quads
//	geojson.go    the events as features of a map
//	cap.go        the events as a draft of an alert
//	graph.go      Write: the graph, node by node
//	placetime.go  its places and times
//	sameas.go     a user's table of the same things elsewhere
//	summary.go    Summary: what the graph holds
//	card.go       Cards: events as a person reads them
//	kept.go       Cards on disk: what lists need first, the rest on demand
//	keeper.go     Keeper: the graph of a run folder, kept up to date
//	saved.go      what each page said, on disk
//	earlier.go    what pages said before they changed or vanished, on disk
//	decision.go   Decision: what people decided about events and facts, on disk
//	duty.go       who has seen an event and works on it
//	decide.go     Decide: it wins over what pages say
//	heard.go      since when a page says what it says
//	chain.go      Chain: how a figure went on
//	cache.go      Cache: the kept graphs of several folders, for a server
//
// docs/events.md has the table of the vocabulary and says how IRIs are made.
//
// Nothing is decided between sources. Figures that differ stand side by side, each with its
// page, and a [vocab] Contradiction names them.
package eventgraph
