package strategy

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestParams(t *testing.T) {
	if err := (Params{Seed: 9}).Validate(); err != nil {
		t.Errorf("only a seed: %v", err)
	}
	if p := (Params{Seed: 9}).withDefaults(); p.Seed != 9 || p.Eta != .15 {
		t.Errorf("defaults of a seed: %+v", p)
	}
	tests := []struct {
		name string
		set  func(*Params)
	}{
		{"mu1", func(p *Params) { p.Mu1 = -.1 }},
		{"mu2", func(p *Params) { p.Mu2 = math.NaN() }},
		{"mu1+mu2+mu3", func(p *Params) { p.Mu3 = .3 }},
		{"d", func(p *Params) { p.D = 1.5 }},
		{"omega", func(p *Params) { p.Omega = 2 }},
		{"eta", func(p *Params) { p.Eta = math.Inf(1) }},
		{"balance", func(p *Params) { p.Balance = -1 }},
		{"tenure", func(p *Params) { p.Tenure = 0 }},
		{"tries", func(p *Params) { p.Tries = 0 }},
		{"k-page", func(p *Params) { p.KPage = -1 }},
		{"k-link", func(p *Params) { p.KLink = -1 }},
		{"temperature", func(p *Params) { p.Temperature = 0 }},
		{"temperature", func(p *Params) { p.Temperature = math.NaN() }},
		{"proposals", func(p *Params) { p.Proposals = -1 }},
		{"budget", func(p *Params) { p.Budget = -1 }},
	}
	for _, tt := range tests {
		p := Defaults()
		tt.set(&p)
		var pe *ParamError
		if err := p.Validate(); !errors.As(err, &pe) || pe.Name != tt.name || !strings.Contains(err.Error(), tt.name) {
			t.Errorf("%s: error %v", tt.name, err)
		}
		if _, err := NewOnITS(p); !errors.As(err, &pe) {
			t.Errorf("%s: NewOnITS took it", tt.name)
		}
		if _, err := NewTabu(p); !errors.As(err, &pe) {
			t.Errorf("%s: NewTabu took it", tt.name)
		}
		if _, err := NewBestFirst(p); !errors.As(err, &pe) {
			t.Errorf("%s: NewBestFirst took it", tt.name)
		}
	}
}
