package manchester

// keywords begin a frame or a section if a colon follows. The second group is not in the
// W3C Note; Protégé and the OWL API write or accept it.
var keywords = words(
	"Prefix", "Ontology", "Import", "Annotations",
	"Class", "ObjectProperty", "DataProperty", "AnnotationProperty", "Datatype", "Individual",
	"SubClassOf", "EquivalentTo", "DisjointWith", "DisjointUnionOf", "HasKey",
	"Domain", "Range", "Characteristics", "InverseOf", "SubPropertyOf", "SubPropertyChain",
	"Types", "Facts", "SameAs", "DifferentFrom",
	"EquivalentClasses", "DisjointClasses", "EquivalentProperties", "DisjointProperties",
	"SameIndividual", "DifferentIndividuals",

	"SuperClassOf", "SuperPropertyOf", "Inverses", "Instances", "Rule",
)

func words(list ...string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, w := range list {
		m[w] = true
	}
	return m
}

// reserved words are never names.
var reserved = words("some", "only", "value", "Self", "min", "max", "exactly", "and", "or", "not", "that", "inverse")
