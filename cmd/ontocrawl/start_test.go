package main

import (
	"bytes"
	"context"
	"os/exec"
	"testing"

	"github.com/ontocrawl/ontocrawl/cmd/ontocrawl/internal/cli"
)

// BenchmarkVersion is the command in a process that runs already: what the command tree
// takes. BenchmarkStart also starts the process; docs/install.md has its figure.
func BenchmarkVersion(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		var out bytes.Buffer
		if code := run(context.Background(), []string{"version"}, cli.Streams{Out: &out, Err: &out}, nil); code != cli.ExitOK {
			b.Fatal(out.String())
		}
	}
}

func BenchmarkStart(b *testing.B) {
	bin := buildBinary(b)
	for b.Loop() {
		if out, err := exec.Command(bin, "version").CombinedOutput(); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
	}
}
