package redact

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Secret says where a secret is. The zero Secret names none.
type Secret struct {
	Env  string // an environment variable
	File string // a file that holds nothing else; white space around it does not count
}

// maxFile bounds a file; a secret is a line.
const maxFile = 4 << 10

// IsZero reports whether r names no secret.
func (r Secret) IsZero() bool { return r == Secret{} }

// String names the place.
func (r Secret) String() string {
	switch {
	case r.Env != "":
		return "the environment variable " + r.Env
	case r.File != "":
		return "the file " + r.File
	}
	return "no secret"
}

// Beside returns r with a relative file name taken from dir.
func (r Secret) Beside(dir string) Secret {
	if r.File != "" && !filepath.IsAbs(r.File) {
		r.File = filepath.Join(dir, r.File)
	}
	return r
}

// Read returns the secret. lookup looks up environment variables; nil means
// [os.LookupEnv]. The error names the place, and says nothing of what stands there.
func (r Secret) Read(lookup func(name string) (string, bool)) (string, error) {
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
