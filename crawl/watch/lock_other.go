//go:build !unix

package watch

func holdAlive(string) (release func()) { return func() {} }

func isAlive(string) (alive, known bool) { return false, false }
