package rundir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"go.yaml.in/yaml/v3"

	"github.com/ontocrawl/ontocrawl/crawl"
)

// A step brings a run folder of the format before it to the format To. The
// journal is not rewritten: crawl/keep/state reads the records of all formats. The
// files derived from it are written again when the crawl is resumed.
type step struct {
	to int
	// renamed holds parameters whose path changed, the old path first.
	renamed map[string]string
	// values holds words of a parameter that changed, by the new path.
	values map[string]map[string]string
}

// steps is the way up from format 1. A step is added with every change of
// [crawl.RunFormat], and crawl/keep/rundir/rundirtest stores folders of each format.
func steps() []step {
	return []step{
		// A visit has a kind of failure, which errors.jsonl shows; a link ranker has
		// another name.
		{to: 2, values: map[string]map[string]string{"settings.linkrank": {"recipe": "learned"}}},
		// A visit may be a new verdict, with its model.
		{to: 3},
		// A visit may ask a host's own search.
		{to: 4},
		// A visit may ask a search engine, or fetch what one found; it knows copies that are
		// not equal byte by byte, and which of two is the original.
		{to: 5},
		// A date of publication is a day, or an instant with its zone. A page has a kind, a headline, a
		// site and an author.
		{to: 6},
		// The links of visits since the last checkpoint are in a file beside the database.
		{to: 7},
	}
}

// migrate takes the parameters of a folder of that format up the steps.
func migrate(p *flat, format int, steps []step) {
	for _, s := range steps {
		if s.to <= format {
			continue
		}
		for i, path := range p.order {
			if to, ok := s.renamed[path]; ok {
				p.order[i], p.value[to] = to, p.value[path]
				delete(p.value, path)
			}
		}
		for path, words := range s.values {
			if to, ok := words[p.value[path]]; ok {
				p.value[path] = to
			}
		}
	}
}

// FormatOf returns the format of the run folder dir.
func FormatOf(dir string) (int, error) {
	text, err := os.ReadFile(filepath.Join(dir, ParamsFile))
	if err != nil {
		return 0, fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	return checkStamp(dir, text)
}

// stamp holds what run.yaml says of its writer.
type stamp struct {
	Format  int    `yaml:"format"`
	Version string `yaml:"version"`
}

// checkStamp returns the format of a run.yaml, and a *crawl.FormatError if it is
// newer than this program's.
func checkStamp(dir string, text []byte) (format int, err error) {
	s := stamp{Format: 1}
	if err := yaml.Unmarshal(text, &s); err != nil {
		return 0, fmt.Errorf("%s: %s", ParamsFile, oneLine(err.Error()))
	}
	if s.Format > crawl.RunFormat {
		return s.Format, &crawl.FormatError{Dir: dir, Format: s.Format, Program: s.Version}
	}
	return s.Format, nil
}

// CheckFormat returns a *crawl.FormatError if a newer program wrote the run folder
// dir. A folder without run.yaml passes.
func CheckFormat(dir string) error {
	text, err := os.ReadFile(filepath.Join(dir, ParamsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("crawl/keep/rundir: %w", err)
	}
	var newer *crawl.FormatError
	if _, err := checkStamp(dir, text); errors.As(err, &newer) {
		return err
	}
	return nil // whoever needs the parameters reports what is wrong with them
}

// stamped returns the parameters p as YAML with the format before them.
func stamped(p any) ([]byte, error) {
	text, err := yaml.Marshal(p)
	if err != nil {
		return nil, err
	}
	if string(text) == "{}\n" {
		text = nil
	}
	return append(fmt.Appendf(nil, "format: %d\n", crawl.RunFormat), text...), nil
}
