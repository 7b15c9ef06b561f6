package secret_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/secret"
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
		ref  secret.Ref
		want string
		err  string
	}{
		{"a variable", secret.Ref{Env: "SET"}, "hush-hush", ""},
		{"a variable that is not set", secret.Ref{Env: "UNSET"}, "", "variable UNSET, which should hold a secret, is not set"},
		{"an empty variable", secret.Ref{Env: "EMPTY"}, "", "variable EMPTY, which"},
		{"a file", secret.Ref{File: file("a", " hush\n")}, "hush", ""},
		{"an empty file", secret.Ref{File: file("b", "\n")}, "", "b is empty"},
		{"a file of two lines", secret.Ref{File: file("c", "hush\nhush")}, "", "several lines"},
		{"a large file", secret.Ref{File: file("d", strings.Repeat("h", 5000))}, "", "larger than 4096"},
		{"no file", secret.Ref{File: filepath.Join(dir, "none")}, "", "none: no such file"},
		{"a folder", secret.Ref{File: dir}, "", "is a directory"},
		{"a file by its relative name", secret.Ref{File: "a"}.Beside(dir), "hush", ""},
		{"both", secret.Ref{Env: "SET", File: "a"}, "", "a variable and a file"},
		{"nothing", secret.Ref{}, "", "neither"},
	} {
		got, err := tt.ref.Read(env)
		if got != tt.want || (err == nil) != (tt.err == "") || err != nil && (!strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "hush")) {
			t.Errorf("%s: %q, %v; want %q, %q", tt.name, got, err, tt.want, tt.err)
		}
	}
}
