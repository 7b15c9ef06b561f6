package gazetteer

import (
	"slices"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	tab, err := Storms()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name         string
		year, number int
	}{{"Doksuri", 2023, 5}, {"Yagi", 2024, 11}, {"Yagi", 2018, 14}, {"Bebinca", 2024, 13}, {"Bebinca", 2018, 16}, {"Mangkhut", 2018, 22}, {"Lekima", 2019, 9}, {"In-fa", 2021, 6}, {"Yagi", 2020, 0}} {
		if got := tab.Number(tt.name, tt.year); got != tt.number {
			t.Errorf("%s of %d has number %d, want %d", tt.name, tt.year, got, tt.number)
		}
		if tt.number > 0 && tab.Numbered(tt.number, tt.year) != tt.name {
			t.Errorf("number %d of %d is %s", tt.number, tt.year, tab.Numbered(tt.number, tt.year))
		}
	}
	if got := tab.Season("Mangkhut", 2023); got != 2018 {
		t.Errorf("Mangkhut up to 2023: %d", got)
	}
	if tab.Season("Nobody", 2023) != 0 || tab.Numbered(99, 2023) != "" || tab.Numbered(1, 1900) != "" || tab.Retired("Katrina") != 2005 || tab.Retired("Yagi") != 0 {
		t.Error("what is not in the table is found")
	}
}

// Every name of a season has its Chinese form, and no two names share one.
func TestNamesAreComplete(t *testing.T) {
	tab, err := Storms()
	if err != nil {
		t.Fatal(err)
	}
	forms := make(map[string]string)
	var known []string
	for _, n := range tab.Names {
		known = append(known, n.English)
		for _, f := range n.Chinese {
			if old, ok := forms[f]; ok {
				t.Errorf("%s is %s and %s", f, old, n.English)
			}
			forms[f] = n.English
		}
	}
	for year, names := range tab.seasons {
		for _, n := range names {
			if !slices.Contains(known, n) && !strings.Contains(" Sonamu Genevieve Co-may ", " "+n+" ") {
				t.Errorf("%d: %s is not among the names", year, n)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, bad := range [][2]string{{"\t台风", "2024\tWP\tA"}, {"A\t甲", "year\tWP\tA"}, {"A\t甲", "2024\tXX\tA"}, {"A\t甲", "2024"}} {
		if _, err := ParseStorms(bad[0], bad[1]); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
