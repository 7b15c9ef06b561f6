//go:build race

package page

// racing: the race detector has memory of its own.
const racing = true
