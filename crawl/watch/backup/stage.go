package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/session/runcheck"
	"github.com/ontocrawl/ontocrawl/crawl/watch/store"
	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// stage copies the folder from to the folder to. What refers to something else is copied before that: the store of jobs,
// then each journal, then the archives; and what is derived from a journal before it.
func stage(from, to string, in runcheck.Place) error {
	if in == runcheck.Run {
		return stageRun(from, to)
	}
	name := filepath.Base(store.Dir(from))
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(from, name)); err == nil {
		if err := state.CopyLive(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	for _, run := range runcheck.Jobs.Runs(from) {
		if err := stageRun(run, filepath.Join(to, "jobs", filepath.Base(run))); err != nil {
			return err
		}
	}
	return copyFiles(from, to, func(name string) bool { return !under(name, filepath.Base(store.Dir(from)), "jobs") })
}

func stageRun(from, to string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	if err := copyFiles(from, to, func(name string) bool { return !under(name, rundir.StateDir, rundir.WARCDir) }); err != nil {
		return err
	}
	if err := state.CopyLive(filepath.Join(from, rundir.StateDir), filepath.Join(to, rundir.StateDir)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return copyFiles(from, to, func(name string) bool { return under(name, rundir.WARCDir) })
}

// under reports whether a file lies in one of the folders.
func under(name string, folders ...string) bool {
	first, _, deeper := strings.Cut(name, "/")
	for _, f := range folders {
		if deeper && first == f {
			return true
		}
	}
	return false
}

// left reports whether a file is of a process, or can be made again at any time.
func left(name string) bool {
	base := filepath.Base(name)
	switch base {
	case "run.lock", "deliver.lock", "daemon.sock", "page-token", rundir.StatusFile: // the last names a process and its command
		return true
	}
	return atomicfile.IsTemp(base) || under(name, "search", "store.new")
}

// copyFiles copies the files whose names, with /, are wanted. Copies of kept files follow the files: they are ahead at most.
func copyFiles(from, to string, want func(name string) bool) error {
	var copies []string
	err := fs.WalkDir(os.DirFS(from), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && name != ".":
			return nil
		case err != nil:
			return err
		case !e.Type().IsRegular() || left(name) || !want(name):
			return nil
		case strings.HasPrefix(e.Name(), ".") && strings.HasSuffix(e.Name(), ".copy"):
			copies = append(copies, name)
			return nil
		}
		return copyFile(from, to, name)
	})
	for _, name := range copies {
		err = errors.Join(err, copyFile(from, to, name))
	}
	return err
}

// copyFile copies a file, or nothing if it is gone.
func copyFile(from, to, name string) error {
	target := filepath.Join(to, filepath.FromSlash(name))
	in, err := os.Open(filepath.Join(from, filepath.FromSlash(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // only read
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return err
	}
	return writeSparse(nil, target, in)
}
