package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a release is made of: six targets, the packed word list, and files that are there.
func TestReleaseConfiguration(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	c := manifests(t, filepath.Join(root, ".goreleaser.yaml"))[0]
	build := at(c, "builds", 0)
	for key, want := range map[string][]string{
		"goos": {"linux", "darwin", "windows"}, "goarch": {"amd64", "arm64"}, "tags": {"packed"}, "flags": {"-trimpath", "-buildvcs=true"}, "ldflags": {"-s -w"}, "env": {"CGO_ENABLED=0"},
	} {
		if got := texts(at(build, key)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]any{"main": "./cmd/ontocrawl-node", "binary": "ontocrawl-node"} {
		if got := at(c, "builds", 1, key); got != want {
			t.Errorf("the second program has %s %v", key, got)
		}
	}
	if hooks := texts(at(c, "before", "hooks")); !slices.Contains(hooks, "go generate ./semsim/lexicon/internal/gsedict") {
		t.Errorf("the word list is not written: %q", hooks)
	}
	if formats := texts(at(c, "nfpms", 0, "formats")); !slices.Equal(formats, []string{"deb", "rpm"}) {
		t.Errorf("%q", formats)
	}
	for _, key := range []string{"checksum", "sboms", "signs", "docker_signs", "brews"} {
		if at(c, key) == nil {
			t.Errorf("no %s", key)
		}
	}
	files := append(texts(at(c, "archives", 0, "files")), at(build, "main").(string), at(c, "dockers_v2", 0, "dockerfile").(string), at(c, "nfpms", 0, "scripts", "postinstall").(string))
	contents, _ := at(c, "nfpms", 0, "contents").([]any)
	for _, f := range contents {
		if src, ok := at(f, "src").(string); ok {
			files = append(files, src)
		}
	}
	for _, f := range files {
		if found, err := filepath.Glob(filepath.Join(root, f)); err != nil || len(found) == 0 {
			t.Errorf("there is no %s: %v", f, err)
		}
	}
	cross := string(read(filepath.Join(root, ".ci", "cross")))
	for _, os := range texts(at(build, "goos")) {
		for _, arch := range texts(at(build, "goarch")) {
			if !strings.Contains(cross, os+"/"+arch) {
				t.Errorf(".ci/cross does not build %s/%s", os, arch)
			}
		}
	}
}
