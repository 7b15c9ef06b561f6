package tabu

// Turns shares the moves out between the short-term memory, which intensifies, and
// the long-term frequency memory, which diversifies. The turns are spread evenly,
// not drawn: a draw would make short searches a matter of luck.
type Turns struct {
	Share       float64 // of the moves that diversify, 0..1
	Moves       int     // made so far
	Diversified int     // those of them that diversified
}

// Due reports whether the next move should diversify.
func (t *Turns) Due() bool { return int(float64(t.Moves+1)*t.Share) > t.Diversified }

// Made counts a move.
func (t *Turns) Made(diversified bool) {
	t.Moves++
	if diversified {
		t.Diversified++
	}
}

// TakeBack takes a move that came to nothing out of the shares.
func (t *Turns) TakeBack(diversified bool) {
	t.Moves = max(0, t.Moves-1)
	if diversified {
		t.Diversified = max(0, t.Diversified-1)
	}
}
