package trouble

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

// File is the name of the file in the folder of the jobs.
const File = "troubles.json"

// format is the version of the file.
const format = 1

// maxFile bounds the file: a thousand jobs have some hundred kilobytes.
const maxFile = 16 << 20

type content struct {
	Format   int     `json:"format"`
	Troubles []entry `json:"troubles"`
}

func readFile(dir string) ([]entry, error) {
	name := filepath.Join(dir, File)
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
	var c content
	if err := json.Unmarshal(text, &c); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if c.Format != format {
		return nil, english.Errorf("%s has format %d; this program knows %d", name, c.Format, format)
	}
	return c.Troubles, nil
}

// writeFile replaces the file as a whole. Without troubles there is none.
func writeFile(dir string, all []entry) (text []byte, err error) {
	name := filepath.Join(dir, File)
	if len(all) == 0 {
		return nil, removed(name)
	}
	if text, err = json.MarshalIndent(content{format, all}, "", " "); err != nil {
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
