// Package extract reads what a text says about events: times, places, quantities with their
// units, warnings, names of storms, and the words that name an event. Texts are in simplified
// or traditional Chinese or in English, and a text may mix them.
//
//	extract.go    Extractor, Extract, and what it returns
//	fold.go       the folded text that the rules read, and the way back to bytes
//	sentence.go   Sentences: a text cut into sentences
//	phrases.go    names found in a text, the longest at each place
//	nobody.go     nobody was hurt: counts of zero
//	number.go     numbers in digits, in Chinese and in English words
//	time.go       Time: an interval with its grain
//	timenum.go    dates in digits and signs
//	timezh.go     times in Chinese; timezhday.go which day they name
//	timeen.go     times in English; timeenparts.go the parts that they are made of, and
//	              timeenspan.go periods, timeenlength.go lengths, timeenordinal.go what is numbered
//	              in a month or year, and timeencount.go what is counted
//	timespan.go   units of the calendar, periods and lengths of time
//	resolve.go    the interval that the parts of a time mean, seen from a reference date
//	place.go      Place, and where names of places stand
//	placeindex.go the names of a gazetteer; placechoose.go which namesake is meant
//	placezh.go    places in Chinese; placeen.go places in letters, placewords.go words before them
//	quantity.go   Quantity, its kinds and units, and what is doubtful
//	rules.go      the rules of quantities: rulezh.go in Chinese, ruleen.go in English,
//	              rulequake.go of earthquakes
//	warning.go    warnings and their colour
//	modality.go   Modality: observed, forecast, warned, denied, …
//	word.go       event words and the classes that they name; words.go the table
//	hazard.go     Hazards: the table of kinds of events, hazards.tsv
//	hazardread.go reading such a table
//	storm.go      names and numbers of storms
//	confidence.go how often a rule was right
//
// Extract is pure: it reads no clock and no file. A relative time (yesterday, 昨日) is
// resolved against the reference date that is handed in, and stays unresolved without one.
//
// Packages gazetteer and storms have the places and storms that are built in; more come in.
package extract
