package eventgraph

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

// flood are pages about floods at two places.
func flood(t *testing.T) *watched {
	w := watch(t)
	w.at("2024-07-21T08:00", "http://a.test/", "7月20日，郑州发生洪水，造成12人死亡。")
	w.at("2024-07-21T09:00", "http://b.test/", "7月20日，郑州发生洪水，造成15人死亡，3人失踪。")
	w.at("2024-07-21T10:00", "http://c.test/", "7月20日，昆明发生洪水，造成4人死亡。")
	return w
}

// card is the card at a place.
func card(t *testing.T, c *Cards, place string) *Card {
	t.Helper()
	i := slices.IndexFunc(c.Cards, func(c Card) bool { return strings.Contains(c.IRI, place) })
	if i < 0 {
		t.Fatalf("no event at %s in %+v", place, c.Cards)
	}
	return &c.Cards[i]
}

// fact is the id of a fact.
func fact(t *testing.T, c *Card, kind string, value float64) *Figure {
	t.Helper()
	i := slices.IndexFunc(c.Figures, func(f Figure) bool { return f.Kind == kind && f.Value == value })
	if i < 0 {
		t.Fatalf("no %s %g in %+v", kind, value, c.Figures)
	}
	return &c.Figures[i]
}

func (w *watched) decide(c *Cards, o Order) {
	w.t.Helper()
	o.By = "li"
	if err := Decide(w.t.Context(), w.dir, c, o); err != nil {
		w.t.Fatal(err)
	}
}

// TestRefusedEventStaysAway: neither when its pages are read anew, nor with a page that gives it another first day and so another
// address; the facts are not lost; and it comes back when that is taken back.
func TestRefusedEventStaysAway(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	id := card(t, c, "zhengzhou").ID
	w.decide(c, Order{Event: id, Decision: Decision{What: Refuse, Note: "a drill"}})
	w.at("2024-07-21T11:00", "http://d.test/", "7月19日，郑州发生洪水，造成20人死亡。")
	for range 5 { // in another order each time
		b := w.update()
		if c = b.Cards(); c.Events != 1 || card(t, c, "kunming") == nil || len(c.Aside) != 1 || c.Aside[0].Decided.By != "li" || c.Aside[0].Decided.Note != "a drill" {
			t.Fatalf("%+v", c)
		}
		if n := slices.IndexFunc(b.Statements, func(s Statement) bool { return s.Kind == "dead" && s.Value == 20 && s.Event == -1 }); n < 0 {
			t.Fatal("what pages say of it is lost")
		}
	}
	w.decide(c, Order{Event: id, Decision: Decision{What: Withdraw}})
	if c = w.update().Cards(); c.Events != 2 || len(c.Aside) != 0 {
		t.Fatalf("it does not come back: %+v", c)
	}
}

func TestDecideFacts(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	z := card(t, c, "zhengzhou")
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Refuse, Fact: fact(t, z, "dead", 12).ID}})
	value := 16.0
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Correct, Fact: fact(t, z, "dead", 15).ID, Value: &value}})
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Confirm, Fact: fact(t, z, "missing", 3).ID}})
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Confirm}})
	w.at("2024-07-21T12:00", "http://a.test/", "更新：", "7月20日，郑州发生洪水，造成12人死亡。")
	z = card(t, w.update().Cards(), "zhengzhou")
	no, yes, sure := fact(t, z, "dead", 12), fact(t, z, "dead", 16), fact(t, z, "missing", 3)
	if no.Doubt != "refused by a person: li" || no.Decided.What != Refuse || yes.Decided == nil || *yes.Decided.Was != 15 || sure.Trust != 1 || z.Decided.What != Confirm {
		t.Fatalf("%+v %+v %+v %+v", no, yes, sure, z.Decided)
	}
	if len(z.Contradict) != 0 {
		t.Fatalf("a refused fact contradicts: %+v", z.Contradict)
	}
	c = w.update().Cards()
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Withdraw, Fact: yes.ID}})
	fact(t, card(t, w.update().Cards(), "zhengzhou"), "dead", 15)
}

func TestMergeAndSplit(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	z, k := card(t, c, "zhengzhou"), card(t, c, "kunming")
	w.decide(c, Order{Event: k.ID, Into: z.ID, Decision: Decision{What: Merge}})
	c = w.update().Cards()
	if c.Events != 1 || card(t, c, "zhengzhou").Pages != 3 || len(c.Aside) != 1 {
		t.Fatalf("%+v", c)
	}
	fact(t, &c.Cards[0], "dead", 4)
	w.decide(c, Order{Event: z.ID, Into: k.ID, Decision: Decision{What: Merge}}) // a circle
	if c = w.update().Cards(); c.Events != 1 || c.Cards[0].Pages != 3 {
		t.Fatalf("%+v", c)
	}
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Withdraw}})
	w.decide(c, Order{Event: k.ID, Decision: Decision{What: Withdraw}})
	c = w.update().Cards()
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Split, Pages: []string{"http://b.test/"}}})
	c = w.update().Cards()
	var parted *Card
	for i := range c.Cards {
		if p := &c.Cards[i]; p.Told[0].URL == "http://b.test/" {
			parted = p
		}
	}
	if c.Events != 3 || parted == nil || parted.IRI == z.IRI {
		t.Fatalf("%+v", c)
	}
	fact(t, parted, "missing", 3)
	w.decide(c, Order{Event: parted.ID, Decision: Decision{What: Refuse}})
	if c = w.update().Cards(); c.Events != 2 || card(t, c, "zhengzhou").Pages != 1 {
		t.Fatalf("%+v", c)
	}
}

// TestWrongDecisions: nothing is written for what decides nothing.
func TestWrongDecisions(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	z, value := card(t, c, "zhengzhou"), 1.0
	for name, o := range map[string]Order{
		"verb":    {Decision: Decision{What: "delete"}},
		"value":   {Decision: Decision{What: Correct, Fact: z.Figures[0].ID}},
		"surplus": {Decision: Decision{What: Confirm, Value: &value}},
		"itself":  {Into: z.ID, Decision: Decision{What: Merge}},
		"nowhere": {Decision: Decision{What: Merge}},
		"pages":   {Decision: Decision{What: Split}},
		"note":    {Decision: Decision{What: Refuse, Note: strings.Repeat("x", maxNote+1)}},
	} {
		o.Event = z.ID
		bad := new(DecisionError)
		if err := Decide(t.Context(), w.dir, c, o); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, o := range map[string]Order{
		"event": {Event: "x", Decision: Decision{What: Refuse}},
		"fact":  {Event: z.ID, Decision: Decision{What: Refuse, Fact: "x"}},
		"page":  {Event: z.ID, Decision: Decision{What: Split, Pages: []string{"http://c.test/"}}},
	} {
		if err := Decide(t.Context(), w.dir, c, o); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(w.dir, Dir, decisionsFile)); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestDamagedDecisions: a file that was cut or lost is written again from its copy.
func TestDamagedDecisions(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	w.decide(c, Order{Event: card(t, c, "zhengzhou").ID, Decision: Decision{What: Refuse}})
	w.decide(c, Order{Event: card(t, c, "kunming").ID, Decision: Decision{What: Refuse}})
	file := filepath.Join(w.dir, Dir, decisionsFile)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, left := range map[string][]byte{"empty": {}, "no text": []byte("\x00\x00\x00\n"), "cut": whole[:len(whole)*3/4]} {
		if err := os.WriteFile(file, left, 0o600); err != nil {
			t.Fatal(err)
		}
		all, restored, err := readDecisions(w.dir)
		now, _ := os.ReadFile(file)
		if len(all) != 2 || restored == nil || err != nil || string(now) != string(whole) {
			t.Errorf("%s: %d decisions, %v, %v", name, len(all), restored, err)
		}
	}
	if err := atomicfile.Append(file, []byte(`{"format":9,"what":"refuse","event":{"iri":"x"}}`+"\n"), shared(t.Context())); err != nil {
		t.Fatal(err)
	}
	if err := new(Builder).Decide(w.dir); err == nil || !strings.Contains(err.Error(), "format 9") {
		t.Errorf("of a newer program: %v", err)
	}
}
