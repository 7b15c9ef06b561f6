package shift

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ontocrawl/ontocrawl/crawl/tell/eventgraph"
)

// fact is one of the facts that the writer of the site listed: what a report of the shift must tell.
type fact struct {
	kind  string
	value float64
}

// site is a site of forty pages over twelve hours: a storm, a flood and an earthquake, each told by several papers in two languages, with copies, corrections,
// forecasts, and pages without facts. The facts are those that were new after six o'clock.
func site() (pages []eventgraph.Page, facts []fact) {
	n := 0
	add := func(hour float64, lang, title string, texts ...string) {
		n++
		pages = append(pages, told(fmt.Sprintf("https://paper%d.example/%d", n%7, n), title, lang, hour, texts...))
	}
	// Known before the shift.
	add(2, "en", "Typhoon Yagi heads for Hainan", "Typhoon Yagi made landfall in Hainan on Sept. 6 with winds of 62 metres per second.", "Officials said 3 people were killed in Hainan.")
	add(3, "zh-Hans", "台风“摩羯”已致海南3人死亡", "截至9月7日20时，台风“摩羯”造成海南3人死亡。")
	add(4, "en", "Flood in Guilin", "A flood in Guilin on Sept. 7 forced 1,200 people to leave their homes.")
	// The storm.
	add(6.5, "en", "Yagi toll rises", "As of 6 a.m. on Sept. 8 Typhoon Yagi had killed 4 people in Hainan, up from 3.", "Another 95 people were injured in Hainan.")
	add(6.8, "zh-Hans", "摩羯已致4人死亡", "截至9月8日6时，台风“摩羯”造成海南4人死亡、95人受伤。")
	add(7, "en", "Yagi: what we know", "Typhoon Yagi has killed 4 people in Hainan, authorities said on Sept. 8.")
	add(7.5, "en", "Hanoi counts the cost", "On Sept. 8 Typhoon Yagi killed 14 people in Hanoi, the ministry said.")
	add(8, "en", "At least 14 dead in Hanoi", "Typhoon Yagi killed 14 people in Hanoi on Sept. 8.")
	add(8.5, "en", "Hanoi toll at 21", "As of 8 a.m. on Sept. 8 Typhoon Yagi had killed 21 people in Hanoi.")
	add(9, "en", "Evacuations", "Some 50,000 people were evacuated in Haiphong because of Typhoon Yagi on Sept. 8.")
	add(9.5, "zh-Hans", "海防转移5万人", "9月8日，台风“摩羯”影响下，越南海防转移5万人。")
	add(10, "en", "More rain to come", "Typhoon Yagi is forecast to bring up to 350 mm of rain to Hanoi on Sept. 9.")
	add(10.2, "en", "Rain warning", "Forecasters expect Typhoon Yagi to bring up to 350 mm of rain to Hanoi on Sept. 9.")
	add(10.5, "en", "Missing at sea", "Typhoon Yagi left 13 people missing off Haiphong on Sept. 8.")
	facts = append(facts, fact{"dead", 4}, fact{"injured", 95}, fact{"dead", 14}, fact{"dead", 21}, fact{"displaced", 50000}, fact{"rain", 350}, fact{"missing", 13})
	// The flood.
	add(6.2, "en", "Guilin flood worsens", "As of 6 a.m. on Sept. 8 the flood in Guilin had forced 2,600 people to leave their homes.")
	add(7.2, "zh-Hans", "桂林洪水转移2600人", "截至9月8日6时，桂林洪水已转移2600人。")
	add(8.2, "en", "Two die in flood", "On Sept. 8 the flood killed 2 people in Guilin.")
	add(9.2, "zh-Hans", "桂林洪水致2人死亡", "9月8日，洪水造成桂林2人死亡。")
	add(10.4, "en", "Water level", "On Sept. 8 the flood in Guilin reached a water level of 148 metres.")
	facts = append(facts, fact{"displaced", 2600}, fact{"dead", 2}, fact{"height", 148})
	// An earthquake.
	add(9.1, "zh-Hans", "云南昆明发生5.2级地震", "9月8日8时41分，云南昆明发生5.2级地震，震源深度10千米。")
	add(9.3, "en", "Earthquake in Kunming", "A magnitude 5.2 earthquake struck Kunming on Sept. 8.")
	add(10.1, "zh-Hans", "昆明地震已致6人受伤", "截至9月8日10时，昆明5.2级地震造成6人受伤。")
	add(11, "en", "Kunming quake: six hurt", "The magnitude 5.2 earthquake in Kunming on Sept. 8 injured 6 people.")
	add(11.2, "zh-Hans", "昆明地震1人死亡", "9月8日，昆明地震造成1人死亡。")
	facts = append(facts, fact{"magnitude", 5.2}, fact{"depth", 10}, fact{"injured", 6}, fact{"dead", 1})
	for len(pages) < 40 { // pages without a fact, and copies
		switch n % 3 {
		case 0:
			add(7+float64(n%5), "en", "Football results", "The home team won by two goals. The coach was pleased.")
		case 1:
			add(7+float64(n%5), "en", "Hanoi toll at 21", "As of 8 a.m. on Sept. 8 Typhoon Yagi had killed 21 people in Hanoi.")
		default:
			add(7+float64(n%5), "en", "How storms get their names", "Names of typhoons come from a list of 140 names.")
		}
	}
	return pages, facts
}

// TestSite: of what a site told in a shift the report has at least seven facts in ten, and at most three in twenty of its rows repeat another
// (CrisisFACTS' measures).
func TestSite(t *testing.T) {
	pages, facts := site()
	r := maker(t, past{}, pages...).of(t, 6, 18)
	var rows []fact
	for _, f := range slices.Concat(r.New, r.Forecast) {
		rows = append(rows, fact{f.Kind, f.Value.Value})
	}
	for _, c := range r.Changed {
		rows = append(rows, fact{c.Now.Kind, c.Now.Value})
	}
	for _, c := range r.Contradicted {
		for _, s := range c.Sides {
			rows = append(rows, fact{s.Kind, s.Value.Value})
		}
	}
	covered, repeated := 0, 0
	for _, f := range facts {
		if slices.Contains(rows, f) {
			covered++
		} else {
			t.Logf("missed: %v", f)
		}
	}
	for i, row := range rows {
		if slices.Contains(rows[:i], row) {
			repeated++
			t.Logf("repeated: %v", row)
		} else if !slices.Contains(facts, row) {
			t.Logf("not listed: %v", row)
		}
	}
	t.Logf("%d pages: %d of %d facts, %d of %d rows repeat another", len(pages), covered, len(facts), repeated, len(rows))
	if float64(covered) < .7*float64(len(facts)) || float64(repeated) > .15*float64(len(rows)) {
		t.Error("the report tells too little, or repeats too much")
	}
}
