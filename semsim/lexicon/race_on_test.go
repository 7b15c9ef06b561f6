//go:build race

package lexicon

// racing: the race detector makes sync.Pool forget at random.
const racing = true
