module github.com/ontocrawl/ontocrawl/bench/peers

go 1.26.0

replace github.com/ontocrawl/ontocrawl => ../..

require (
	github.com/knakk/rdf v0.0.0-20260317081859-15b52521cde6
	github.com/ontocrawl/ontocrawl v0.0.0
	github.com/tggo/goRDFlib v0.1.5
)

require (
	github.com/cayleygraph/quad v1.3.0 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/piprate/json-gold v0.8.0 // indirect
	github.com/pquerna/cachecontrol v0.2.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)
