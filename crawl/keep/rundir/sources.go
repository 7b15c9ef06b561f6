package rundir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// What a run was made of lies in its folder, so that it can be moved.
const (
	SourcesDir  = "ontology/run"         // copies of its ontology, its samples
	GivenTaught = "ontology/taught.json" // the correction that it was given
)

// CopySources copies what a run was made of from its folder to another run folder, which has none.
func CopySources(from, to string) error {
	own := filepath.FromSlash(SourcesDir)
	if err := os.CopyFS(filepath.Join(to, own), os.DirFS(filepath.Join(from, own))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	own = filepath.FromSlash(GivenTaught)
	text, err := os.ReadFile(filepath.Join(from, own))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Join(to, own)), 0o700); err != nil {
		return err
	}
	return atomicfile.Keep(filepath.Join(to, own), text, atomicfile.Options{})
}
