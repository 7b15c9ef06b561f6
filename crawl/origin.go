package crawl

// Origin identifies a part of a topic by content.
type Origin struct {
	Name    string `yaml:"name" json:"name"`
	SHA256  string `yaml:"sha256" json:"sha256"`
	IRI     string `yaml:"iri,omitempty" json:"iri,omitempty"`
	Version string `yaml:"version,omitempty" json:"version,omitempty"` // the version IRI of an ontology, else its version in words
}
