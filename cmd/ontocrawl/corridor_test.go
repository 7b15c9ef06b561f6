package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// corridor lists the doors in the order in which a page meets them, from low to high: a package of a
// door may import packages of its own door and of lower ones (ADR 71).
func corridor() []string {
	return []string{
		"crawl", "crawl/cluster", "crawl/keep", "crawl/fetch", "crawl/read", "crawl/judge", "crawl/find", "crawl/choose",
		"crawl/topic", "crawl/engine", "crawl/tell", "crawl/session", "crawl/share", "crawl/watch", "lab",
	}
}

// doorOf returns the door of a package, and whether it has one.
func doorOf(pkg string) (string, bool) {
	parts := strings.Split(pkg, "/")
	door := strings.Join(parts[:min(len(parts), 2)], "/")
	if parts[0] == "lab" {
		door = "lab"
	}
	return door, slices.Contains(corridor(), door)
}

// No import runs upward, and so there is no circle of doors.
func TestCorridor(t *testing.T) {
	t.Parallel()
	order := corridor()
	for pkg, rule := range leansOn {
		from, ok := doorOf(pkg)
		if !ok {
			if strings.HasPrefix(pkg, "crawl/") {
				t.Errorf("%s stands behind no door", pkg)
			}
			continue
		}
		for _, on := range rule.on {
			if to, ok := doorOf(on); ok && slices.Index(order, to) > slices.Index(order, from) && !testKit(pkg) {
				t.Errorf("%s imports %s, whose door %s is above %s", pkg, on, to, from)
			}
		}
	}
}

// doorLines returns what the comment of a door has to say of its packages: which of them other doors
// import (its face), which only commands import, and which doors it imports itself.
func doorLines(door string) string {
	face, commands, imports := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for pkg, rule := range leansOn {
		from, behind := doorOf(pkg)
		for _, on := range rule.on {
			switch to, _ := doorOf(on); {
			case testKit(pkg) || from == to:
			case from == door:
				imports[to] = slices.Contains(corridor(), to)
			case to == door && behind:
				face[room(door, on)] = true
			case to == door:
				commands[room(door, on)] = true
			}
		}
	}
	for _, name := range sorted(face) {
		delete(commands, name)
	}
	var lines strings.Builder
	fmt.Fprintf(&lines, "Face: %s.\n", list(sorted(face)))
	fmt.Fprintf(&lines, "For commands only: %s.\n", list(sorted(commands)))
	fmt.Fprintf(&lines, "Imports: %s.\n", list(slices.DeleteFunc(corridor(), func(d string) bool { return !imports[d] })))
	return lines.String()
}

// room names a package behind a door: a path below it, or "itself".
func room(door, pkg string) string {
	if pkg == door {
		return "itself"
	}
	return strings.TrimPrefix(pkg, door+"/")
}

func sorted(set map[string]bool) []string {
	var names []string
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func list(names []string) string {
	if len(names) == 0 {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

// Each door says in its doc.go what comes in, what goes out, and what doorLines returns.
func TestDoorsSay(t *testing.T) {
	t.Parallel()
	for _, door := range corridor()[1:] {
		path := filepath.Join("..", "..", filepath.FromSlash(door), "doc.go")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		comment := unwrapped(string(src))
		for _, part := range []string{"In: ", "Out: "} {
			if !strings.Contains(comment, part) {
				t.Errorf("%s does not say %q", path, part)
			}
		}
		for line := range strings.Lines(doorLines(door)) {
			if line = strings.TrimSpace(line); !strings.Contains(comment, line) {
				t.Errorf("%s does not say (wrapped as you like): %s", path, line)
			}
		}
	}
}

// unwrapped returns the comments of Go source as one line.
func unwrapped(src string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(src, "\n//", " ")), " ")
}
