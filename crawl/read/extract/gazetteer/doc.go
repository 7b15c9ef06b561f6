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
// The format is the main GeoNames table's (readme.txt of download.geonames.org/export/dump): 19
// columns, separated by tabs. Only the ID, the names, the coordinates, feature class and code,
// country and population are read. Numbers below zero are the IDs of our own places; their
// coordinates are exact to a tenth of a degree. The towns are of GeoNames (geonames.org), under
// the Creative Commons Attribution 4.0 licence; names of people and words that they share with
// others are marked.
package gazetteer
