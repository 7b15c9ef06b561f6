package strategy

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl"
	"github.com/ontocrawl/ontocrawl/crawl/keep/binenc"
)

// declared is a strategy that declares what a test says.
type declared struct {
	crawl.Strategy
	level Level
}

func (d declared) Level() Level { return d.level }

// abilities calls visit with every moment and ability of a Level, also those that are added
// later, by name.
func abilities(l reflect.Value, visit func(name string, f reflect.Value)) {
	for i := range l.NumField() {
		switch f, t := l.Field(i), l.Type().Field(i); {
		case t.Anonymous:
			abilities(f, visit)
		case t.IsExported():
			visit(t.Name, f)
		}
	}
}

// able can do everything: each function does nothing.
func able() (l Level) {
	abilities(reflect.ValueOf(&l).Elem(), func(_ string, f reflect.Value) {
		if t := f.Type(); t.Kind() == reflect.Func {
			f.Set(reflect.MakeFunc(t, func([]reflect.Value) (none []reflect.Value) {
				for i := range t.NumOut() {
					none = append(none, reflect.Zero(t.Out(i)))
				}
				return none
			}))
		}
	})
	l.Member, l.urls = NewBreadthFirst(), Params{}.frontier()
	return l
}

// toy is a policy in a few lines: a host is closed. It knows of one moment.
func toy(at Place, closed string) Policy {
	return Policy{Place: at, Around: func(l *Level) {
		next := l.Next
		l.Next = func(busy func(string) bool) (crawl.Choice, bool) {
			return next(func(host string) bool { return host == closed || busy != nil && busy(host) })
		}
	}}
}

// TestNoAbilityIsLost: a strategy can do with each policy what it can do without, whatever
// abilities there are; and a policy that knows of one moment changes no other.
func TestNoAbilityIsLost(t *testing.T) {
	refresh, err := NewRefresh(new(nothingRecorded), RefreshParams{})
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]Policy{
		"aside": NewDeferral(DeferralParams{}), "trap guard": NewTrapGuard(TrapGuardParams{}), "sources": NewSources(SourceParams{}),
		"searching": NewSearching(nil, SearchParams{}), "refresh": refresh, "toy": toy(PlaceRefresh, ""),
	} {
		of := able()
		with := NewChain(declared{NewBreadthFirst(), of}, p).Level()
		was, n := map[string]uintptr{}, 0
		abilities(reflect.ValueOf(of), func(name string, f reflect.Value) { was[name] = pointer(f) })
		abilities(reflect.ValueOf(with), func(ability string, f reflect.Value) {
			if n++; f.IsNil() {
				t.Errorf("%s: %s is lost", name, ability)
			} else if name == "toy" && ability != "Next" && ability != "Hear" && pointer(f) != was[ability] {
				t.Errorf("a policy that knows of Next only changes %s", ability)
			}
		})
		if n < 20 {
			t.Errorf("%d abilities are looked at", n)
		}
	}
	cannot := NewChain(declared{level: Level{Next: able().Next}}, NewTrapGuard(TrapGuardParams{}), NewSources(SourceParams{}), refresh).Level()
	if cannot.Block != nil || cannot.Unblock != nil || cannot.Hear != nil || cannot.NextQuiet != nil || cannot.Unite != nil || cannot.Waiting != nil || cannot.Ask != nil {
		t.Error("a policy declares what the strategy inside cannot do")
	}
}

func pointer(f reflect.Value) uintptr {
	if f.Kind() == reflect.Func {
		return f.Pointer()
	}
	return 0
}

// nothingRecorded is an empty journal.
type nothingRecorded struct{}

func (nothingRecorded) Committed() int                        { return 0 }
func (nothingRecorded) Visits(func(*crawl.Visit) error) error { return nil }

// TestPlaces: policies stand in the order of their places, in whatever order they are added, and
// what is inside of each is known.
func TestPlaces(t *testing.T) {
	var asked []Place
	ask := func(at Place) Policy {
		return Policy{Place: at, Around: func(l *Level) {
			length := l.Len
			l.Len = func() int { asked = append(asked, at); return length() + 1 }
		}}
	}
	c := NewChain(NewBreadthFirst(), ask(PlacePart), ask(PlaceDefer), ask(PlaceRefresh))
	c.Add(ask(PlaceDivide), ask(PlaceSources), ask(PlaceTrapGuard), ask(PlaceSearching))
	if n := c.Len(); n != 7 || !slices.Equal(asked, []Place{PlacePart, PlaceRefresh, PlaceSearching, PlaceSources, PlaceTrapGuard, PlaceDefer, PlaceDivide}) {
		t.Errorf("Len is %d, asked in the order %v", n, asked)
	}
	for at, want := range map[Place]int{PlaceDivide: 0, PlaceDefer: 1, PlaceTrapGuard: 2, PlaceRefresh: 5, PlacePart: 6, PlacePart + 1: 7} {
		if n := c.Inside(at).Len(); n != want {
			t.Errorf("inside place %d: %d, want %d", at, n, want)
		}
	}
}

// TestToyPolicy: a policy of a few lines holds among the others, and for all ways to a choice
// that it changes; checkpoints do not know of it.
func TestToyPolicy(t *testing.T) {
	open := func(more ...Policy) *Chain {
		c := NewChain(named(t, "tabu", "", Params{}), more...)
		c.Add(NewSources(SourceParams{}), NewTrapGuard(TrapGuardParams{Patience: 9}), NewDeferral(DeferralParams{}))
		return c
	}
	with, without := open(toy(PlaceSources, "closed.test")), open()
	for _, c := range []*Chain{with, without} {
		for i, host := range []string{"closed.test", "a.test", "b.test"} {
			c.Seed([]crawl.Link{link(fmt.Sprintf("http://%s/%d", host, i))})
		}
	}
	if c, _ := without.Next(nil); c.Host != "closed.test" {
		t.Fatalf("without the policy: %q", c.URL)
	}
	var got []string
	for {
		c, ok := with.Next(nil)
		if !ok {
			break
		}
		got = append(got, c.Host)
	}
	if !slices.Equal(got, []string{"a.test", "b.test"}) || with.Len() != 1 {
		t.Errorf("chosen %q, %d wait", got, with.Len())
	}
	data, err := binenc.Marshal(with)
	if err != nil {
		t.Fatal(err)
	}
	if err := open().ReadFrom(bytes.NewReader(data)); err != nil {
		t.Error(err)
	}
}
