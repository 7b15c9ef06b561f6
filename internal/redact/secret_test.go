package redact_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/redact"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	env := func(name string) (string, bool) {
		v, ok := map[string]string{"SET": "hush-hush", "EMPTY": " "}[name]
		return v, ok
	}
	for _, tt := range []struct {
		name string
		ref  redact.Secret
		want string
		err  string
	}{
		{"a variable", redact.Secret{Env: "SET"}, "hush-hush", ""},
		{"a variable that is not set", redact.Secret{Env: "UNSET"}, "", "variable UNSET, which should hold a secret, is not set"},
		{"an empty variable", redact.Secret{Env: "EMPTY"}, "", "variable EMPTY, which"},
		{"a file", redact.Secret{File: file("a", " hush\n")}, "hush", ""},
		{"an empty file", redact.Secret{File: file("b", "\n")}, "", "b is empty"},
		{"a file of two lines", redact.Secret{File: file("c", "hush\nhush")}, "", "several lines"},
		{"a large file", redact.Secret{File: file("d", strings.Repeat("h", 5000))}, "", "larger than 4096"},
		{"no file", redact.Secret{File: filepath.Join(dir, "none")}, "", "none: no such file"},
		{"a folder", redact.Secret{File: dir}, "", "is a directory"},
		{"a file by its relative name", redact.Secret{File: "a"}.Beside(dir), "hush", ""},
		{"both", redact.Secret{Env: "SET", File: "a"}, "", "a variable and a file"},
		{"nothing", redact.Secret{}, "", "neither"},
	} {
		got, err := tt.ref.Read(env)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && (!strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "hush")) {
			t.Errorf("%s: %q, %v; want %q, %q", tt.name, got, err, tt.want, tt.err)
		}
	}
}
