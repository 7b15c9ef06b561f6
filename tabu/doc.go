// Package tabu is tabu search (Glover 1989, 1990; Glover and Laguna 1997)
// without a problem: it knows what is forbidden, for how long, and what may
// be done all the same. The caller brings the moves and their values.
//
//	list.go      List: attributes that are forbidden, and until when; Tenure: for how long
//	selector.go  Selector: chooses from a candidate list and is told what was made; Turns, Aspiration
//	moves.go     Moves: a candidate list for small neighbourhoods
//	state.go     State: the memory of a Selector, to be stored and resumed
//
// The crawler's default strategy (crawl/choose/strategy, Tabu) runs all of it except
// Moves: its candidate list is the frontier of the crawl in the order of learned
// link scores, its attributes are URL patterns and places of a page, its frequency
// memory is the number of choices of each host, which the frontier counts, and its
// Turns go to the least visited host. The caller keeps the candidate list and the
// frequency memory, because only the caller can keep a million moves in order.
//
// Nothing here does I/O, reads a clock or starts a goroutine; all chance
// comes from a seed. The neighbourhood, the value of a move, the stopping rule
// and the best solution so far are left to the caller.
package tabu
