package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What a release is made of: six targets, the packed word list, the commit in the program, the image of
// deploy/Dockerfile, and files that are there.
func TestReleaseConfiguration(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	script := string(read(filepath.Join(root, ".ci", "release")))
	cross := string(read(filepath.Join(root, ".ci", "cross")))
	for _, os := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			if !strings.Contains(script, os+"/"+arch) || !strings.Contains(cross, os+"/"+arch) {
				t.Errorf(".ci/release or .ci/cross does not build %s/%s", os, arch)
			}
		}
	}
	contains(t, ".ci/release", script, "go generate ./semsim/lexicon/internal/gsedict\n", "CGO_ENABLED=0 go build -buildvcs=true -tags packed -trimpath -ldflags \"-s -w\"")
	_, image := directives(string(read(filepath.Join(deployDir, "Dockerfile"))))
	for _, label := range regexp.MustCompile(`(org\.opencontainers\.image\.\w+)="([^"]+)"`).FindAllStringSubmatch(image["LABEL"], -1) {
		if want := "--label " + label[1] + "=" + label[2]; !strings.Contains(script, want) && !strings.Contains(script, label[1]+"=$version") {
			t.Errorf("the released image has another label: %s", want)
		}
	}
	words := strings.NewReplacer("[", "", "]", "", `"`, "", ", ", ",")
	for _, want := range []string{
		"--user " + image["USER"], "--workdir " + image["WORKDIR"], "--exposed-ports " + image["EXPOSE"],
		"--entrypoint " + words.Replace(image["ENTRYPOINT"]), "--cmd " + words.Replace(image["CMD"]),
		"--env " + strings.ReplaceAll(image["ENV"], " ", " --env "),
	} {
		if !strings.Contains(script, want) {
			t.Errorf("the released image has no %s", want)
		}
	}
	pack := manifests(t, filepath.Join(deployDir, "nfpm.yaml"))[0]
	files := []string{at(pack, "scripts", "postinstall").(string)}
	contents, _ := at(pack, "contents").([]any)
	for _, f := range contents {
		if src, ok := at(f, "src").(string); ok && !strings.HasPrefix(src, "dist/") && !strings.HasPrefix(src, "$") {
			files = append(files, src)
		}
	}
	archived := regexp.MustCompile(`(?m)^  archive \S+ "\$target" (.*)$`).FindAllStringSubmatch(script, -1)
	for _, m := range archived {
		files = append(files, strings.Fields(m[1])...)
	}
	if len(files) < 15 || len(archived) != 2 {
		t.Errorf("only %d files: %q", len(files), files)
	}
	for _, f := range files {
		if found, err := filepath.Glob(filepath.Join(root, f)); !strings.HasPrefix(f, "dist/") && (err != nil || len(found) == 0) {
			t.Errorf("there is no %s: %v", f, err)
		}
	}
}
