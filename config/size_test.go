package config

import "testing"

func TestParseSize(t *testing.T) {
	for s, want := range map[string]int64{
		"512MB": 512_000_000, "512mb": 512_000_000, "512 MiB": 512 << 20, "512M": 512 << 20, "1.5GiB": 3 << 29, "2g": 2 << 30,
		"1000000": 1_000_000, "70B": 70, "1kB": 1000, " 3 TB ": 3e12, "0": 0,
	} {
		if got, err := ParseSize(s); err != nil || got != want {
			t.Errorf("%q: %d %v, want %d", s, got, err, want)
		}
	}
	for _, s := range []string{"", "MB", "-1MB", "1e9", "0x10", "NaN", "inf", "1XB", "1 2MB", "99999999TB", "1_000", "1MBMB"} {
		if got, err := ParseSize(s); err == nil {
			t.Errorf("%q: %d", s, got)
		}
	}
}
