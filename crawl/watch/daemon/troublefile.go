package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
	"github.com/ontocrawl/ontocrawl/internal/english"
)

// This part remembers what is wrong with a daemon and its jobs, so that the operators are notified of
// each trouble once, and once more when it is over, also across restarts and kills.
//
// What a trouble is stands in package monitor; who is notified, and how, comes in.

// File is the name of the file in the folder of the jobs.
const troublesFile = "troubles.json"

// format is the version of the file.
const troubleFormat = 1

// maxFile bounds the file: a thousand jobs have some hundred kilobytes.
const maxFile = 16 << 20

type troubleContent struct {
	Format   int     `json:"format"`
	Troubles []entry `json:"troubles"`
}

func readFile(dir string) ([]entry, error) {
	name := filepath.Join(dir, troublesFile)
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Size() > maxFile:
		return nil, english.Errorf("%s is larger than %d MB", name, maxFile>>20)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var c troubleContent
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if c.Format != troubleFormat {
		return nil, english.Errorf("%s has format %d; this program knows %d", name, c.Format, troubleFormat)
	}
	return c.Troubles, nil
}

// writeFile replaces the file as a whole. Without troubles there is none.
func writeFile(dir string, all []entry) (text []byte, err error) {
	name := filepath.Join(dir, troublesFile)
	if len(all) == 0 {
		return nil, removed(name)
	}
	if text, err = json.MarshalIndent(troubleContent{troubleFormat, all}, "", " "); err != nil {
		return nil, err
	}
	text = append(text, '\n')
	return text, atomicfile.Write(name, text, atomicfile.Options{})
}

func removed(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
