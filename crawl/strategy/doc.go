// Package strategy chooses which known link of a crawl is fetched next. Every
// strategy is a [crawl.Strategy] and passes strategytest.Test.
//
//	breadthfirst.go    BreadthFirst: in the order found; the baseline
//	frontier.go        what all share: every URL once, in order, host by host
//	frontier_state.go  its checkpoint
//	heap.go            the ordered index the frontier is made of
//
// What a link is worth is left to crawl/linkrank, the rules of tabu search to
// tabu, the loop around it all to crawl/engine.
package strategy
