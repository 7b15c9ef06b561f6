package session

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/choose/spill"
	"github.com/ontocrawl/ontocrawl/crawl/judge/relevance"
	"github.com/ontocrawl/ontocrawl/crawl/keep/rundir"
	"github.com/ontocrawl/ontocrawl/crawl/keep/state"
	"github.com/ontocrawl/ontocrawl/crawl/keep/warc"
	"github.com/ontocrawl/ontocrawl/crawl/tell/export"
	"github.com/ontocrawl/ontocrawl/crawl/topic"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// Params is run.yaml: what a run was made with.
type Params struct {
	Version    string         `yaml:"version"`
	Demo       bool           `yaml:"demo,omitempty"`
	Topic      string         `yaml:"topic"`
	Phi        float64        `yaml:"phi,omitempty"` // taken from samples
	Ontologies []crawl.Origin `yaml:"ontologies"`
	Seeds      SeedsHash      `yaml:"seeds"`
	Learned    string         `yaml:"learned_from,omitempty"` // SHA-256 of the memory.bin that the run began with
	Merged     int            `yaml:"merged_parts,omitempty"` // the run was made of so many parts (crawl/share/node)
	Settings   map[string]any `yaml:"settings"`
}

// SeedsHash identifies the seeds of a run.
type SeedsHash struct {
	Count  int    `yaml:"count"`
	SHA256 string `yaml:"sha256"`
}

// ReadParams reads the run.yaml of a run folder, and returns its text too.
func ReadParams(dir string) (p Params, text []byte, err error) {
	name := filepath.Join(dir, rundir.ParamsFile)
	if text, err = os.ReadFile(name); err != nil {
		return p, nil, err
	}
	if err := yaml.Unmarshal(text, &p); err != nil {
		return p, nil, english.Errorf("%s: %w", name, err)
	}
	p.present(text)
	p.before()
	return p, text, nil
}

// Before returns what a version did that did not know a setting, where that is not its default: it inferred
// nothing, and a name below the root of an ontology stood for its concept only. Where names are embedded
// ontologies, or none, the latter makes no difference.
func Before(names string) map[string]any {
	v := map[string]any{"reason": "off", "core": "auto"}
	for _, name := range topic.Split(names) {
		if !slices.Contains(topic.Embedded(), strings.ToLower(name)) {
			v["core"] = "concept"
		}
	}
	return v
}

// before gives the settings of a run of an earlier version those that it did not know.
func (p *Params) before() {
	names, _ := p.Settings["topic"].(string)
	for name, value := range Before(names) {
		if _, ok := p.Settings[name]; !ok && p.Settings != nil {
			p.Settings[name] = value
		}
	}
}

// RunOf describes the run in dir for a graph: its topic, program, ontologies, times and ID.
func RunOf(dir string) (export.Run, error) {
	p, text, err := ReadParams(dir)
	if err != nil {
		return export.Run{}, err
	}
	run := export.Run{Topic: p.Topic, Program: "ontocrawl " + p.Version}
	for _, o := range p.Ontologies {
		run.Ontologies = append(run.Ontologies, export.Ontology(o))
	}
	run.Identify(dir, text)
	return run, nil
}

// Versions are the SHA-256 sums of the run's ontologies by name, for
// [topic.Loader]: a run goes on with the versions it began with.
func (p *Params) Versions() map[string]string {
	versions := make(map[string]string, len(p.Ontologies))
	for _, o := range p.Ontologies {
		versions[o.Name] = o.SHA256
	}
	return versions
}

// Judge returns the judge of the run and its threshold.
func (p *Params) Judge() (name string, phi float64) {
	name, _ = p.Settings["judge"].(string)
	name = cmp.Or(name, relevance.Names()[0])
	phi, _ = p.Number("phi")
	return name, cmp.Or(phi, p.Phi, relevance.Phi(name))
}

// Number returns a setting of the run that is a number.
func (p *Params) Number(name string) (x float64, ok bool) {
	switch x := p.Settings[name].(type) {
	case float64:
		return x, true
	case int: // YAML writes a whole number without a point
		return float64(x), true
	}
	return 0, false
}

// params are the parameters of a run of t.
func (s *Spec) params(t *topic.Topic) Params {
	if s.Folder.Settings == nil {
		whole := *s
		whole.fill(nil)
		whole.describe(t)
		return whole.params(t)
	}
	p := Params{Version: s.Version, Demo: s.Folder.Demo, Topic: t.Name, Phi: t.Phi, Ontologies: origins(t), Settings: portable(s.Folder.Settings)}
	h := sha256.New()
	for _, l := range s.Seeds {
		if l.Kind != crawl.LinkPage {
			fmt.Fprint(h, "source ")
		}
		fmt.Fprintln(h, l.URL)
	}
	p.Seeds = SeedsHash{len(s.Seeds), hex.EncodeToString(h.Sum(nil))}
	return p
}

// free are the parameters that may change from one run of a folder to the next:
// they say where things lie, not what is found.
func (s *Spec) free(t *topic.Topic) []string {
	free := append([]string{"version"}, s.Folder.Free...)
	for i := range t.Origins { // the hash says it all
		free = append(free, fmt.Sprintf("ontologies[%d].name", i), fmt.Sprintf("ontologies[%d].iri", i), fmt.Sprintf("ontologies[%d].version", i))
	}
	return free
}

// Settle writes run.yaml for a crawl of t, which may be an edited version of the
// Spec's topic. It fails with a [*rundir.ParamsError] if the folder holds another
// run.
func (s *Session) Settle(t *topic.Topic) error {
	p := s.spec.params(t)
	p.Learned = s.learnedFrom
	if err := s.Folder.Settle(p, s.Store, s.spec.free(t)...); err != nil {
		return err
	}
	if err := s.keepSources(t); err != nil {
		return err
	}
	s.spec.Topic = t
	return s.tellKept()
}

// metaKept is the key in the state for the settings whose keeping was told.
const metaKept = "kept-told"

// tellKept logs once for a folder which settings stay as the run began.
func (s *Session) tellKept() error {
	told, err := s.Store.Meta(metaKept)
	now := fmt.Append(nil, s.spec.Folder.Kept)
	if err != nil || bytes.Equal(told, now) || told == nil && len(s.spec.Folder.Kept) == 0 {
		return err
	}
	for _, k := range s.spec.Folder.Kept {
		s.log.Info("a setting that nobody gives stays as the run began; a new run has the default", "setting", k.Setting, "default", k.Default, "dir", s.spec.Folder.Dir)
	}
	return s.Store.SetMeta(metaKept, now)
}

// Differences returns the settings of the run in dir that the crawl of spec would be refused for; none
// if it may go on. It reads run.yaml only, so a crawl may be at work there.
func Differences(spec Spec) ([]rundir.Difference, error) {
	text, err := os.ReadFile(filepath.Join(spec.Folder.Dir, rundir.ParamsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return rundir.Differences(portableText(text), spec.params(spec.Topic), map[string]any{"settings": spec.Folder.Defaults}, spec.free(spec.Topic)...)
}

// Unusable returns what spec names for its run to begin with and cannot be used: the run to learn from, unless the run
// goes on, the stored web and the correction of verdicts. Each error is a [*SpecError]. It makes nothing.
func Unusable(spec Spec) (all []error) {
	add := func(err error) {
		if err != nil {
			all = append(all, err)
		}
	}
	if spec.LearnFrom != "" && !spec.Folder.goesOn() {
		_, _, err := memoryOf(spec.LearnFrom, spec.Topic.Name)
		add(wrong("learn-from", err))
	}
	if spec.Fetch.Web != "" {
		add(checkWeb(&spec.Fetch))
	}
	_, err := ReadTaught(spec.Judge.Taught, "")
	add(wrong("taught", err))
	return all
}

// NotRunError reports a folder that holds a file of a run's names, but neither
// run.yaml nor a state: another program wrote it.
type NotRunError struct{ Dir, Name string }

func (e *NotRunError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *NotRunError) Message() english.Phrase {
	return english.Phrasef("%s holds %s, but neither %s nor %s/: it is not a run folder, or its state was deleted; choose another folder",
		e.Dir, e.Name, rundir.ParamsFile, rundir.StateDir)
}

// MergedError reports a folder that was made of the parts of a crawl (crawl/share/node). No
// crawl goes on in it.
type MergedError struct {
	Dir   string
	Parts int
}

func (e *MergedError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *MergedError) Message() english.Phrase {
	return english.Phrasef("%s was made of the %d parts of a crawl, for reading; go on with that crawl, or choose another folder", e.Dir, e.Parts)
}

// CheckRun refuses a folder that another program wrote, or that holds a crawl in parts,
// before anything is made in it.
func CheckRun(dir string) error {
	if n := len(rundir.Parts(dir)); n > 0 {
		return &rundir.PartsError{Dir: dir, Parts: n}
	}
	if p, _, err := ReadParams(dir); err == nil && p.Merged > 0 {
		return &MergedError{Dir: dir, Parts: p.Merged}
	}
	return checkOwn(dir)
}

// checkOwn refuses a folder that another program wrote, before anything is made or deleted
// in it.
func checkOwn(dir string) error {
	_, err := os.Stat(filepath.Join(dir, rundir.ParamsFile))
	if !errors.Is(err, fs.ErrNotExist) || exists(filepath.Join(dir, rundir.StateDir)) {
		return nil // if it cannot be read, opening it says why
	}
	for _, name := range []string{rundir.PagesFile, rundir.ErrorsFile, rundir.SummaryFile, rundir.WARCDir} {
		if exists(filepath.Join(dir, name)) {
			return &NotRunError{dir, name}
		}
	}
	return nil
}

// goesOn reports whether the folder holds a run with visits, or one that another program
// or an earlier version made.
func (f *Folder) goesOn() bool {
	return f.Dir != "" && !f.Fresh && exists(filepath.Join(f.Dir, rundir.ParamsFile))
}

// clear deletes the run, and nothing else, from its folder. If another program wrote into
// the folder or one of its parts, nothing is deleted.
func (f *Folder) clear() error {
	if !exists(f.Dir) {
		return nil
	}
	for _, dir := range append(rundir.Parts(f.Dir), f.Dir) {
		if err := checkOwn(dir); err != nil {
			return err
		}
	}
	if err := f.clearParts(); err != nil {
		return err
	}
	if err := state.Remove(filepath.Join(f.Dir, rundir.StateDir)); err != nil {
		return err
	}
	for _, name := range []string{inflightFile, crashFile, crashLastFile} {
		if err := os.Remove(filepath.Join(f.Dir, rundir.StateDir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := spill.Remove(filepath.Join(f.Dir, rundir.StateDir, linksDir)); err != nil {
		return err
	}
	if err := warc.Clear(filepath.Join(f.Dir, rundir.WARCDir)); err != nil {
		return err
	}
	if f.Cleared != nil {
		if err := f.Cleared(f.Dir); err != nil {
			return err
		}
	}
	return rundir.Clear(f.Dir)
}
