package strategy

import (
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/strategy/strategytest"
)

func newOnITS(t testing.TB, p Params) *OnITS {
	t.Helper()
	s, err := NewOnITS(p)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOnITSExam(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(*Params)
	}{
		{"literal", func(*Params) {}},
		{"work copy", func(p *Params) { p.WorkCopy = true }},
		{"accept random", func(p *Params) { p.AcceptRandom = true }},
		{"chain", func(p *Params) { p.Chain = true }},
		{"revisit", func(p *Params) { p.Revisit = true }},
		{"tournament", func(p *Params) { p.KPage, p.KLink = 32, 5 }},
		{"all", func(p *Params) { p.WorkCopy, p.Chain, p.Revisit, p.KLink = true, true, true, 2 }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := Defaults()
			p.Seed = 3
			tt.set(&p)
			strategytest.Test(t, func() crawl.Strategy { return newOnITS(t, p) })
		})
	}
}
