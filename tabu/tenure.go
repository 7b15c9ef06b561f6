package tabu

import "math/rand/v2"

// Tenure says for how many steps the attributes of a move are forbidden.
type Tenure func(rng *rand.Rand) int

// Fixed forbids for n steps.
func Fixed(n int) Tenure { return func(*rand.Rand) int { return n } }

// Uniform forbids for a number of steps drawn from lo..hi, both included:
// robust tabu search (Taillard 1991), which does not fall into cycles whose
// length happens to fit a fixed tenure.
func Uniform(lo, hi int) Tenure {
	lo, hi = min(lo, hi), max(lo, hi)
	return func(rng *rand.Rand) int { return lo + rng.IntN(hi-lo+1) }
}
