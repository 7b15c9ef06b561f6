package main

import (
	"cmp"
	"slices"
	"strings"
)

// nearestNames returns the n names nearest to a mistyped one, by edits; a part
// of a name is near to it.
func nearestNames(name string, known []string, n int) []string {
	name = strings.ToLower(name)
	type near struct {
		name string
		far  int
	}
	var all []near
	for _, k := range known {
		far := editDistance([]rune(name), []rune(strings.ToLower(k)))
		if name != "" && strings.Contains(strings.ToLower(k), name) {
			far = min(far, 1)
		}
		all = append(all, near{k, far})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	var out []string
	for _, x := range all[:min(n, len(all))] {
		out = append(out, x.name)
	}
	return out
}

// editDistance is the Levenshtein distance.
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diag := row[0]
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diag, row[j+1] = row[j+1], min(diag+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
