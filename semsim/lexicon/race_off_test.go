//go:build !race

package lexicon

const racing = false
