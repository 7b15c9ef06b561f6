package reading

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the labels
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// labelled has the kinds of 596 pages of three stored webs, as people say who read them.
//
//go:embed kinds.tsv
var labelled string

// WebPage is a page of a stored web and the kind that its reader gave it.
type WebPage struct {
	File, URL, Type string
	Kind, Second    string // Second: the other kind that fits; "" if none does
	Sure            bool
	Aside           bool // of the half of the hosts by which nothing is tuned
}

// WebPages returns the pages of the stored web in dir (index.tsv and pages/) whose kinds are known, in the order of
// their files.
func WebPages(dir string) (pages []WebPage, err error) {
	index, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(labelled) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		at, ok := index[f[min(1, len(f)-1)]]
		if len(f) != 5 || f[0] != filepath.Base(dir) || !ok {
			continue
		}
		u, err := url.Parse(at[0])
		if err != nil {
			return nil, fmt.Errorf("reading: %w", err)
		}
		p := WebPage{File: f[1], URL: at[0], Type: at[1], Kind: f[2], Second: strings.TrimPrefix(f[3], "-"), Sure: f[4] == "1"}
		p.Aside = sha256.Sum256([]byte(u.Host))[0]&1 == 1
		pages = append(pages, p)
	}
	return pages, nil
}

// readIndex returns the address and the type of each file of a stored web.
func readIndex(dir string) (map[string][2]string, error) {
	f, err := os.Open(filepath.Join(dir, "index.tsv"))
	if err != nil {
		return nil, fmt.Errorf("reading: %w", err)
	}
	defer f.Close()
	index := map[string][2]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if x := strings.Split(lines.Text(), "\t"); len(x) >= 3 {
			index[x[1]] = [2]string{x[0], x[2]}
		}
	}
	return index, lines.Err()
}
