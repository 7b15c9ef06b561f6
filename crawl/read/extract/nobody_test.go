package extract

import (
	"fmt"
	"strings"
	"testing"
)

// Who says that there are none says a number.
func TestNobody(t *testing.T) {
	t.Parallel()
	x := extractor(t, Options{})
	for text, want := range map[string]string{
		"暂无人员伤亡报告。":                                                  "dead=0 injured=0",
		"未接到人员死亡报告。":                                                 "dead=0",
		"目前没有人员失联，无人受伤。":                                             "missing=0 injured=0",
		"未造成人员傷亡。":                                                   "dead=0 injured=0",
		"没人受伤。":                                                      "injured=0",
		"No deaths were reported.":                                   "dead=0",
		"There were no reports of casualties, and none are missing.": "dead=0 injured=0 missing=0",
		"Nobody was hurt.":                                           "injured=0",
		"It ended without loss of life.":                             "dead=0",
		"无死角监测，失踪人口。":                                                "",
		"The piano deaths of the casino.":                            "",
		"2人死亡，无人失踪。":                                                 "missing=0 dead=2",
		"Two died, no injuries, 3 are missing":                       "injured=0 dead=2 missing=3",
	} {
		var got []string
		for _, q := range x.Extract(text, friday).Quantities {
			got = append(got, fmt.Sprintf("%s=%g", q.Kind, q.Value))
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q; want %q", text, s, want)
		}
	}
}

// A rumour that is denied, an old number that another one replaces, and what is not so, are no observations.
func TestDeniedFigures(t *testing.T) {
	t.Parallel()
	x := extractor(t, Options{})
	for text, want := range map[string]string{
		"有自媒体说死亡3人，应急局表示不实。":                                      "3 denied",
		"网传10人死亡，官方通报2人死亡。":                                       "10 denied, 2 observed",
		"网传10人死亡，截至目前2人死亡。":                                       "10 denied, 2 observed",
		"2人死亡，网传20人死亡系谣言。":                                        "2 observed, 20 denied",
		"受伤人数由17人核减为16人受伤。":                                       "16 observed",
		"死亡人数从3人死亡上升至5人死亡。":                                       "3 denied, 5 observed",
		"不是9人死亡，而是7人死亡。":                                          "9 denied, 7 observed",
		"A report of 20 people killed was false.":                 "20 denied",
		"A post that said 10 people were killed is not true.":     "10 denied",
		"The toll rose from 14 people killed to 16 people killed": "14 denied, 16 observed",
	} {
		var got []string
		moods := MoodsOf(text)
		for _, q := range x.Extract(text, friday).Quantities {
			got = append(got, fmt.Sprintf("%g %s", q.Value, moods.At(q.Span)))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%s: %q; want %q", text, s, want)
		}
	}
}
