package eventgraph

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestDuty: two people at once are both kept, the second sees the first, and nothing of the graph changes or waits for an update.
func TestDuty(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	id := card(t, c, "zhengzhou").ID
	text, err := json.Marshal(c)
	if err == nil {
		err = os.MkdirAll(filepath.Join(w.dir, Dir), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(w.dir, Dir, CardsFile), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	cache := &Cache{Folder: func(string) (string, bool) { return w.dir, true }}
	if _, st, err := cache.Cards("x"); err != nil || st.Undone != 0 {
		t.Fatal(st, err)
	}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			o := Order{Event: id, Decision: Decision{What: Acknowledge, By: fmt.Sprint("p", i)}}
			if err := cache.DecideEvent(t.Context(), "x", o); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	w.decide(c, Order{Event: id, Decision: Decision{What: Acknowledge}})
	w.decide(c, Order{Event: id, Decision: Decision{What: Assign, To: "wang"}})
	w.decide(c, Order{Event: id, Decision: Decision{What: Assign, To: "zhao", Note: "shift ends"}})
	w.decide(c, Order{Event: id, Decision: Decision{What: Remark, Note: "call the port"}})
	w.decide(c, Order{Event: id, Decision: Decision{What: Acknowledge}})
	shown, st, err := cache.Cards("x")
	if err != nil || st.Undone != 0 || len(card(t, c, "zhengzhou").Log) != 0 {
		t.Fatal(st, err, "or the kept cards were changed")
	}
	z := card(t, shown, "zhengzhou")
	if len(z.Acknowledged) != 21 || z.Assigned == nil || z.Assigned.To != "zhao" || z.Assigned.By != "li" || len(z.Log) != 25 || z.Log[23].Note != "call the port" {
		t.Errorf("%+v", z)
	}
	if k := card(t, shown, "kunming"); k.Log != nil || k.Acknowledged != nil {
		t.Errorf("another event has it: %+v", k)
	}
	w.decide(c, Order{Event: id, Decision: Decision{What: Assign}})
	w.decide(c, Order{Event: id, Decision: Decision{What: Withdraw}})
	if shown, _, _ = cache.Cards("x"); card(t, shown, "zhengzhou").Assigned != nil || len(card(t, shown, "zhengzhou").Acknowledged) != 21 {
		t.Error("nobody works on it, and who has seen it has seen it")
	}
}

// TestDutyStays: with an event that gets another first day, and so another address, and with one that is merged into another.
func TestDutyStays(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	z, k := card(t, c, "zhengzhou"), card(t, c, "kunming")
	w.decide(c, Order{Event: z.ID, Decision: Decision{What: Assign, To: "wang"}})
	w.decide(c, Order{Event: k.ID, Decision: Decision{What: Acknowledge}})
	w.at("2024-07-21T11:00", "http://d.test/", "7月19日，郑州发生洪水，造成20人死亡。")
	w.decide(c, Order{Event: k.ID, Into: z.ID, Decision: Decision{What: Merge}})
	c, err := w.update().Cards().Acted(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	now := card(t, c, "zhengzhou")
	if now.IRI == z.IRI || now.Assigned == nil || now.Assigned.To != "wang" || len(now.Acknowledged) != 1 || len(now.Log) != 3 {
		t.Errorf("%+v", now)
	}
}

func TestWrongDuty(t *testing.T) {
	w := flood(t)
	c := w.update().Cards()
	z := card(t, c, "zhengzhou")
	for field, d := range map[string]Decision{
		"to":   {What: Acknowledge, To: "wang"},
		"note": {What: Remark},
		"fact": {What: Assign, To: "wang", Fact: z.Figures[0].ID},
	} {
		bad := new(DecisionError)
		if err := Decide(t.Context(), w.dir, c, Order{Event: z.ID, Decision: d}); !errors.As(err, &bad) || bad.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}
