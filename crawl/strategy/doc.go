// Package strategy chooses which known link of a crawl is fetched next. Every
// strategy is a [crawl.Strategy] and passes strategytest.Test.
//
//	breadthfirst.go    BreadthFirst: in the order found; the baseline
//	bestfirst.go       BestFirst: the largest comprehensive priority (eq 8); the papers' OPS
//	onits.go           OnITS: the printed loop of On-ITS, turned inside out
//	onits_moves.go     OnITS: its steps
//	onits_state.go     OnITS: its checkpoint
//	annealing.go       Annealing: simulated annealing over the frontier, with or without memory of hosts
//	tunnel.go          Tunnel: a threshold that moves, and links below it that survive (Li 2002)
//	tabu.go            Tabu: learned worth, tabu memory, host balance; the default
//	tabu_state.go      Tabu: its checkpoint
//	methods.go         all of them by name
//	sources.go         Sources: sitemaps and feeds for any of them
//	sources_state.go   Sources: its checkpoint
//	fence.go           Fence: keeps any of them out of traps
//	around.go          checkpoints of strategies around others
//	ranked.go          what BestFirst and Tabu share: a frontier in the order of a linkrank.Ranker
//	refresh.go         Refresh: goes back to what is recorded; refresh_state.go its checkpoint
//	revise.go          Revise: waiting links scored anew after the topic was changed
//	frontier.go        what all share: every URL once, in order, host by host
//	frontier_state.go  its checkpoint
//	heap.go            the ordered index the frontier is made of
//	params.go          Params, with the paper's values
//
// What a link is worth is left to crawl/linkrank, the rules of tabu search to
// tabu, the loop around it all to crawl/engine.
package strategy
