package obograph

type document struct {
	Meta   *meta   `json:"meta,omitempty"`
	Graphs []graph `json:"graphs"`
}

type graph struct {
	ID       string       `json:"id,omitempty"`
	Label    string       `json:"lbl,omitempty"`
	Meta     *meta        `json:"meta,omitempty"`
	Nodes    []node       `json:"nodes"`
	Edges    []edge       `json:"edges"`
	Same     []nodeSet    `json:"equivalentNodesSets,omitempty"`
	Defined  []definition `json:"logicalDefinitionAxioms,omitempty"`
	Domains  []domain     `json:"domainRangeAxioms,omitempty"`
	Chains   []chain      `json:"propertyChainAxioms,omitempty"`
	OnlyFrom []edge       `json:"allValuesFromEdges,omitempty"`
}

type node struct {
	ID       string `json:"id"`
	Label    string `json:"lbl,omitempty"`
	Type     string `json:"type,omitempty"`
	Property string `json:"propertyType,omitempty"`
	Meta     *meta  `json:"meta,omitempty"`
}

const (
	typeClass      = "CLASS"
	typeIndividual = "INDIVIDUAL"
	typeProperty   = "PROPERTY"
	annotations    = "ANNOTATION"
	objects        = "OBJECT"
	data           = "DATA"
)

// meta holds annotations.
type meta struct {
	Definition *value   `json:"definition,omitempty"`
	Comments   []string `json:"comments,omitempty"`
	Subsets    []string `json:"subsets,omitempty"`
	Synonyms   []value  `json:"synonyms,omitempty"`
	Xrefs      []value  `json:"xrefs,omitempty"`
	Values     []value  `json:"basicPropertyValues,omitempty"`
	Version    string   `json:"version,omitempty"`
	Deprecated bool     `json:"deprecated,omitempty"`
}

func (m *meta) empty() bool {
	return m.Definition == nil && !m.Deprecated && m.Version == "" &&
		len(m.Comments)+len(m.Subsets)+len(m.Synonyms)+len(m.Xrefs)+len(m.Values) == 0
}

// value is a text or an IRI, with its annotations.
type value struct {
	Pred  string   `json:"pred,omitempty"`
	Val   string   `json:"val"`
	Type  string   `json:"synonymType,omitempty"`
	Xrefs []string `json:"xrefs,omitempty"`
	Meta  *meta    `json:"meta,omitempty"`
}

type edge struct {
	Sub  string `json:"sub"`
	Pred string `json:"pred"`
	Obj  string `json:"obj"`
	Meta *meta  `json:"meta,omitempty"`
}

type nodeSet struct {
	Representative string   `json:"representativeNodeId,omitempty"`
	IDs            []string `json:"nodeIds"`
	Meta           *meta    `json:"meta,omitempty"`
}

type definition struct {
	Class        string        `json:"definedClassId"`
	Genus        []string      `json:"genusIds,omitempty"`
	Restrictions []restriction `json:"restrictions,omitempty"`
	Meta         *meta         `json:"meta,omitempty"`
}

type restriction struct {
	Property string `json:"propertyId"`
	Filler   string `json:"fillerId"`
}

type domain struct {
	Property string   `json:"predicateId"`
	Domains  []string `json:"domainClassIds,omitempty"`
	Ranges   []string `json:"rangeClassIds,omitempty"`
	OnlyFrom []edge   `json:"allValuesFromEdges,omitempty"`
	Meta     *meta    `json:"meta,omitempty"`
}

type chain struct {
	Property string   `json:"predicateId"`
	Links    []string `json:"chainPredicateIds"`
	Meta     *meta    `json:"meta,omitempty"`
}

const (
	nsOBO   = "http://purl.obolibrary.org/obo/"
	nsInOwl = "http://www.geneontology.org/formats/oboInOwl#"
	nsOWL   = "http://www.w3.org/2002/07/owl#"
	nsRDF   = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS  = "http://www.w3.org/2000/01/rdf-schema#"
	nsXSD   = "http://www.w3.org/2001/XMLSchema#"

	defIRI  = nsOBO + "IAO_0000115"
	xrefIRI = nsInOwl + "hasDbXref"
)
