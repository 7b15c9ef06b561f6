package export_test

import "math"

// rect is a box in pixels of the window.
type rect struct{ X, Y, W, H float64 }

func (r rect) overlaps(s rect) bool {
	return r.X < s.X+s.W && s.X < r.X+r.W && r.Y < s.Y+s.H && s.Y < r.Y+r.H
}

// drawn is a concept in the picture.
type drawn struct {
	IRI, Text   string
	X, Y        float64 // of its mark
	Box, Button *rect
	Colour      *string
}

func (b *browser) boxes() []drawn {
	b.tb.Helper()
	var all []drawn
	b.js("return ontologyView.boxes()", &all)
	return all
}

// find returns the concept drawn with that name, and whether there is one.
func (b *browser) find(text string) (drawn, bool) {
	b.tb.Helper()
	for _, d := range b.boxes() {
		if d.Text == text {
			return d, true
		}
	}
	return drawn{}, false
}

func (b *browser) must(text string) drawn {
	b.tb.Helper()
	d, ok := b.find(text)
	if !ok {
		b.tb.Fatalf("no concept %q is drawn", text)
	}
	return d
}

// state holds what the page says of itself.
type state struct {
	Selected, Focus         string
	Visible, Levels, Across int
	Scale, Cost             float64
	Shades                  []string
}

func (b *browser) state() state {
	b.tb.Helper()
	var s state
	b.js("return ontologyView.state()", &s)
	return s
}

// clickOn clicks the name of a concept in the picture.
func (b *browser) clickOn(text string) {
	b.tb.Helper()
	d := b.must(text)
	b.mouse([2]float64{d.Box.X + d.Box.W/2, d.Y})
}

// foldOn clicks the button behind the name.
func (b *browser) foldOn(text string) {
	b.tb.Helper()
	d := b.must(text)
	if d.Button == nil {
		b.tb.Fatalf("%q has no button", text)
	}
	b.mouse([2]float64{d.Button.X + d.Button.W/2, d.Y})
}

// nowhere is a point of the picture with no concept near, and room around it.
func (b *browser) nowhere() [2]float64 {
	b.tb.Helper()
	const room = 110
	var stage rect
	b.js(`const r = document.getElementById("stage").getBoundingClientRect(); return {X: r.x, Y: r.y, W: r.width, H: r.height}`, &stage)
	all := b.boxes()
	for y := math.Round(stage.Y) + room; y < stage.Y+stage.H-room; y += 7 {
		for x := math.Round(stage.X) + room; x < stage.X+stage.W-room; x += 7 {
			free := true
			for _, d := range all {
				near := rect{x - 12, y - 12, 24, 24}
				mark := rect{d.X, d.Y, 1, 1}
				free = free && !near.overlaps(mark) && (d.Box == nil || !near.overlaps(*d.Box)) && (d.Button == nil || !near.overlaps(*d.Button))
			}
			if free {
				return [2]float64{x, y}
			}
		}
	}
	b.tb.Fatal("concepts everywhere")
	return [2]float64{}
}

func (b *browser) panel() string {
	b.tb.Helper()
	return b.text(`document.getElementById("panel").innerText`)
}

// quiet fails if the page complained: errors, and what the policy refused.
func (b *browser) quiet() {
	b.tb.Helper()
	for _, line := range b.console() {
		b.tb.Errorf("console: %s", line)
	}
}

// clear fails where names or buttons lie on each other or outside the window.
func (b *browser) clear(what string) {
	b.tb.Helper()
	type item struct {
		what string
		rect
	}
	var items []item
	for _, d := range b.boxes() {
		items = append(items, item{d.Text + "'s mark", rect{d.X - 3, d.Y - 3, 6, 6}})
		if d.Box != nil {
			items = append(items, item{d.Text, *d.Box})
		}
		if d.Button != nil {
			items = append(items, item{d.Text + "'s button", *d.Button})
		}
	}
	var stage rect
	b.js(`const r = document.getElementById("stage").getBoundingClientRect(); return {X: r.x, Y: r.y, W: r.width, H: r.height}`, &stage)
	for i, x := range items {
		if x.X < stage.X || x.Y < stage.Y || x.X+x.W > stage.X+stage.W || x.Y+x.H > stage.Y+stage.H {
			b.tb.Errorf("%s: %s is not all in the window: %v", what, x.what, x.rect)
		}
		for _, y := range items[:i] {
			if x.overlaps(y.rect) {
				b.tb.Errorf("%s: %s lies on %s: %v %v", what, x.what, y.what, x.rect, y.rect)
			}
		}
	}
}
