package jobfile

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/lazyre"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// Salvage reads as much of a file as can be read, for questions about what its jobs did: the
// folder, and the jobs with their names. faults says what is wrong with the file, without
// warnings. If it is no YAML at all, a line "folder: ..." or the default gives the folder, and
// the jobs are the ones with a run folder. A job whose schedule cannot be read has none. Topics,
// settings and secrets are not checked. The error says that the file cannot be opened.
func Salvage(name string, opt Options) (f *File, faults []yamlread.Finding, err error) {
	opt.Check, opt.LookupEnv = nil, nil
	data, err := readAll(name)
	if err != nil {
		return nil, nil, err
	}
	f, findings := parse(name, data, opt)
	for _, x := range findings {
		if !x.Warning {
			faults = append(faults, x)
		}
	}
	if len(faults) == 0 {
		return f, nil, nil
	}
	if folder, ok := folderLine(data); ok && f.Folder == defaultFolder(filepath.Dir(name)) {
		f.Folder = folder
		if !filepath.IsAbs(folder) {
			f.Folder = filepath.Join(filepath.Dir(name), folder)
		}
	}
	f.Jobs = slices.DeleteFunc(f.Jobs, func(j *monitor.Job) bool { return j.Name == "" })
	for _, job := range ranIn(f.Folder) {
		if !slices.ContainsFunc(f.Jobs, func(j *monitor.Job) bool { return j.Name == job }) {
			f.Jobs = append(f.Jobs, &monitor.Job{Name: job, File: name})
		}
	}
	return f, faults, nil
}

var folderPattern = lazyre.Compile(`(?m)^(?:folder|desk):[ \t]*(.+?)[ \t\r]*$`)

// folderLine finds the folder in a text that is no YAML.
func folderLine(data []byte) (string, bool) {
	m := folderPattern().FindSubmatch(data)
	if m == nil {
		return "", false
	}
	text, _, _ := bytes.Cut(m[1], []byte(" #"))
	folder := strings.Trim(string(bytes.TrimSpace(text)), `"'`)
	return folder, folder != ""
}

// ranIn returns the jobs with a run folder in the folder of the jobs.
func ranIn(folder string) (names []string) {
	entries, err := os.ReadDir(filepath.Join(folder, "jobs"))
	if err != nil {
		return nil // none has run yet
	}
	for _, e := range entries {
		if e.IsDir() && yamlread.IsName(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names
}

// Faults says how many faults a file has, and the first of them.
func Faults(name string, faults []yamlread.Finding) english.Phrase {
	if len(faults) > 1 {
		return english.Phrasef("%s cannot be used as it is (ontocrawl job check says more): %s (and %d more)", name, faults[0], len(faults)-1)
	}
	return english.Phrasef("%s cannot be used as it is (ontocrawl job check says more): %s", name, faults[0])
}
