package owl

import (
	"strings"
	"testing"
)

func TestLinesOf(t *testing.T) {
	data := strings.Join([]string{
		`<?xml version="1.0"?>`,
		`<owl:Class rdf:about="#Typhoon"> <x:causes rdf:resource="http://x.org/o#Storm"/>`,
		`<owl:Class rdf:about="http://x.org/o#TyphoonEye"/>`,
		`:Flood a owl:Class . ex:Flood a :Rain.`,
		`id: RO:0002473`,
		`<http://x.org/o/> <http://x.org/o/Surge>`,
		`http://x.org/o#Flood`,
		`:A`,
	}, "\n")
	tests := []struct {
		iri  string
		want int
	}{
		{"http://x.org/o#Typhoon", 2},
		{"http://x.org/o#Storm", 2},
		{"http://x.org/o#TyphoonEye", 3},
		{"http://x.org/o#causes", 2},
		{"http://x.org/o#Flood", 7}, // in full is surer than :Flood
		{"http://x.org/o#Rain", 4},
		{nsOBO + "RO_0002473", 5},
		{"http://x.org/o/", 6},
		{"http://x.org/o/Surge", 6},
		{"http://x.org/o#A", 8},
		{"http://x.org/o#Eye", 0},
		{"http://x.org/o#Wind", 0},
		{"", 0},
	}
	var iris []string
	for _, tt := range tests {
		iris = append(iris, tt.iri)
		if got := lineOf([]byte(data), tt.iri); got != tt.want {
			t.Errorf("%s is in line %d, want %d", tt.iri, got, tt.want)
		}
	}
	lines := linesOf([]byte(data), iris)
	for _, tt := range tests {
		if lines[tt.iri] != tt.want {
			t.Errorf("%s is in line %d, want %d, of all", tt.iri, lines[tt.iri], tt.want)
		}
	}
}

// A word full of signs takes no longer than its length asks for.
func TestLinesOfSigns(t *testing.T) {
	data := []byte(strings.Repeat(":#", 4<<20) + " http://x.org/o#A")
	if got := linesOf(data, []string{"http://x.org/o#A", "http://x.org/o#B"}); got["http://x.org/o#A"] != 1 || len(got) != 1 {
		t.Errorf("got %v", got)
	}
}
