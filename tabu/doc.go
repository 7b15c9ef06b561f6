// Package tabu is tabu search (Glover 1989, 1990; Glover and Laguna 1997)
// without a problem: it knows what is forbidden, for how long, and what may
// be done all the same. The caller brings the moves and their values.
//
//	list.go       List: attributes that are forbidden, and until when
//	tenure.go     Tenure: for how long
//	aspiration.go Aspiration: which forbidden moves are allowed all the same
//	frequency.go  Frequency: the long-term memory of what was done how often
//	selector.go   Selector: chooses among valued moves and is told the outcome
//	state.go      State: all of it, to be stored and gone on from
//
// Nothing here does I/O, reads a clock or starts a goroutine; all chance
// comes from a seed. The neighbourhood, the value of a move, the stopping rule
// and the best solution so far are left to the caller.
package tabu
