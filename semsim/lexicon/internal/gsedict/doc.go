// Package gsedict is the Chinese word list of gse without the rest of what gse
// embeds: gse.Segmenter.LoadDictEmbed names the simplified, the traditional and
// the Japanese list, so whoever calls it has 32 MB of lists in the program, of
// which ontocrawl reads 5.
//
//	gse.go      the list as gse embeds it, by its name in the linker
//	packed.go   with the build tag "packed": the list compressed, as pack wrote it
//	size.go     which words are kept
//	pack/       writes words.zst
//
// The compressed list is 0.8 MB. It is derived from gse and not part of this
// repository: releases write it before they build ("go generate", see
// .ci/release and deploy/Dockerfile). A plain "go build" needs no such step.
package gsedict

//go:generate go run ./pack words.zst
