// Package secret reads secrets by reference: a setting names the environment variable
// or the file that holds a secret, never the secret itself. So files of settings may be
// shown, copied and kept under version control.
package secret

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Ref says where a secret is. The zero Ref names none.
type Ref struct {
	Env  string // an environment variable
	File string // a file that holds nothing else; white space around it does not count
}

// maxFile bounds a file; a secret is a line.
const maxFile = 4 << 10

// IsZero reports whether r names no secret.
func (r Ref) IsZero() bool { return r == Ref{} }

// String names the place.
func (r Ref) String() string {
	switch {
	case r.Env != "":
		return "the environment variable " + r.Env
	case r.File != "":
		return "the file " + r.File
	}
	return "no secret"
}

// Beside returns r with a relative file name taken from dir.
func (r Ref) Beside(dir string) Ref {
	if r.File != "" && !filepath.IsAbs(r.File) {
		r.File = filepath.Join(dir, r.File)
	}
	return r
}

// Read returns the secret. lookup looks up environment variables; nil means
// [os.LookupEnv]. The error names the place, and says nothing of what stands there.
func (r Ref) Read(lookup func(name string) (string, bool)) (string, error) {
	if lookup == nil {
		lookup = os.LookupEnv
	}
	switch {
	case r.Env != "" && r.File != "":
		return "", errors.New("secret: a variable and a file are named; one of them is needed")
	case r.Env != "":
		s, ok := lookup(r.Env)
		if s = strings.TrimSpace(s); !ok || s == "" {
			return "", english.Errorf("%v, which should hold a secret, is not set", r)
		}
		return s, nil
	case r.File != "":
		return readFile(r.File)
	}
	return "", errors.New("secret: neither a variable nor a file is named")
}

func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err // names the file
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return "", err
	}
	s := strings.TrimSpace(string(b))
	switch {
	case s == "":
		return "", english.Errorf("%s is empty; it should hold a secret", name)
	case len(b) > maxFile:
		return "", english.Errorf("%s is larger than %d bytes; it should hold a secret and nothing else", name, maxFile)
	case strings.ContainsAny(s, "\r\n\x00"):
		return "", english.Errorf("%s has several lines; it should hold a secret and nothing else", name)
	}
	return s, nil
}
