package main

import (
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	t.Parallel()
	pairs, err := read(strings.NewReader("# a comment\n\n問\t问\n乾\t干 乾\n侶\t侣\n㑮\t𫝈\n髮\t发\n"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := write(&b, pairs); err != nil {
		t.Fatal(err)
	}
	if want := "# Made by internal/opencc from OpenCC's TSCharacters.txt, Apache-2.0.\n侶侣 問问 髮发\n"; b.String() != want {
		t.Errorf("the table is %q, want %q", b.String(), want)
	}
	for _, bad := range []string{"問", "問\t", "問問\t问", "問\t问问"} {
		if _, err := read(strings.NewReader("侶\t侣\n" + bad + "\n")); err == nil || !strings.Contains(err.Error(), "line 2 ") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if err := run(nil, &b); err == nil {
		t.Error("no file was no error")
	}
}
