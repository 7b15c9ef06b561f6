//go:build !unix

package program

// keepPrivate does nothing: files have no modes here.
func keepPrivate() {}
