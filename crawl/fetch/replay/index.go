package replay

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/fetch/urlkey"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

const maxLine = 1 << 20

func (w *Web) readIndex(name string) error {
	err := eachLine(name, w.addEntry)
	if errors.Is(err, fs.ErrNotExist) {
		return english.Errorf("replay: no stored web, which has an index.tsv and a folder pages: %w", err)
	}
	return err
}

// readAliases reads the hosts that redirect, if there are any.
func (w *Web) readAliases(name string) error {
	err := eachLine(name, func(_ int, line string) error {
		f := strings.Fields(line)
		if len(f) != 2 {
			return english.Errorf("%d fields, want two host names", len(f))
		}
		from, err := hostName(f[0])
		if err != nil {
			return err
		}
		to, err := hostName(f[1])
		if err != nil {
			return err
		}
		w.aliases[from] = to
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// readPartial reads the hosts that are not stored whole, if there are any.
func (w *Web) readPartial(name string) error {
	err := eachLine(name, func(_ int, line string) error {
		host, err := hostName(strings.TrimSpace(line))
		if err == nil && !w.hosts[host] {
			err = english.Errorf("the index has no page of %.80q", host)
		}
		if err != nil {
			return err
		}
		w.partial[host] = true
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func hostName(s string) (string, error) {
	key, err := urlkey.Canonical("http://" + s + "/")
	if err != nil || key[len(key)-1] != '/' || strings.Count(key, "/") != 3 {
		return "", english.Errorf("%.80q is no host name", s)
	}
	return urlkey.Host(key), nil
}

// addEntry reads one line of the index. Of two lines for one page the later
// counts.
func (w *Web) addEntry(n int, line string) error {
	f := strings.Split(line, "\t")
	if len(f) != 3 && len(f) != 4 {
		return english.Errorf("%d fields, want url, file, content-type and labels, parted by tabs", len(f))
	}
	key, err := urlkey.Canonical(f[0])
	if err != nil {
		return err
	}
	if f[1] == "" || !filepath.IsLocal(filepath.FromSlash(f[1])) {
		return english.Errorf("file %.80q is not inside of pages/", f[1])
	}
	e := entry{key: key, file: filepath.FromSlash(f[1]), contentType: f[2], line: n}
	if len(f) == 4 && f[3] != "" {
		e.labels = strings.Split(f[3], ",")
	}
	if _, ok := w.entries[key]; !ok {
		w.keys = append(w.keys, key)
		w.hosts[urlkey.Host(key)] = true
	}
	w.entries[key] = e
	return nil
}

// eachLine calls f with the number and text of every line that is not empty.
// The first error of f is returned, with file and line and the number of lines
// at fault.
func eachLine(name string, f func(n int, line string) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	s := bufio.NewScanner(file)
	s.Buffer(nil, maxLine)
	var first error
	n, faults := 0, 0
	for s.Scan() {
		n++
		line := strings.TrimSuffix(s.Text(), "\r")
		if n == 1 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if line == "" {
			continue
		}
		if err := f(n, line); err != nil {
			faults++
			if first == nil {
				first = fmt.Errorf("%s:%d: %w", name, n, err)
			}
		}
	}
	if err := s.Err(); err != nil {
		return fmt.Errorf("replay: %s:%d: %w", name, n+1, err)
	}
	switch faults {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("replay: %w", first)
	}
	return english.Errorf("replay: %w (and %d more lines are at fault)", first, faults-1)
}
