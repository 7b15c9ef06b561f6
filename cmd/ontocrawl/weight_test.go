package main

import (
	"cmp"
	"debug/elf"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Of gse's lists only the one that is read is in the program: the Japanese list alone has
// 24 MB, and all that the program holds besides has 13 MB of constants. With -v the
// test prints the table of docs/install.md.
func TestWeight(t *testing.T) {
	t.Parallel()
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("builds the program, and reads it as ELF")
	}
	bin := buildBinary(t)
	f, err := elf.Open(bin)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := os.Stat(bin)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB in all", mega(uint64(info.Size())))
	var debug uint64
	for _, s := range f.Sections {
		if strings.HasPrefix(s.Name, ".debug_") || s.Name == ".symtab" || s.Name == ".strtab" {
			debug += s.FileSize
		} else if s.Type != elf.SHT_NOBITS && s.Size > 500_000 {
			t.Logf("%6.1f MB %s", mega(s.Size), s.Name)
		}
	}
	t.Logf("%6.1f MB for debuggers", mega(debug))
	if constants := f.Section(".rodata").Size; constants > 20e6 {
		t.Errorf("%.1f MB of constants: are gse's other lists in it?", mega(constants))
	}
	code := codeByModule(t, f)
	modules := make([]string, 0, len(code))
	for m := range code {
		modules = append(modules, m)
	}
	slices.SortFunc(modules, func(a, b string) int { return cmp.Compare(code[b], code[a]) })
	for _, m := range modules[:min(25, len(modules))] {
		t.Logf("%6.2f MB code of %s", mega(code[m]), m)
	}
}

func mega(n uint64) float64 { return float64(n) / 1e6 }

// codeByModule adds up the sizes of functions.
func codeByModule(t *testing.T, f *elf.File) map[string]uint64 {
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	code := map[string]uint64{}
	for _, s := range symbols {
		if int(s.Section) < len(f.Sections) && f.Sections[s.Section].Name == ".text" {
			code[moduleOf(s.Name)] += s.Size
		}
	}
	return code
}

// moduleOf is the module of a function, roughly: github.com/owner/name, or "std".
func moduleOf(symbol string) string {
	name, _, _ := strings.Cut(symbol, "[")
	name, _, _ = strings.Cut(name, "(")
	name = strings.TrimPrefix(strings.TrimPrefix(name, "type:.eq."), "type:.hash.")
	parts := strings.Split(name, "/")
	if len(parts) < 2 || !strings.Contains(parts[0], ".") {
		return "std"
	}
	if last := len(parts) - 1; last < 3 {
		parts[last], _, _ = strings.Cut(parts[last], ".")
	}
	return strings.Join(parts[:min(3, len(parts))], "/")
}
