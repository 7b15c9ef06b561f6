package jobedit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// MaxText is the largest file of jobs that is edited here, in bytes: a thousand jobs have less.
const MaxText = 2 << 20

// NoFile is the version of a file that is not there.
const NoFile = "none"

// State is the file of jobs as it is.
type State struct {
	Name     string    `json:"name"`
	Text     string    `json:"text"`
	Version  string    `json:"version"` // a hash of Text; [NoFile] if there is no file
	Modified time.Time `json:"modified,omitzero"`
	// Earlier are the earlier versions that are kept, the newest first, and Folder is where
	// they are: beside the file.
	Earlier []Earlier `json:"earlier"`
	Folder  string    `json:"folder"`
	// InForce is the version by which jobs are run; nil if no daemon uses the file.
	InForce *InForce `json:"in_force,omitempty"`
}

// InForce is the version of the file by which jobs are run.
type InForce struct {
	Version string    `json:"version"`
	Since   time.Time `json:"since"`
	Same    bool      `json:"same"`           // it is the one in the file
	Why     string    `json:"why,omitempty"`  // the one in the file is not used; "": it was not read yet
	Text    string    `json:"text,omitempty"` // unless Same
	Diff    string    `json:"diff,omitempty"` // from the version in force to the file, as unified diff
}

// VersionOf returns the version of a text.
func VersionOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// unified is the difference of two texts, in lines.
func unified(from, to, a, b string) string { return udiff.Unified(from, to, a, b) }

// read returns the file called name as it is, without InForce. One that is not there is empty.
func read(name string) (State, error) {
	s := State{Name: name, Version: NoFile, Earlier: []Earlier{}, Folder: filepath.Dir(target(name))}
	if abs, err := filepath.Abs(s.Folder); err == nil {
		s.Folder = abs
	}
	s.Earlier = earlier(target(name))
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	defer f.Close() //nolint:errcheck // only read
	info, err := f.Stat()
	if err != nil {
		return s, err
	}
	if !info.Mode().IsRegular() {
		return s, english.Errorf("%s is no regular file", name)
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxText+1))
	switch {
	case err != nil:
		return s, err
	case len(data) > MaxText:
		return s, fmt.Errorf("%s: %w", name, ErrTooLarge)
	case !utf8.Valid(data):
		return s, english.Errorf("%s is no UTF-8, so it cannot be edited here", name)
	}
	s.Text, s.Version, s.Modified = string(data), VersionOf(data), info.ModTime().UTC()
	return s, nil
}

// target is the file that name leads to, through links.
func target(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
