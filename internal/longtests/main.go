package main

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ontocrawl/ontocrawl/internal/lazyre"
)

const module = "github.com/ontocrawl/ontocrawl"

func main() {
	since := flag.String("since", "", "only what differs from this commit, or depends on it")
	forRace := flag.Bool("race", false, "the packages for the race detector instead")
	flag.Parse()
	text, err := listed(os.DirFS("."), *since, *forRace)
	if err != nil {
		fmt.Fprintln(os.Stderr, "longtests:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}

// listed returns what the command prints.
func listed(root fs.FS, since string, forRace bool) (string, error) {
	find, reach := search, graph.far
	if forRace {
		find, reach = searchRacy, graph.near
	}
	found, err := find(root)
	if err != nil {
		return "", err
	}
	if since != "" {
		g, err := readGraph()
		if err != nil {
			return "", err
		}
		files, err := filesSince(since)
		if err != nil {
			return "", err
		}
		if changed, all := g.changed(files); !all {
			concerned := reach(g, changed)
			maps.DeleteFunc(found, func(dir string, _ []string) bool { return !concerned[dir] })
		}
	}
	if forRace {
		return lines(found), nil
	}
	return printed(found), nil
}

// lines are the packages of what is found, for go test.
func lines(found map[string][]string) string {
	var b strings.Builder
	for _, dir := range slices.Sorted(maps.Keys(found)) {
		fmt.Fprintln(&b, "./"+dir)
	}
	return b.String()
}

// printed returns what was found in the form that go test takes.
func printed(found map[string][]string) string {
	all := map[string]bool{}
	for _, tests := range found {
		for _, name := range tests {
			all[name] = true
		}
	}
	return fmt.Sprintf("^(%s)$\n", strings.Join(slices.Sorted(maps.Keys(all)), "|")) + lines(found)
}

// racy matches code in which the race detector can find something.
var racy = lazyre.Compile(`\bgo func|\.Go\(|\bsync\.|\batomic\.|t\.Parallel\(`)

// searchRacy returns the folders with tests in which a Go file has goroutines or locks.
func searchRacy(root fs.FS) (map[string][]string, error) {
	files, err := goFiles(root)
	if err != nil {
		return nil, err
	}
	found := map[string][]string{}
	for dir, names := range files {
		if !slices.ContainsFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") }) {
			continue
		}
		for _, name := range names {
			src, err := fs.ReadFile(root, path.Join(dir, name))
			if err != nil {
				return nil, err
			}
			if racy().Match(src) {
				found[dir] = nil
				break
			}
		}
	}
	return found, nil
}

// search returns the tests by their folder.
func search(root fs.FS) (map[string][]string, error) {
	files, err := goFiles(root)
	if err != nil {
		return nil, err
	}
	helpers, err := helpersIn(root, files)
	if err != nil {
		return nil, err
	}
	found := map[string][]string{}
	for dir, names := range files {
		f, err := read(root, dir, names, true, helpers)
		if err != nil {
			return nil, err
		}
		if tests := f.tests(); len(tests) > 0 {
			found[dir] = tests
		}
	}
	return found, nil
}

// helpersIn returns the packages for tests that read a marked variable: they import testing,
// and have its name in their own files or use one that has.
func helpersIn(root fs.FS, files map[string][]string) (map[string]bool, error) {
	helpers := map[string]bool{}
	for more := true; more; {
		more = false
		for dir, names := range files {
			f, err := read(root, dir, names, false, helpers)
			if err != nil {
				return nil, err
			}
			reads := slices.ContainsFunc(f.decls, func(d decl) bool { return d.reads })
			if name := path.Join(module, dir); reads && f.imports["testing"] && !helpers[name] {
				helpers[name], more = true, true
			}
		}
	}
	return helpers, nil
}

// read parses the files of a folder that are tests, or those that are not.
func read(root fs.FS, dir string, names []string, tests bool, helpers map[string]bool) (*folder, error) {
	f := &folder{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") != tests {
			continue
		}
		src, err := fs.ReadFile(root, path.Join(dir, name))
		if err == nil {
			err = f.add(path.Join(dir, name), src, helpers)
		}
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

// goFiles returns the names of the Go files of each folder of the module.
func goFiles(root fs.FS) (map[string][]string, error) {
	files := map[string][]string{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != ".":
			if _, err := fs.Stat(root, path.Join(name, "go.mod")); err == nil {
				return fs.SkipDir // a module of its own
			}
			if base := d.Name(); base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
				return fs.SkipDir
			}
		case filepath.Ext(name) == ".go":
			dir := path.Dir(name)
			files[dir] = append(files[dir], path.Base(name))
		}
		return nil
	})
	return files, err
}
