package owl

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/knakk/rdf"

	"github.com/ontocrawl/ontocrawl/internal/english"
	"github.com/ontocrawl/ontocrawl/ontology"
	"github.com/ontocrawl/ontocrawl/ontology/rdfio"
	"github.com/ontocrawl/ontocrawl/ontology/syntax"
)

// Options configures the reading of an ontology.
type Options struct {
	// File is the name in errors and findings of Load; Open uses its path.
	File string

	// Base resolves relative IRIs in a file without its own base. Empty: "file:///" and
	// the file's name without folder, so the meaning does not depend on the folder.
	Base string

	// Mapping gives properties a meaning, and overrides names and vocabularies. A key is
	// the property's IRI, full or shortened by a declared prefix (obo:BFO_0000050), its
	// local name or a label; in names, case and punctuation do not matter. Sub-properties
	// inherit the meaning; the inverse property has the inverse meaning.
	Mapping map[string]Meaning

	// NoIndividuals leaves out individuals, which are otherwise leaves.
	NoIndividuals bool

	// Reason says when Is-a is also inferred. The zero value reads what the file says.
	Reason Reasoning

	// Fetch, if set, downloads an import that no local file has. Without Fetch, nothing
	// is downloaded.
	Fetch func(ctx context.Context, iri string) (io.ReadCloser, error)

	// Statement, if set, is called with every statement and its file, in reading order,
	// even for an import that fails later.
	Statement func(file string, t rdf.Triple)

	// Text, if set, is read by OpenContext as if it were the content of the file: an earlier version of it,
	// or one that is not saved yet. Its imports are looked for beside the file.
	Text []byte

	Limits Limits
}

// Limits bounds the cost of a file and its imports. A zero field means the default.
type Limits struct {
	Bytes     int64 // of all files together, unpacked; default 512 MiB
	Files     int   // in the import closure; default 500
	Depth     int   // of imports; default 32
	Fetched   int   // imports that are fetched; default 100
	Relations int   // in the graph; default 4,000,000

	// Document bounds each single file. Its Bytes are ignored. The default of its Triples
	// is 50,000,000.
	Document rdfio.Limits
}

func (l Limits) withDefaults() Limits {
	l.Document.Bytes = 0
	l.Document.Triples = cmp.Or(max(l.Document.Triples, 0), 50_000_000)
	return Limits{
		Document:  l.Document,
		Bytes:     cmp.Or(max(l.Bytes, 0), 512<<20),
		Files:     cmp.Or(max(l.Files, 0), 500),
		Depth:     cmp.Or(max(l.Depth, 0), 32),
		Fetched:   cmp.Or(max(l.Fetched, 0), 100),
		Relations: cmp.Or(max(l.Relations, 0), 4_000_000),
	}
}

// Ontology is the result of reading.
type Ontology struct {
	Graph    *ontology.Graph
	IRI      string // of the ontology itself, "" if it has none
	Version  string // its version IRI, else its owl:versionInfo, else ""
	Syntax   *syntax.Syntax
	Charset  string    // of the file: "utf-8", "gb18030"
	Findings []Finding // remarks for the user, worst first
	Hash     string    // SHA-256 over the bytes of all files read, unpacked, in hexadecimal
	Files    []string  // the file and its imports, in the order read; URLs of downloads
	Read     []File    // the same, with details
	Imports  []Import  // all imports, in the order read
	Triples  int       // in all of them

	Inference *Inference // what the reasoner did; nil if Options.Reason or the file did not ask for it
}

// File is a file that was read.
type File struct {
	Name    string         `json:"name"`              // its path or, if it was fetched, a URL
	IRI     string         `json:"iri,omitempty"`     // of the ontology in it
	Version string         `json:"version,omitempty"` // version IRI, else owl:versionInfo
	Syntax  *syntax.Syntax `json:"-"`
	Charset string         `json:"charset,omitempty"` // "utf-8", "gb18030"
	Triples int            `json:"triples"`
}

// Import is an ontology that a file imports.
type Import struct {
	IRI   string `json:"iri"`
	By    string `json:"by"`             // the file that imports it
	Found Found  `json:"found"`          // how it was found
	File  string `json:"file,omitempty"` // the path, or the URL of a download
}

// Found says how an import was found, or why it was not read.
type Found string

// The ways to find an import.
const (
	InCatalog  Found = "catalog"    // as catalog-v001.xml says
	InFolder   Found = "folder"     // beside the importing file
	Fetched    Found = "fetched"    // from the network
	Already    Found = "already"    // in a file that had been read before
	Vocabulary Found = "vocabulary" // nowhere; it is known without being read
	Missing    Found = "missing"    // nowhere
	Unreadable Found = "unreadable" // there, but it cannot be read
)

// Load reads an ontology from r. Unlike [Open], it reports imports without reading them.
func Load(r io.Reader, opt Options) (*Ontology, error) {
	c := newClosure(opt)
	defer c.summing.Wait() // an error leaves nothing behind
	doc, err := c.read(r, opt.File)
	if err != nil {
		return nil, err
	}
	for _, iri := range doc.imports {
		c.missing(doc, iri, english.Phrasef("a file read alone has no folder to look in"))
	}
	return c.finish(context.Background())
}

// errNoConcept reports RDF without a concept to crawl for. Reading succeeds on it;
// [Ontology.Crawlable] returns it.
var errNoConcept = errors.New("no class or concept")

// Crawlable returns nil if the graph holds a concept, which a topic and a similarity need;
// else [errNoConcept], with the file and the reason.
func (o *Ontology) Crawlable() error {
	if o.Graph.Len() > 0 {
		return nil
	}
	file := ""
	if len(o.Files) > 0 {
		file = o.Files[0]
	}
	i := slices.IndexFunc(o.Findings, func(f Finding) bool { return f.Code == noConcept })
	if i < 0 {
		return named(file, errNoConcept)
	}
	var err error = &emptyError{o.Findings[i].Says}
	for _, f := range o.Findings {
		if f.Code == MissingImport || f.Code == UnreadableImport {
			return named(file, english.Errorf("%w; it %v", err, f.Says))
		}
	}
	return named(file, err)
}

// LimitError names the exceeded field of [Limits]. For Limits.Document, the error is a
// *rdfio.LimitError instead.
type LimitError struct {
	Limit string // the field of Limits: "Files"
	Max   int64  // its value
	says  english.Phrase
}

// tooLarge returns the error; format has a verb for most.
func tooLarge(limit string, most int64, format string) error {
	return &LimitError{limit, most, english.Phrasef(format, most)}
}

// Error describes the excess and names the limit.
func (e *LimitError) Error() string { return e.Message().String() }

// Message implements [english.Sentence].
func (e *LimitError) Message() english.Phrase {
	return english.Phrasef("too large: %v (Limits.%s)", e.says, e.Limit)
}
