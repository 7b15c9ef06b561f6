package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mostUnmapped is the largest number of files in a package without a map: more are not
// found at a glance.
const mostUnmapped = 3

var (
	mapLine  = regexp.MustCompile(`(?m)^\t(\S+\.go)\b.*(?:\n\t +\S.*)*`)
	fileName = regexp.MustCompile(`\w+\*?\w*\.go\b`)
)

// TestMaps holds the map of files in the comment of each package to the files that there
// are: a file without a line is not found, a line without a file leads nowhere.
func TestMaps(t *testing.T) {
	packages := make(map[string][]string)
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && name != root) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".go") {
			packages[filepath.Dir(name)] = append(packages[filepath.Dir(name)], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range slices.Sorted(maps.Keys(packages)) {
		checkMap(t, dir, packages[dir])
	}
}

// checkMap compares the files of one package with the map in its comment.
func checkMap(t *testing.T, dir string, files []string) {
	t.Helper()
	var comment string
	var named []string // files that must be in a map: tests may be
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			named = append(named, name)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		comment += file.Doc.Text()
	}
	mapped := make(map[string]bool)
	for _, line := range mapLine.FindAllString(comment, -1) {
		for _, name := range fileName.FindAllString(line, -1) {
			mapped[name] = false
		}
	}
	if len(mapped) == 0 {
		if len(named) > mostUnmapped {
			t.Errorf("%s: %d files, and no map of them in the comment of the package", dir, len(named))
		}
		return
	}
	for _, name := range files {
		base, found := filepath.Base(name), false
		for pattern := range mapped {
			if ok, _ := path.Match(pattern, base); ok {
				mapped[pattern], found = true, true
			}
		}
		if !found && base != "doc.go" && slices.Contains(named, name) {
			t.Errorf("%s: the map in the comment of the package lacks %s", dir, base)
		}
	}
	for pattern, found := range mapped {
		if !found {
			t.Errorf("%s: the map in the comment of the package has %s, which is no file", dir, pattern)
		}
	}
}
