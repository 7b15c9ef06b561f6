// Command opencc makes the table of traditional characters of package lexicon from OpenCC's list
// TSCharacters.txt (https://github.com/BYVoid/OpenCC, data/dictionary; Apache-2.0):
//
//	go run ./semsim/lexicon/internal/opencc TSCharacters.txt > semsim/lexicon/opencc.txt
package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, w io.Writer) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: opencc TSCharacters.txt")
	}
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer f.Close()
	pairs, err := read(f)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return write(w, pairs)
}

// pair is a traditional character and its simplified one.
type pair struct{ from, to rune }

// read returns the pairs of a list whose lines are a traditional character, a tab, and its simplified ones
// between blanks. It leaves out a character that simplified text may keep, for it depends on the word which
// is meant (藉, 乾), and what lies outside of the basic plane, where no text for people writes it.
func read(r io.Reader) (pairs []pair, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		from, to, ok := strings.Cut(line, "\t")
		all := strings.Fields(to)
		if !ok || utf8.RuneCountInString(from) != 1 || len(all) == 0 || utf8.RuneCountInString(all[0]) != 1 {
			return nil, fmt.Errorf("line %d is no pair of characters: %.40q", n, line) // not translated: for who makes the table
		}
		p := pair{first(from), first(all[0])}
		if !slices.Contains(all, from) && p.from < 1<<16 && p.to < 1<<16 {
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(a.from, b.from) })
	return pairs, lines.Err()
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func write(w io.Writer, pairs []pair) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "# Made by internal/opencc from OpenCC's TSCharacters.txt, Apache-2.0.") //nolint:errcheck // not translated: a comment of the table; Flush says it
	for i, p := range pairs {
		end := " "
		if i%24 == 23 || i == len(pairs)-1 {
			end = "\n"
		}
		fmt.Fprintf(b, "%c%c%s", p.from, p.to, end) //nolint:errcheck // Flush says it
	}
	return b.Flush()
}
