package eventgraph

import (
	"strings"
	"testing"
)

// TestWhereAndFromWhere: the place of an event is not the one where a report was written, unless no other is named; and
// where something was measured is told apart from where it happened.
func TestWhereAndFromWhere(t *testing.T) {
	for _, tt := range []struct{ text, place, at string }{
		{"JAKARTA, Indonesia (AP) - A flood hit Semarang on July 3, killing 5 people.", "Semarang", "Semarang"},
		{"JAKARTA (AP) - A flood on July 3 killed 5 people.", "JAKARTA", ""},
		{"新华社成都7月3日电 雅安3日发生山洪，造成5人死亡。", "雅安", "雅安"},
		{"新华社成都7月3日电 3日发生山洪，造成5人死亡。", "成都", ""},
		{"7月3日，海南发生洪水，三亚气象站录得雨量300毫米。", "海南", "measured 三亚"},
	} {
		b := build(t, Page{URL: "u:1", Published: on("2024-07-04"), Texts: []string{tt.text}})
		told := b.Telling()
		if len(told.Events) != 1 || len(told.Events[0].Facts) != 1 || told.Events[0].Place[0] != tt.place {
			t.Errorf("%s: %+v", tt.text, told)
			continue
		}
		f := told.Events[0].Facts[0]
		at := f.Where
		if f.Measured {
			at = "measured " + at
		}
		if at != tt.at {
			t.Errorf("%s: at %q, want %q", tt.text, at, tt.at)
		}
		if graph := trig(t, b); strings.Contains(graph, "crawl:measuredAt") != f.Measured {
			t.Errorf("%s: the graph says where it was measured: %v", tt.text, !f.Measured)
		}
	}
}
