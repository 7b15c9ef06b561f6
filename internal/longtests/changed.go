package main

import (
	"fmt"
	"maps"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// graph is which packages of the module the code and the tests of each package import, by folder.
type graph map[string]imports

type imports struct{ code, tests []string }

// readGraph asks the go command.
func readGraph() (graph, error) {
	const form = `{{.ImportPath}};{{join .Imports " "}};{{join .TestImports " "}} {{join .XTestImports " "}}`
	out, err := exec.Command("go", "list", "-f", form, "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err) // not translated: for who runs the checks
	}
	g := graph{}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), ";")
		if len(f) == 3 {
			g[folderOf(f[0])] = imports{ours(f[1]), ours(f[2])}
		}
	}
	return g, nil
}

// folderOf is the folder of a package of the module; of the root ".".
func folderOf(pkg string) string {
	if dir := strings.TrimPrefix(pkg, module+"/"); dir != module {
		return dir
	}
	return "."
}

func ours(pkgs string) (dirs []string) {
	for pkg := range strings.FieldsSeq(pkgs) {
		if pkg == module || strings.HasPrefix(pkg, module+"/") {
			dirs = append(dirs, folderOf(pkg))
		}
	}
	return dirs
}

// filesSince asks git for the files that differ from a commit, also those that are not committed.
func filesSince(base string) ([]string, error) {
	out, err := exec.Command("git", "diff", "--name-only", "--no-renames", base).Output()
	if err != nil {
		return nil, fmt.Errorf("git diff %s: %w", base, err) // not translated: for who runs the checks
	}
	return strings.Fields(string(out)), nil
}

// changed returns the packages that files belong to: a file belongs to the nearest package above
// it, as testdata does, and embedded files. all: a file concerns every package.
func (g graph) changed(files []string) (dirs map[string]bool, all bool) {
	dirs = map[string]bool{}
	for _, file := range files {
		if file == "go.mod" || file == "go.sum" || strings.HasPrefix(file, ".ci/") {
			return nil, true
		}
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
			if _, is := g[dir]; is {
				dirs[dir] = true
				break
			}
		}
	}
	return dirs, false
}

// near adds the packages whose code or tests import a changed one themselves.
func (g graph) near(changed map[string]bool) map[string]bool {
	out := maps.Clone(changed)
	for dir, by := range g {
		if anyIn(by.code, changed) || anyIn(by.tests, changed) {
			out[dir] = true
		}
	}
	return out
}

// far adds the packages whose code or tests depend on a changed one, however far away.
func (g graph) far(changed map[string]bool) map[string]bool {
	code := maps.Clone(changed)
	for more := true; more; {
		more = false
		for dir, by := range g {
			if !code[dir] && anyIn(by.code, code) {
				code[dir], more = true, true
			}
		}
	}
	return g.near(code)
}

func anyIn(dirs []string, in map[string]bool) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return in[dir] })
}
