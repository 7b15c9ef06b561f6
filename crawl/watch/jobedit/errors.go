package jobedit

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
)

// ErrTooLarge says that a text or a file is larger than [MaxText].
var ErrTooLarge = errors.New("larger than 2 MB; such a file of jobs is edited on its machine")

// ConflictError says that the file was changed since the version from which a save was made.
type ConflictError struct {
	State State  // the file as it is now
	Diff  string // from the file to the text that was to be saved, as unified diff
}

func (e *ConflictError) Error() string {
	return e.State.Name + " was changed by somebody else in the meantime; nothing was saved"
}

// InvalidError says that a text cannot be used as a file of jobs.
type InvalidError struct {
	Name    string
	Checked jobfile.Checked
}

func (e *InvalidError) Error() string {
	for _, f := range e.Checked.Findings {
		if !f.Warning {
			return "nothing was saved: " + f.String()
		}
	}
	return "nothing was saved: " + e.Name + " cannot be used"
}

// SaveError says that a file could not be written. It is as it was.
type SaveError struct {
	Name string
	Err  error
}

func (e *SaveError) Error() string {
	if e.Name == "" { // another process tried, and said all
		return e.Err.Error()
	}
	return e.Name + " was not changed: " + plainError(e.Err)
}
func (e *SaveError) Unwrap() error { return e.Err }

// plainError is an error of the system without the name of a file that a person never saw.
func plainError(err error) string {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	text := err.Error()
	if errors.Is(err, fs.ErrPermission) || strings.Contains(text, "read-only") {
		return "its folder cannot be written to (" + text + ")"
	}
	return text
}
