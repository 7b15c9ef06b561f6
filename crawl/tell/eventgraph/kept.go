package eventgraph

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ontocrawl/ontocrawl/internal/english"
)

// wholeVersion is the version of files that are one JSON value. Later ones begin with the [Cards], each card without its [details],
// which stand in the lines behind, in the order of the cards: a server of many facts reads the first line, and of a card what
// somebody asks for.
const wholeVersion = 2

// rest says where the details of a card stand, and what of them lists need.
type rest struct {
	At         int64     `json:"at"` // bytes behind the first line
	Size       int       `json:"size"`
	Contradict int       `json:"contradictions"`
	Last       time.Time `json:"last,omitzero"` // when the newest sentence was seen first
}

// keptCards are [Cards] as the first line has them.
type keptCards struct {
	cardsHead
	Cards []keptCard `json:"cards"`
}

type (
	cardsHead Cards
	keptCard  struct {
		Card
		Rest *rest `json:"rest,omitempty"`
	}
)

// details is a line of the file.
type details struct {
	ID         string     `json:"id"`
	Told       []Teller   `json:"told"`
	Figures    []Figure   `json:"figures"`
	Contradict []Conflict `json:"contradict"`
}

// Conflicts is how many days and places of c have figures that differ.
func (c *Card) Conflicts() int {
	if c.rest != nil {
		return c.rest.Contradict
	}
	return len(c.Contradict)
}

// Last is when the newest sentence of c was seen first.
func (c *Card) Last() (last time.Time) {
	if c.rest != nil {
		return c.rest.Last
	}
	note := func(t time.Time) {
		if t.After(last) {
			last = t
		}
	}
	for i := range c.Figures {
		note(c.Figures[i].Seen)
	}
	for i := range c.Contradict {
		for k := range c.Contradict[i].Figures {
			note(c.Contradict[i].Figures[k].Seen)
		}
	}
	for i := range c.Chains {
		for k := range c.Chains[i].Steps {
			note(c.Chains[i].Steps[k].Seen)
		}
	}
	return last
}

// Full returns card i with its details. A file that was replaced since c was read is read again; the error is fs.ErrNotExist
// if it has the event no more.
func (c *Cards) Full(i int) (*Card, error) {
	card := &c.Cards[i]
	if card.rest == nil {
		return card, nil
	}
	d, err := c.details(card)
	if err != nil {
		return nil, fmt.Errorf("crawl/tell/eventgraph: %w", err)
	}
	if d != nil {
		full := *card
		full.rest, full.Told, full.Figures, full.Contradict = nil, d.Told, d.Figures, d.Contradict
		return &full, nil
	}
	now, err := readCards(c.dir)
	if err != nil {
		return nil, err
	}
	if i = slices.IndexFunc(now.Cards, func(o Card) bool { return o.ID == card.ID }); i < 0 {
		return nil, fmt.Errorf("event %s: %w", card.ID, os.ErrNotExist)
	}
	full, err := now.Full(i)
	if err != nil {
		return nil, err
	}
	known := *full
	known.Acknowledged, known.Assigned, known.Log = card.Acknowledged, card.Assigned, card.Log
	return &known, nil
}

// details reads the details of a card; nil if the file is another one than c was read from.
func (c *Cards) details(card *Card) (*details, error) {
	f, err := os.Open(filepath.Join(c.dir, Dir, CardsFile))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	info, err := f.Stat()
	if err != nil || info.Size() != c.size || !info.ModTime().Equal(c.changed) {
		return nil, err
	}
	if r := card.rest; r.At < 0 || r.Size < 0 || r.At > c.size-c.body || int64(r.Size) > c.size-c.body-r.At {
		return nil, fmt.Errorf("%s: event %s: %w", f.Name(), card.ID, io.ErrUnexpectedEOF)
	}
	line := make([]byte, card.rest.Size)
	if _, err := f.ReadAt(line, c.body+card.rest.At); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	d := new(details)
	if err := json.Unmarshal(line, d); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Name(), err)
	}
	if d.ID != card.ID {
		return nil, english.Errorf("%s: it has another event at %d", f.Name(), c.body+card.rest.At)
	}
	return d, nil
}

// Whole returns c with all details.
func (c *Cards) Whole() (*Cards, error) {
	out := *c
	out.Cards = make([]Card, len(c.Cards))
	for i := range c.Cards {
		full, err := c.Full(i)
		if err != nil {
			return nil, err
		}
		out.Cards[i] = *full
	}
	return &out, nil
}

// write writes c as [CardsFile] has it.
func (c *Cards) write(to io.Writer) error {
	head, at := keptCards{cardsHead: cardsHead(*c), Cards: make([]keptCard, len(c.Cards))}, int64(0)
	for i := range c.Cards {
		card := c.Cards[i]
		line, err := card.line()
		if err != nil {
			return err
		}
		r := &rest{At: at, Size: len(line), Contradict: len(card.Contradict), Last: card.Last()}
		card.Told, card.Figures, card.Contradict = nil, nil, nil
		head.Cards[i] = keptCard{card, r}
		at += int64(len(line))
	}
	if err := json.NewEncoder(to).Encode(&head); err != nil {
		return err
	}
	for i := range c.Cards { // made twice, so that not all are held
		line, err := c.Cards[i].line()
		if err == nil {
			_, err = to.Write(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Card) line() ([]byte, error) {
	line, err := json.Marshal(details{c.ID, c.Told, c.Figures, c.Contradict})
	return append(line, '\n'), err
}

// readCards reads the cards that are kept in a run folder, without their details. The error is fs.ErrNotExist if there are none, or
// only cards of a version that this program does not know.
func readCards(runDir string) (*Cards, error) {
	file := filepath.Join(runDir, Dir, CardsFile)
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // it was only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	head, err := bufio.NewReaderSize(f, 256<<10).ReadBytes('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var kept keptCards
	if err := json.Unmarshal(head, &kept); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	c := (*Cards)(&kept.cardsHead)
	c.dir, c.body, c.size, c.changed = runDir, int64(len(head)), info.Size(), info.ModTime()
	c.Cards = make([]Card, len(kept.Cards))
	for i := range kept.Cards {
		c.Cards[i] = kept.Cards[i].Card
		c.Cards[i].rest = kept.Cards[i].Rest
	}
	if c.Version != cardsVersion && c.Version != wholeVersion {
		return nil, &os.PathError{Op: "read", Path: file, Err: os.ErrNotExist}
	}
	return c, nil
}
