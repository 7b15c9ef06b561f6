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

// What "go install" records of a commit without a tag, and of a tag.
func TestVersionOfAnInstall(t *testing.T) {
	t.Parallel()
	for module, want := range map[string]string{
		"v0.0.0-20260701080910-0123456789ab":         "commit: 0123456789ab\ndate: 2026-07-01T08:09:10Z\n",
		"v0.3.1-0.20260701080910-0123456789ab":       "commit: 0123456789ab\ndate: 2026-07-01T08:09:10Z\n",
		"v1.0.0-rc1.0.20260701080910-0123456789ab":   "commit: 0123456789ab\ndate: 2026-07-01T08:09:10Z\n",
		"v0.3.1-0.20260701080910-0123456789ab+dirty": "commit: 0123456789ab\ndate: 2026-07-01T08:09:10Z\n",
		"v0.3.0":                             "commit: that of the tag v0.3.0\ndate: unknown\n",
		"v1.0.0-rc1":                         "commit: that of the tag v1.0.0-rc1\ndate: unknown\n",
		"v0.0.0-20269901080910-0123456789ab": "date: unknown\n", // no time
		"(devel)":                            "module: unknown\ncommit: unknown\ndate: unknown\n",
	} {
		info := new(debug.BuildInfo)
		info.Main.Version = module
		if text := newVersionReport(info).text(nil); !strings.Contains(text, want) {
			t.Errorf("%s:\n%s\nwant\n%s", module, text, want)
		}
	}
}
