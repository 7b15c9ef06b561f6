package eventgraph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/goldentest"
)

// putCards writes cards into a run folder by write, and reads them.
func putCards(t testing.TB, dir string, text []byte) *Cards {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, Dir), 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, Dir, CardsFile)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, time.Time{}, time.Now().Add(time.Duration(len(text))*time.Second)); err != nil {
		t.Fatal(err)
	}
	c, err := readCards(dir)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func cardsText(t testing.TB, c *Cards) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCardsAreKept: the file gives back the cards that were written; a list needs the first line only, and a file of an earlier version,
// one JSON value, is read as well. The bytes are as a golden file has them.
func TestCardsAreKept(t *testing.T) {
	want := build(t, yagi()...).Cards()
	want.At = time.Date(2024, 9, 8, 0, 0, 0, 0, time.UTC)
	text := cardsText(t, want)
	goldentest.Text(t, "cards.jsonl", string(text))
	whole, err := os.ReadFile("testdata/cards-2.json") // as it was written before version 3
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"lines": text, "earlier version": whole} {
		t.Run(name, func(t *testing.T) {
			c := putCards(t, t.TempDir(), text)
			for i := range c.Cards {
				if got, want := &c.Cards[i], &want.Cards[i]; got.Conflicts() != len(want.Contradict) || !got.Last().Equal(want.Last()) || (name == "lines") != (got.Figures == nil) {
					t.Errorf("%s: %d conflicts, last %v, figures %v", got.ID, got.Conflicts(), got.Last(), got.Figures != nil)
				}
			}
			got, err := c.Whole()
			if err != nil {
				t.Fatal(err)
			}
			a, _ := json.Marshal(got.Cards)
			b, _ := json.Marshal(want.Cards)
			if !bytes.Equal(a, b) || !reflect.DeepEqual(got.Aside, want.Aside) || got.Pages != want.Pages {
				t.Errorf("%s\nwant\n%s", a, b)
			}
		})
	}
}

// TestReplacedCards: a file that an update replaced meanwhile is read again, and one whose lines are damaged is an error.
func TestReplacedCards(t *testing.T) {
	dir := t.TempDir()
	cards := build(t, yagi()...).Cards()
	text := cardsText(t, cards)
	c := putCards(t, dir, text)
	id := c.Cards[0].ID
	cards.Cards[0].Figures = cards.Cards[0].Figures[:1]
	putCards(t, dir, cardsText(t, cards))
	if got, err := c.Full(0); err != nil || got.ID != id || len(got.Figures) != 1 {
		t.Errorf("%v", err)
	}
	cards.Cards[0].ID = "another"
	putCards(t, dir, cardsText(t, cards))
	if _, err := c.Full(0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an event that is no longer there: %v", err)
	}
	for _, broken := range [][]byte{
		text[:bytes.IndexByte(text, '\n')+10], bytes.Replace(text, []byte(`"figures":[{`), []byte(`"figures":[[`), 1),
		bytes.Replace(text, []byte(`"rest":{"at":0,"size":`), []byte(`"rest":{"at":0,"size":-`), 1),
		bytes.Replace(text, []byte(`"rest":{"at":0,"size":`), []byte(`"rest":{"at":0,"size":99999999999`), 1),
		bytes.Replace(text, []byte(`"rest":{"at":0,`), []byte(`"rest":{"at":9223372036854775807,`), 1),
	} {
		c := putCards(t, dir, broken)
		if _, err := c.Whole(); err == nil {
			t.Error("damaged details were read")
		}
	}
}

// manyCards are a million facts as far as cards have them: the most cards, with the most figures of each.
func manyCards() *Cards {
	c := &Cards{Version: cardsVersion, Events: mostCards}
	day := time.Date(2024, 7, 20, 0, 0, 0, 0, time.UTC)
	for i := range mostCards {
		card := Card{ID: hash(fmt.Sprint(i)), IRI: fmt.Sprint(eventBase, "flood/", i), Kind: "flood", Names: []Named{}, Begin: "2024-07-20", End: "2024-07-21", Pages: 10,
			Places: []PlaceOnCard{{IRI: "https://ontocrawl.github.io/place/cn/zhengzhou", Name: "Zhengzhou", Local: "郑州", Lat: 34.7, Lon: 113.6}}, Told: []Teller{}, Contradict: []Conflict{}, More: 300}
		for k := range mostFigures {
			card.Figures = append(card.Figures, Figure{ID: hash(fmt.Sprint(i, " ", k)), Kind: "dead", Value: float64(k + 1), Unit: "person", Day: "2024-07-20", When: "7月20日", Where: "郑州", At: card.Places[0].IRI, Seen: day,
				Modality: "observed", Trust: .95, URL: fmt.Sprintf("https://news%d.example.com/2024/07/20/%d.html", i, k), Title: "郑州洪水", Lang: "zh-Hans", Sentence: fmt.Sprintf("7月20日，郑州发生洪水，造成%d人死亡，多地道路中断。", k+1)})
		}
		c.Cards = append(c.Cards, card)
	}
	return c
}

// BenchmarkManyFacts measures how a server reads the facts of a run when it starts, and of one event when somebody asks for it: of a store
// of a million facts, 2,000 events with 500 each. "whole" is the file of earlier versions.
func BenchmarkManyFacts(b *testing.B) {
	all := manyCards()
	text := cardsText(b, all)
	all.Version = wholeVersion
	whole, err := json.Marshal(all)
	if err != nil {
		b.Fatal(err)
	}
	all = nil
	for name, text := range map[string][]byte{"lines": text, "whole": whole} {
		dir := b.TempDir()
		c := putCards(b, dir, text)
		b.Run(name+"/start", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if c, err = readCards(dir); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(text)), "fileB")
		})
		b.Run(name+"/event", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if card, err := c.Full(i % mostCards); err != nil || len(card.Figures) != mostFigures {
					b.Fatal(err)
				}
			}
		})
	}
}
