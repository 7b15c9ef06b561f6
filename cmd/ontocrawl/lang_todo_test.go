package main

// untranslated are the packages whose texts are not all in the catalogue yet: what they say for
// themselves is English in every language. Their messages of logs are in it.
func untranslated() map[string]bool {
	return map[string]bool{
		"crawl/report": true,
	}
}

// wordless are packages that speak to nobody: they make webs and texts for tests, measure or pack for developers,
// or write formats for programs.
func wordless() map[string]bool {
	return map[string]bool{"crawl/crawltest": true, "semsim/lexicon/internal/gsedict/pack": true}
}
