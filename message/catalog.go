package message

import (
	"embed"
	"io/fs"
	"path"
)

//go:embed zh/*.po
var files embed.FS

// Files returns the translations as they are embedded: LANGUAGE/AREA.po.
func Files() fs.FS { return files }

// translations reads all translations of a language. A file that cannot be read is a
// fault of the build, which the tests of this package find: its texts stay English.
func translations(lang string) map[string]string {
	names, _ := fs.Glob(files, path.Join(lang, "*.po")) // the pattern is right
	texts := make(map[string]string, 4096)
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			continue
		}
		entries, _ := ParsePO(string(b))
		for _, e := range entries {
			if e.Text != "" {
				texts[e.ID] = e.Text
			}
		}
	}
	return texts
}
