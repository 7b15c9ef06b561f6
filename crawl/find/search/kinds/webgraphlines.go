package kinds

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// files names the files of a graph.
type files struct{ vertices, edges []string }

// findFiles finds the files of a graph in a folder.
func findFiles(dir string) (files, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return files{}, err
	}
	var f files
	for _, e := range entries {
		name := e.Name()
		switch plain := strings.TrimSuffix(name, ".gz"); {
		case e.IsDir() || !strings.HasSuffix(plain, ".txt"):
		case strings.Contains(plain, "vertices"):
			f.vertices = append(f.vertices, filepath.Join(dir, name))
		case strings.Contains(plain, "edges"):
			f.edges = append(f.edges, filepath.Join(dir, name))
		}
	}
	if len(f.vertices) == 0 || len(f.edges) == 0 {
		return files{}, errNoFiles
	}
	slices.Sort(f.vertices)
	slices.Sort(f.edges)
	return f, nil
}

const (
	lineBuffer = 1 << 20
	checkEvery = 1 << 16 // lines between two looks at the context
)

// eachLine calls use for each line of the files. A file that is cut off or damaged counts
// up to there; it is among the faults.
func eachLine(ctx context.Context, names []string, use func(line []byte)) (faults []string, err error) {
	for _, name := range names {
		fault, err := oneFile(ctx, name, use)
		if err != nil {
			return nil, err
		}
		if fault != nil {
			faults = append(faults, fmt.Sprintf("%s is damaged or cut off: %v", filepath.Base(name), fault)) // not translated: kept with the answer
		}
	}
	return faults, nil
}

func oneFile(ctx context.Context, name string, use func(line []byte)) (fault, err error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	raw := bufio.NewReaderSize(file, lineBuffer)
	var r io.Reader = raw
	if head, _ := raw.Peek(2); bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(raw)
		if err != nil {
			return err, nil
		}
		r = z
	}
	b := bufio.NewReaderSize(r, lineBuffer)
	for n := 0; ; n++ {
		if n%checkEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		line, err := b.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull): // no line of a graph is that long
			if err := skipLine(b); err != nil {
				return ended(err), nil
			}
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return err, nil // the rest of a line may be half a number
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) > 0 {
			use(line)
		}
		if err != nil {
			return nil, nil
		}
	}
}

// skipLine reads up to the end of a line.
func skipLine(b *bufio.Reader) error {
	for {
		if _, err := b.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// ended is nil for the end of a file.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// vertex reads "id TAB name", whatever follows.
func vertex(line []byte) (id uint32, name []byte, ok bool) {
	number, rest, ok := bytes.Cut(line, []byte("\t"))
	if !ok {
		return 0, nil, false
	}
	name, _, _ = bytes.Cut(rest, []byte("\t"))
	id, ok = parseID(number)
	return id, name, ok && len(name) > 0
}

// edge reads "from TAB to".
func edge(line []byte) (from, to uint32, ok bool) {
	a, b, ok := bytes.Cut(line, []byte("\t"))
	if !ok {
		return 0, 0, false
	}
	from, ok1 := parseID(a)
	to, ok2 := parseID(b)
	return from, to, ok1 && ok2
}

func parseID(b []byte) (uint32, bool) {
	if len(b) == 0 || len(b) > 10 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(b), 10, 32)
	return uint32(n), err == nil
}
