package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-ego/gse"
	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/semsim/lexicon/internal/gsedict"
)

func TestTrim(t *testing.T) {
	t.Parallel()
	list := "台风 120 n\n罕名 3 nr\n正好 4 d\n\n没有\n坏的 x n\n气旋 17.5 n"
	if got, want := trim(list), "台风 120\n正好 4\n气旋 17.5\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// gse reads from the packed list what it reads from its own.
func TestPackedListIsGses(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("loads gse's dictionary twice")
	}
	file := filepath.Join(t.TempDir(), "words.zst")
	if err := run([]string{file}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > 1_200_000 {
		t.Errorf("%d bytes", len(data))
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	text, err := d.DecodeAll(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	ours, its := new(gse.Segmenter), new(gse.Segmenter)
	for seg, load := range map[*gse.Segmenter]func() error{
		ours: func() error { return ours.LoadDictStr(string(text)) },
		its:  func() error { return its.LoadDictEmbed("zh_s") },
	} {
		*seg = gse.Segmenter{Dict: gse.NewDict(), MinTokenFreq: gsedict.MinFreq, NotLoadHMM: true, SkipLog: true}
		if err := load(); err != nil {
			t.Fatal(err)
		}
	}
	if n := its.Dict.NumTokens(); n < 100_000 || ours.Dict.NumTokens() != n || math.Abs(ours.Dict.TotalFreq()-its.Dict.TotalFreq()) > 0.5 {
		t.Fatalf("packed: %d words with %v together; gse: %d with %v", ours.Dict.NumTokens(), ours.Dict.TotalFreq(), n, its.Dict.TotalFreq())
	}
	for i, word := range its.Dict.Tokens {
		if got := ours.Dict.Tokens[i]; got.Text() != word.Text() || got.Freq() != word.Freq() {
			t.Fatalf("word %d is %s %v, in gse %s %v", i, got.Text(), got.Freq(), word.Text(), word.Freq())
		}
	}
}

func TestRunWantsAFile(t *testing.T) {
	t.Parallel()
	if err := run(nil); err == nil {
		t.Error("accepted no file")
	}
}
