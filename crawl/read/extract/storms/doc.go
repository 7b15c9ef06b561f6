// Package storms knows tropical cyclones by name: in simplified and traditional Chinese and in
// English as one, and which number each had in its year.
//
//	storms.go    Table, Name, and the season of a name
//	names.tsv    names: English, and then Chinese in all its forms
//	seasons.tsv  year, basin, and its names in the order of their international numbers;
//	              or a year and the names of the Atlantic that were retired after it
//
// The lists of names come from the Typhoon Committee of ESCAP and WMO, with the Chinese names
// that China, Hong Kong and Taiwan use, and well-known storms of other basins. The seasons come
// from RSMC Tokyo, which numbers the storms of the western North Pacific.
package storms
