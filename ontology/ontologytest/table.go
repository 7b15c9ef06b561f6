package ontologytest

import "github.com/ontocrawl/ontocrawl/ontology"

func zh(text string) ontology.Label { return ontology.Label{Text: text, Lang: "zh"} }
func en(text string) ontology.Label { return ontology.Label{Text: text, Lang: "en"} }

// alt makes a label an alternative one.
func alt(l ontology.Label) ontology.Label {
	l.Kind = ontology.Alternative
	return l
}

// hant is an alternative label in traditional characters.
func hant(text string) ontology.Label {
	return ontology.Label{Text: text, Lang: "zh-Hant", Kind: ontology.Alternative}
}

type labels = []ontology.Label

var hazards = []struct {
	name       string
	core       bool
	labels     labels
	definition string
}{
	{"WeatherHazard", true, labels{zh("天气灾害"), en("weather hazard"), alt(zh("气象灾害"))},
		"Weather that can harm people, goods or land."},
	{"TropicalCyclone", false, labels{zh("热带气旋"), en("tropical cyclone"), hant("熱帶氣旋")},
		"A storm with a warm core that turns over a tropical sea."},
	{"Typhoon", true, labels{zh("台风"), en("typhoon"), hant("颱風"), alt(en("typhoons"))},
		"A strong tropical cyclone of the north-west Pacific."},
	{"Hurricane", false, labels{zh("飓风"), en("hurricane"), hant("颶風"), alt(en("hurricanes"))},
		"The same storm over the Atlantic or the north-east Pacific."},
	{"Rainstorm", true, labels{zh("暴雨"), en("rainstorm"), alt(en("torrential rain"))},
		"Rain of 50 mm or more in a day."},
	{"Gale", false, labels{zh("大风"), en("gale"), hant("大風"), alt(en("strong wind"))},
		"Wind too strong to walk against."},
	{"SevereConvection", false, labels{zh("强对流天气"), en("severe convection"), alt(zh("强对流"))},
		"Thunderstorms with heavy rain, hail or gales."},
	{"StormSurge", false, labels{zh("风暴潮"), en("storm surge"), hant("風暴潮")},
		"The sea raised and driven ashore by a storm."},
	{"Flood", false, labels{zh("洪水"), en("flood"), alt(en("floods")), alt(en("flooding"))},
		"Water over land that is dry at other times."},
	{"FlashFlood", false, labels{zh("山洪"), en("flash flood"), alt(zh("山洪暴发"))},
		"A flood that rises within hours or minutes."},
	{"Landslide", false, labels{zh("滑坡"), en("landslide"), alt(zh("山体滑坡"))},
		"A slope that gives way and slides."},
	{"ThunderstormGale", false, labels{zh("雷暴大风"), en("thunderstorm gale")},
		"The gale that bursts out of a thunderstorm."},
}

var edges = []struct {
	from, to string
	rel      ontology.Relation
	property string
}{
	{"TropicalCyclone", "WeatherHazard", ontology.IsA, ""},
	{"Rainstorm", "WeatherHazard", ontology.IsA, ""},
	{"Gale", "WeatherHazard", ontology.IsA, ""},
	{"SevereConvection", "WeatherHazard", ontology.IsA, ""},
	{"Typhoon", "TropicalCyclone", ontology.IsA, ""},
	{"Typhoon", "Hurricane", ontology.Synonym, ""},
	{"FlashFlood", "Flood", ontology.IsA, ""},
	{"ThunderstormGale", "Gale", ontology.IsA, ""},
	{"ThunderstormGale", "SevereConvection", ontology.IsA, ""},
	{"Typhoon", "StormSurge", ontology.Includes, Base + "causes"},
	{"Rainstorm", "Flood", ontology.Includes, Base + "causes"},
	{"Rainstorm", "Landslide", ontology.Includes, Base + "causes"},
	{"Flood", "Landslide", ontology.Includes, Base + "causes"},
	{"Typhoon", "Rainstorm", ontology.Includes, Base + "causes"},
	{"Typhoon", "Gale", ontology.Includes, Base + "causes"},
	{"Gale", "SevereConvection", ontology.Other, Base + "warnedWith"},
}
