package jobfile

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl/watch/monitor"
	"github.com/ontocrawl/ontocrawl/crawl/watch/notify"
	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/internal/redact"
	"github.com/ontocrawl/ontocrawl/internal/sorts"
	"github.com/ontocrawl/ontocrawl/internal/yamlread"
)

// maxFile bounds a file: a thousand jobs are less than a tenth of it.
const maxFile = 16 << 20

// File is a file of jobs.
type File struct {
	Path      string
	Folder    string // of all jobs
	Runs      int    // at a time, at most
	MinFree   int64  // bytes; with less free space fetching is paused
	Receivers []monitor.Receiver
	Ping      notify.Ping // of the operators
	Jobs      []*monitor.Job
	Warnings  []yamlread.Finding
	Text      []byte // as it was read
}

// Job returns the job called name.
func (f *File) Job(name string) (*monitor.Job, error) {
	var names []string
	for _, j := range f.Jobs {
		if j.Name == name {
			return j, nil
		}
		names = append(names, j.Name)
	}
	if best := yamlread.Nearest(name, names); best != "" {
		return nil, english.Errorf("%s has no job %q; did you mean %q?", f.Path, name, best)
	}
	return nil, english.Errorf("%s has no job %q; it has %s", f.Path, name, strings.Join(names, ", "))
}

// The defaults of a file. Two runs at a time keep a small machine busy; some dozen runs
// fill less than a gigabyte before the space is checked again.
const (
	defaultRuns    = 2
	defaultMinFree = 1 << 30
)

// Options supply what a file of jobs cannot know.
type Options struct {
	// Settings are the names of the crawl settings that a job may have.
	Settings []string
	// MethodOptions are the names of the options of methods, which stand in method_options. As keys of the job
	// itself, as in version 0.3, they are read, too; with WarnFormer each is a warning.
	MethodOptions []string
	WarnFormer    bool
	// Restricted lists the settings that are set on the machine only, and Files the folders in which
	// they may name files all the same ([MachineOnly]).
	Restricted []Restricted
	Files      []string
	// Check checks a job as a whole: its settings and the concepts that it names. It may
	// change the job, for example replace names by IRIs.
	Check func(*monitor.Job) []Problem
	// LookupEnv looks up variables that hold secrets; nil checks none.
	LookupEnv func(string) (string, bool)
	// Own reports whether the program keeps a file of its own in the folder of the jobs that one called name, with
	// slashes, would be, hide or lie below. nil: none.
	Own func(name string) bool
	// Channels are the kinds of receivers; nil means [notify.Channels].
	Channels []notify.Channel
}

// Problem is a fault that Check found.
type Problem struct {
	Key     string // of the job, whose line is reported; "" for the job itself
	Line    int    // instead of the line of Key; 0: unknown
	Text    string
	Warning bool

	Phrase english.Phrase // instead of Text, in any language
}

// Read reads the file called name. If it cannot be used, the error is a
// [*yamlread.Error] with all findings.
func Read(name string, opt Options) (*File, error) {
	data, err := readAll(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data, opt)
}

func readAll(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, english.Errorf("jobs: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, english.Errorf("jobs: %w", err)
	}
	return data, nil
}

// Parse is Read for data that was read already. Paths in it are relative to the folder
// of name.
func Parse(name string, data []byte, opt Options) (*File, error) {
	f, findings := parse(name, data, opt)
	if slices.ContainsFunc(findings, func(f yamlread.Finding) bool { return !f.Warning }) {
		return nil, &yamlread.Error{Findings: findings}
	}
	f.Warnings = findings
	return f, nil
}

// parse returns what a file says, as far as it can be read, and what is wrong with it.
func parse(name string, data []byte, opt Options) (*File, []yamlread.Finding) {
	dir := filepath.Dir(name)
	r := &reader{Reader: yamlread.Reader{File: name, LookupEnv: opt.LookupEnv, Renamed: renamed}, opt: opt, dir: dir, seen: map[string]int{}}
	r.out = &File{Path: name, Text: data, Folder: defaultFolder(dir), Runs: defaultRuns, MinFree: defaultMinFree}
	if root := r.Root(data, maxFile, english.Phrasef("no jobs; docs/monitoring.md shows how one is written")); root != nil {
		r.top(root)
		r.receiversOfRules()
		if !r.homeless {
			r.locals()
		}
		for _, d := range r.jobs {
			if !r.homeless {
				d.Folder = r.out.Folder
			}
		}
		r.checks()
	}
	sorts.Stable(r.Findings, func(a, b yamlread.Finding) int { return cmp.Compare(a.Line, b.Line) })
	return r.out, r.Findings
}

// renamed are keys of release 0.1 that have another name now.
var renamed = map[string]string{"desk": "folder", "tell": "alerts"}

// reader reads one file.
type reader struct {
	yamlread.Reader
	opt  Options
	dir  string
	out  *File
	jobs []*draft
	seen map[string]int // lines of names

	nameless bool // a receiver has no name that can be read, which was told: rules may mean it

	homeless bool // the folder cannot be one, which was told

	receiverRefs  []receiverRef
	rules         map[string][]string // of the present job: rules by the name in the file
	urgent        []named             // likewise
	rulesDefault  map[string][]string
	urgentDefault []named
}

// named are names in a line.
type named struct {
	names []string
	line  int
	phase monitor.Phase
}

// receiverRef is a rule, or the report of a job, that names its receiver.
type receiverRef struct {
	job    *monitor.Job
	rule   int // or place in the receivers of the report
	line   int
	report bool
}

// receiver returns the receiver of the ref; nil if it was of the defaults, and is replaced.
func (t *receiverRef) receiver() *monitor.Receiver {
	switch {
	case t.report && t.rule < len(t.job.Report.To):
		return &t.job.Report.To[t.rule]
	case !t.report && t.rule < len(t.job.AlertRules):
		return &t.job.AlertRules[t.rule].Receiver
	}
	return nil
}

// top reads the keys of the file. Defaults are read before jobs, wherever they stand.
func (r *reader) top(root *yaml.Node) {
	if root.Kind != yaml.MappingNode {
		r.Fault(root, "a file of jobs is written as lines of the form \"key: value\"; docs/monitoring.md shows one")
		return
	}
	var jobs *yaml.Node
	base := &draft{Job: monitor.Job{Settings: map[string]any{}}, lines: map[string]int{}}
	r.rules = map[string][]string{}
	lines := r.Mapping(root, "the file", yamlread.Fields{
		"folder":    func(n *yaml.Node) { r.folder(n) },
		"runs":      func(n *yaml.Node) { r.out.Runs = r.Int(n, "runs", 1, 1000) },
		"min-free":  func(n *yaml.Node) { r.out.MinFree = r.Size(n, "min-free") },
		"receivers": r.receivers,
		"defaults":  func(n *yaml.Node) { r.read(n, "defaults", base, nil) },
		"jobs":      func(n *yaml.Node) { jobs = n },
	}, nil)
	if p := noFolder(r.out.Folder); p != "" {
		r.homeless = true
		r.FaultAt(max(1, lines["folder"]), "%s is no folder, so the jobs cannot be kept there", p)
	}
	r.rulesDefault, r.urgentDefault, r.receiverRefs = r.rules, r.urgent, nil
	if jobs == nil || jobs.Kind != yaml.SequenceNode || len(jobs.Content) == 0 {
		if jobs == nil && lines["jobs"] > 0 { // mistyped, and told
			return
		}
		r.Fault(cmp.Or(jobs, root), "jobs must be a list of at least one job, each beginning with \"- name: ...\"")
		return
	}
	for _, n := range jobs.Content {
		r.job(yamlread.Resolve(n), base)
	}
}

// defaultFolder is the folder of the jobs if the file names none. A folder with the
// default name of release 0.1 is used if it exists.
func defaultFolder(dir string) string {
	old := filepath.Join(dir, "desk")
	if info, err := os.Stat(old); err == nil && info.IsDir() {
		return old
	}
	return filepath.Join(dir, "monitor")
}

// noFolder returns what keeps a folder from being there or being made: it, or one that it lies in, is a file or a link
// that leads nowhere.
func noFolder(path string) string {
	for ; ; path = filepath.Dir(path) {
		info, err := os.Stat(path)
		if err != nil {
			info, err = os.Lstat(path)
		}
		switch {
		case err == nil && !info.IsDir():
			return path
		case err == nil, path == filepath.Dir(path):
			return ""
		}
	}
}

// locals faults the files of receivers that are others already, wherever links lead to: the program's own, the file of jobs,
// and what holds something else.
func (r *reader) locals() {
	folder := real(r.out.Folder)
	for _, l := range r.Local {
		path := real(filepath.Join(folder, l.Path))
		within, err := filepath.Rel(folder, path)
		mine := err == nil && filepath.IsLocal(within) && r.opt.Own != nil && r.opt.Own(filepath.ToSlash(within))
		if mine || path == real(r.File) {
			r.FaultAt(l.Line, "path is %q, which the program keeps for itself; name another file, such as alerts.xml or told/alerts.jsonl", redact.Value(l.Path))
		} else if err := l.Foreign(path); err != nil {
			r.FaultAt(l.Line, "path is %q, but %v", redact.Value(l.Path), err)
		}
	}
}

func (r *reader) folder(n *yaml.Node) {
	s, ok := r.Text(n, "folder")
	switch {
	case !ok:
	case s == "":
		r.Fault(n, "folder is the folder that holds the jobs")
	case filepath.IsAbs(s):
		r.out.Folder = filepath.Clean(s)
	default:
		r.out.Folder = filepath.Join(r.dir, s)
	}
}

// receiversOfRules replaces the names of receivers by the receivers.
func (r *reader) receiversOfRules() {
	var names []string
	for _, c := range r.out.Receivers {
		names = append(names, c.Name)
	}
	for _, t := range r.receiverRefs {
		to := t.receiver()
		if to == nil {
			continue
		}
		r.Reader.Job = t.job.Name
		if i := slices.Index(names, to.Name); i >= 0 {
			*to = r.out.Receivers[i]
			if t.report && to.Kind != "" && to.Kind != reportKind {
				r.FaultAt(t.line, "the report goes to receivers of kind email, and %s is of kind %s", to.Name, to.Kind)
			}
			continue
		}
		if r.nameless {
			continue
		}
		if best := yamlread.Nearest(to.Name, names); best != "" {
			r.FaultAt(t.line, "no receiver is called %q; did you mean %q?", to.Name, best)
		} else {
			r.FaultAt(t.line, "no receiver is called %q; receivers has: %s", to.Name, strings.Join(names, ", "))
		}
	}
	r.Reader.Job = ""
}

// checks lets Options.Check check every job.
func (r *reader) checks() {
	if r.opt.Check == nil {
		return
	}
	for _, d := range r.jobs {
		for _, p := range r.opt.Check(&d.Job) {
			line := cmp.Or(p.Line, d.lines[p.Key], d.Line)
			if !p.Phrase.IsZero() {
				p.Text = p.Phrase.String()
			}
			r.Findings = append(r.Findings, yamlread.Finding{File: r.File, Line: line, Job: d.Name, Text: p.Text, Warning: p.Warning, Phrase: p.Phrase})
		}
	}
}
