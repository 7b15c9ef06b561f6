// Package gazetteer holds places: their names in all languages, where they lie, and what they
// are. It reads files in the format of GeoNames, and has places built in: some of its own
// (countries, seas, regions, first divisions, the prefecture cities of China) and GeoNames' towns.
//
//	gazetteer.go  Place, Gazetteer, Read
//	places.tsv    the places of our own, written for this project from general knowledge
//	towns.zst     towns of GeoNames and counties of China, as pack writes them
//	default.go    Default, which reads both; unpack.go the towns
//	pack          the command that makes towns.zst from public lists
//
// It also knows tropical cyclones by name: in simplified and traditional Chinese and in English as
// one, and which number each had in its year.
//
//	storms.go     StormTable, StormName, and the season of a name
//	names.tsv     names: English, and then Chinese in all its forms
//	seasons.tsv   year, basin, and its names in the order of their international numbers;
//	              or a year and the names of the Atlantic that were retired after it
//
// The names come from the Typhoon Committee of ESCAP and WMO, with the Chinese names that China,
// Hong Kong and Taiwan use, and well-known storms of other basins; the seasons from RSMC Tokyo,
// which numbers the storms of the western North Pacific.
//
// The format is the main GeoNames table's (readme.txt of download.geonames.org/export/dump): 19
// columns, separated by tabs. Only the ID, the names, the coordinates, feature class and code,
// country and population are read. Numbers below zero are the IDs of our own places; their
// coordinates are exact to a tenth of a degree. The towns are of GeoNames (geonames.org), under
// the Creative Commons Attribution 4.0 licence; names of people and words that they share with
// others are marked.
package gazetteer
