package strategy_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/choose/internal/strategytest"
	"github.com/ontocrawl/ontocrawl/crawl/choose/strategy"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// TestReadsTabu4: a checkpoint of before hosts were proven is read, and the crawl goes on to
// its end. testdata/tabu-v4.txt has it in hex, after 14 visits of the web below, then the
// number of links that wait. It must not be made anew.
func TestReadsTabu4(t *testing.T) {
	text, err := os.ReadFile("testdata/tabu-v4.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(text))
	data, err := hex.DecodeString(lines[0])
	if err != nil {
		t.Fatal(err)
	}
	want, err := strconv.Atoi(lines[1])
	if err != nil {
		t.Fatal(err)
	}
	s := must(t, "tabu", "", strategy.Params{Seed: 1})
	if err := s.ReadFrom(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	if s.Len() != want {
		t.Errorf("%d links wait, want %d", s.Len(), want)
	}
	again, err := binenc.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := must(t, "tabu", "", strategy.Params{}).ReadFrom(bytes.NewReader(again)); err != nil {
		t.Errorf("written again it is not read: %v", err)
	}
	web := strategytest.NewWeb(3, 60, 4)
	n := 0
	for ; ; n++ {
		c, ok := s.Next(nil)
		if !ok {
			break
		}
		s.Observe(web.Visit(14+n, c))
	}
	if n < want || s.Len() != 0 {
		t.Errorf("%d choices were made of %d that waited", n, want)
	}
	data[len("tabu")+1] = 3
	if err := s.ReadFrom(bytes.NewReader(data)); err == nil || s.Len() != 0 {
		t.Errorf("version 3 was read: %v", err)
	}
}
