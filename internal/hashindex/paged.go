package hashindex

// Array is an array of pages. The zero Array is empty. A pointer into it stays valid
// while it grows.
type Array[T any] struct {
	pages  []*[page]T
	n      int
	source Source // nil: pages lie in the heap
}

const page = 1 << 10

// Len is how many things there are.
func (a *Array[T]) Len() int { return a.n }

// At returns thing i.
func (a *Array[T]) At(i int32) *T { return &a.pages[i/page][i%page] }

// Add adds a thing.
func (a *Array[T]) Add(x T) {
	if a.n == len(a.pages)*page {
		a.pages = append(a.pages, a.newPage())
	}
	a.pages[a.n/page][a.n%page] = x
	a.n++
}

// Grow adds zero things until there are n.
func (a *Array[T]) Grow(n int) {
	for n > len(a.pages)*page {
		a.pages = append(a.pages, a.newPage())
	}
	a.n = max(a.n, n)
}
