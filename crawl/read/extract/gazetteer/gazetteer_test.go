package gazetteer

import (
	"errors"
	"strings"
	"testing"
)

const row = "1796236\tShanghai\tShanghai\t上海,上海市\t31.22222\t121.45806\tP\tPPLA\tCN\t\t23\t\t\t\t24874500\t\t12\tAsia/Shanghai\t2024-01-01"

func TestRead(t *testing.T) {
	g, err := Read(strings.NewReader("\ufeff# a comment\n\n"+row+"\n"), "p.txt")
	if err != nil {
		t.Fatal(err)
	}
	p := g.Places[0]
	if p.Name != "Shanghai" || strings.Join(p.Names, " ") != "上海 上海市" || p.Lat != 31.22222 || p.Lon != 121.45806 || p.Class != 'P' || p.Code != "PPLA" || p.Country != "CN" || p.Population != 24874500 {
		t.Errorf("%+v", p)
	}
	if got := p.IRI(); got != "https://sws.geonames.org/1796236/" {
		t.Error(got)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"", "there is no place in it"},
		{"a\tb", "2 columns, but GeoNames' table has 19"},
		{strings.Replace(row, "1796236", "x", 1), `the ID is "x"`},
		{strings.Replace(row, "31.22222", "NaN", 1), `latitude: "NaN" is not a number of degrees between -90 and 90`},
		{strings.Replace(row, "121.45806", "181", 1), `longitude: "181"`},
		{strings.Replace(row, "24874500", "many", 1), `the population is "many"`},
		{strings.Replace(row, "\tShanghai\tS", "\t\tS", 1), "there is no name"},
		{strings.Replace(row, "上海", "\xff", 1), "not UTF-8"},
	} {
		_, err := Read(strings.NewReader(tt.text), "p.txt")
		var e *Error
		if err == nil || !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "p.txt:") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.20q: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// Every built-in place has an IRI that no other has and lies on the earth; those of our own have
// numbers below zero and a feature code.
func TestDefault(t *testing.T) {
	g, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	own, err := Own()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]string, len(g.Places))
	for i := range g.Places {
		p := &g.Places[i]
		if old, ok := seen[p.IRI()]; ok {
			t.Errorf("%s is %s and %s", p.IRI(), old, p.Name)
		}
		seen[p.IRI()] = p.Name
		if i < len(own.Places) && (p.ID >= 0 || p.Code == "") || !(p.Lat >= -90 && p.Lat <= 90 && p.Lon >= -180 && p.Lon <= 180) || len(p.Country) > 2 {
			t.Errorf("%+v", p)
		}
	}
	if len(g.Places) < 90_000 {
		t.Errorf("only %d places", len(g.Places))
	}
}

// Lines of towns that are damaged are errors, not places.
func TestUnpackRefuses(t *testing.T) {
	for _, text := range []string{"=CN 01\n1\tx\t\t1\t2\t3", "=CN 01\nx\tx\t\t1\t2\t3\t", "=CN 01\n1\tx\t\t1\t\t3\t"} {
		if err := new(Gazetteer).unpack(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(row)
	f.Add("\t\t\t\t1\t1" + strings.Repeat("\t", 13))
	f.Fuzz(func(t *testing.T, s string) {
		g, err := Read(strings.NewReader(s), "p")
		if err == nil {
			for i := range g.Places {
				if p := &g.Places[i]; p.Name == "" || !(p.Lat >= -90 && p.Lat <= 90) {
					t.Errorf("%+v", p)
				}
			}
		}
	})
}
