package versions

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// ErrNoText says that the text of a version is not kept, or no longer.
var ErrNoText = errors.New("the text of this version is not kept")

func textName(dir, sum string) string { return filepath.Join(dir, rundir.OntologyDir, sum+".gz") }

// isSum reports whether a text is a sum, and so a name in the folder.
func isSum(s string) bool { return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" }

// Kept reports whether the text of a version of the run in dir is there.
func Kept(dir string, v *Version) bool {
	if !isSum(v.Text) {
		return false
	}
	_, err := os.Stat(textName(dir, v.Text))
	return err == nil
}

// Text returns the text of a version of the run in dir, [ErrNoText] if it is not kept.
func Text(dir string, v *Version) ([]byte, error) {
	if !isSum(v.Text) {
		return nil, ErrNoText
	}
	f, err := os.Open(textName(dir, v.Text))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoText
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoText, err)
	}
	text, err := io.ReadAll(io.LimitReader(z, largestText))
	if err == nil && atomicfile.Sum(text) != v.Text {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoText, err)
	}
	return text, nil
}

// keepText keeps a text and returns its sum, "" if it is too large.
func keepText(dir string, text []byte) (sum string, err error) {
	if len(text) >= largestText {
		return "", nil
	}
	sum = atomicfile.Sum(text)
	name := textName(dir, sum)
	if _, err := os.Stat(name); err == nil {
		return sum, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return "", err
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err = z.Write(text)
	if err = errors.Join(err, z.Close()); err != nil {
		return "", err
	}
	return sum, atomicfile.Write(name, b.Bytes(), atomicfile.Options{})
}

// prune deletes the oldest texts above the bounds, and texts of no version.
func prune(dir string) error {
	all, err := Read(dir)
	if err != nil {
		return err
	}
	keep, size := map[string]bool{}, int64(0)
	for i := len(all) - 1; i >= 0 && len(keep) < mostTexts; i-- {
		sum := all[i].Text
		if !isSum(sum) || keep[sum] {
			continue
		}
		info, err := os.Stat(textName(dir, sum))
		if err != nil {
			continue
		}
		if size += info.Size(); size > mostBytes && len(keep) > 0 {
			break
		}
		keep[sum] = true
	}
	names, err := os.ReadDir(filepath.Join(dir, rundir.OntologyDir))
	if err != nil {
		return err
	}
	for _, e := range names {
		if sum, ok := strings.CutSuffix(e.Name(), ".gz"); ok && isSum(sum) && !keep[sum] {
			err = errors.Join(err, os.Remove(textName(dir, sum)))
		}
	}
	return err
}
