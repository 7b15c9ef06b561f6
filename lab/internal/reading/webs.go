package reading

import (
	"bufio"
	"crypto/sha256"
	_ "embed" // the labels
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// labelled has the kinds of 596 pages of three stored webs, as people say who read them.
//
//go:embed kinds.tsv
var labelled string

// webPage is a page of a stored web and the kind that its reader gave it.
type webPage struct {
	File, URL, Type string
	Kind, Second    string // Second: the other kind that fits; "" if none does
	Sure            bool
	Aside           bool // of the half of the hosts, or of the pages of one host, by which nothing is tuned
	oneHost         bool // the web is one host
	host, path      string
}

// webPages returns the pages of the stored web in dir (index.tsv and pages/) whose kinds are known, in the order of
// their files.
func webPages(dir string) (pages []webPage, err error) {
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
		p := webPage{File: f[1], URL: at[0], Type: at[1], Kind: f[2], Second: strings.TrimPrefix(f[3], "-"), Sure: f[4] == "1", host: u.Host, path: u.Path}
		pages = append(pages, p)
	}
	halve(pages)
	return pages, nil
}

// halve puts half of the hosts aside, or half of the pages of one host.
func halve(pages []webPage) {
	one := !slices.ContainsFunc(pages, func(p webPage) bool { return p.host != pages[0].host })
	for i := range pages {
		p := &pages[i]
		half := p.host
		if p.oneHost = one; one {
			half += p.path
		}
		p.Aside = sha256.Sum256([]byte(half))[0]&1 == 1
	}
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

// fromWeb is the Set of pages of stored webs: their kind is known, and nothing else.
const fromWeb = "web"

const (
	mostOfHost    = 6  // pages of a host that are learned from, unless the web is one host
	oneHostWeight = .2 // of a page of such a web, in the forests of kinds
)

// loadWeb reads the pages of a stored web that are learned from: of the half that is not aside, those whose kind is one of
// the model's.
func loadWeb(dir string) (pages []*Page, err error) {
	list, err := webPages(dir)
	if err != nil {
		return nil, err
	}
	of := map[string]int{}
	for _, x := range list {
		_, known := kinds[x.Kind]
		if x.Aside || !known || !x.oneHost && of[x.host] >= mostOfHost {
			continue
		}
		of[x.host]++
		p := &Page{Truth: Truth{Set: fromWeb, File: x.File, URL: x.URL, Type: x.Type, Kind: x.Kind}, oneHost: x.oneHost, kind: -1}
		p.read(dir)
		pages = append(pages, p)
	}
	return pages, nil
}
