package program

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionNamesTheCommit(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "abc123"}, {Key: "vcs.time", Value: "2026-07-01T08:00:00Z"}, {Key: "vcs.modified", Value: "true"}}}
	info.Main.Version = "v0.3.0"
	if text := newVersionReport(info).text(nil); !strings.Contains(text, "module: v0.3.0\ncommit: abc123, with changes that are not committed\ndate: 2026-07-01T08:00:00Z\n") {
		t.Errorf("%s", text)
	}
	if text := newVersionReport(nil).text(nil); !strings.Contains(text, "module: unknown\ncommit: unknown\ndate: unknown\n") {
		t.Errorf("%s", text)
	}
}
