// Package gazetteer holds places: their names in all languages, where they lie, and what they
// are. It reads files in the format of GeoNames, and has a small one of its own: the provinces
// and prefecture cities of China, places on its coasts, countries, seas, and regions that
// storms strike.
//
//	gazetteer.go  Place, Gazetteer, Read
//	places.tsv    the small gazetteer, written for this project from general knowledge
//	default.go    Default, which reads it
//
// The format is the main GeoNames table's (readme.txt of download.geonames.org/export/dump): 19
// columns, separated by tabs. Only the ID, the names, the coordinates, feature class and code,
// country and population are read. Numbers below zero are the IDs of our own places; their
// coordinates are exact to a tenth of a degree.
package gazetteer
