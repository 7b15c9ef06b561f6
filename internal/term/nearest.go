package term

import "github.com/ontocrawl/ontocrawl/internal/nearest"

// Nearest returns the n known names nearest to a mistyped name, the nearest first.
func Nearest(name string, known []string, n int) []string { return nearest.Names(name, known, n) }
