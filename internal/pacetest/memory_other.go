//go:build !linux

package pacetest

func roomy(string) bool { return false }
