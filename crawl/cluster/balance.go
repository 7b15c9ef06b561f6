package cluster

// Balance shares the choices of all parts out between the best link and the least visited
// host, as one strategy does (tabu.Turns): with few hosts, parts that balance each by
// itself would visit some hosts far too often. The turns are spread evenly. The zero
// Balance balances nothing.
type Balance struct {
	Share    float64 // of the choices that go to the least visited host, 0..1
	made     int     // choices
	balanced int     // of choices, the ones that balanced
}

// Due reports whether the next choice should balance.
func (b *Balance) Due() bool { return int(float64(b.made+1)*b.Share) > b.balanced }

// Made counts a choice.
func (b *Balance) Made(balanced bool) {
	b.made++
	if balanced {
		b.balanced++
	}
}

// Add counts choices that were made elsewhere, less those that came to nothing.
func (b *Balance) Add(made, balanced int) {
	b.made, b.balanced = max(0, b.made+made), max(0, b.balanced+balanced)
}

// TakeBack takes a choice out that came to nothing.
func (b *Balance) TakeBack(balanced bool) {
	b.made = max(0, b.made-1)
	if balanced {
		b.balanced = max(0, b.balanced-1)
	}
}
