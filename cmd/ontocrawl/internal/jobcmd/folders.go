package jobcmd

import (
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/watch/jobfile"
	"github.com/ontocrawl/ontocrawl/crawl/watch/scheduler"
)

// Folder returns the run folder of the job called name in a file of jobs; "" is the usual one. What is wrong with the file
// does not matter.
func (e *Deps) Folder(file, name string) (string, error) {
	f, _, err := jobfile.Salvage(JobsFile(e.App, file), e.JobOptions())
	if err != nil {
		return "", cli.Usage(err)
	}
	if _, err = f.Job(name); err != nil {
		return "", cli.Usage(err)
	}
	return scheduler.Dir(f.Folder, name), nil
}

// Folders returns the run folders of the jobs that have a run. name is a file of jobs, the folder in
// which one (jobs.yaml) stands, or the folder of a daemon. What is wrong with the file does not matter.
func (e *Deps) Folders(name string) ([]string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, cli.Usage(err)
	}
	if n := len(rundir.Parts(name)); n > 0 {
		return nil, cli.Usage(&rundir.PartsError{Dir: name, Parts: n})
	}
	folder := name
	if beside := filepath.Join(name, "jobs.yaml"); info.IsDir() && exists(beside) {
		name, info = beside, nil
	}
	if info == nil || !info.IsDir() {
		f, _, err := jobfile.Salvage(name, e.JobOptions())
		if err != nil {
			return nil, cli.Usage(err)
		}
		folder = f.Folder
	}
	root := scheduler.Dir(folder, "")
	entries, err := os.ReadDir(root)
	if err != nil && !os.IsNotExist(err) {
		return nil, cli.Usage(err)
	}
	var found []string // sorted, as entries are
	for _, e := range entries {
		if dir := filepath.Join(root, e.Name()); exists(filepath.Join(dir, rundir.PagesFile)) {
			found = append(found, dir)
		}
	}
	if len(found) == 0 {
		return nil, cli.Usagef("%s is no run folder, and no job of it has a run", name)
	}
	return found, nil
}
