package obo

import "strings"

// tagIRI returns the IRI of a tag's property (section 5.8).
func tagIRI(tag string) string {
	switch tag {
	case "name":
		return nsRDFS + "label"
	case "comment", "remark", "subset-comment":
		return nsRDFS + "comment"
	case "is_obsolete":
		return nsOWL + "deprecated"
	case "def":
		return nsOBO + "IAO_0000115"
	case "replaced_by":
		return nsOBO + "IAO_0100001"
	case "expand_expression_to":
		return nsOBO + "IAO_0000424"
	case "expand_assertion_to":
		return nsOBO + "IAO_0000425"
	case "is_anti_symmetric":
		return nsOBO + "IAO_0000427"
	case "obsolescence-reason":
		return nsOBO + "IAO_0000231"
	}
	return nsInOwl + tagName(tag)
}

// tagName returns the local name of a tag in oboInOwl.
func tagName(tag string) string {
	switch tag {
	case "xref":
		return "hasDbXref"
	case "subset":
		return "inSubset"
	case "namespace":
		return "hasOBONamespace"
	case "alt_id":
		return "hasAlternativeId"
	case "format-version":
		return "hasOBOFormatVersion"
	case "subsetdef":
		return "SubsetProperty"
	case "synonymtypedef":
		return "SynonymTypeProperty"
	case "scope":
		return "hasScope"
	case "EXACT":
		return "hasExactSynonym"
	case "NARROW":
		return "hasNarrowSynonym"
	case "BROAD":
		return "hasBroadSynonym"
	case "RELATED":
		return "hasRelatedSynonym"
	}
	return escape(tag)
}

// label returns the label that converters give a property of oboInOwl or IAO.
func label(iri string) string {
	switch strings.TrimPrefix(strings.TrimPrefix(iri, nsInOwl), nsOBO) {
	case "IAO_0000115":
		return "definition"
	case "IAO_0000424":
		return "expand expression to"
	case "IAO_0000425":
		return "expand assertion to"
	case "IAO_0000427":
		return "antisymmetric property"
	case "IAO_0000231":
		return "has obsolescence reason"
	case "IAO_0100001":
		return "term replaced by"
	case "hasDbXref":
		return "database_cross_reference"
	case "hasOBONamespace":
		return "has_obo_namespace"
	case "hasAlternativeId":
		return "has_alternative_id"
	case "hasOBOFormatVersion":
		return "has_obo_format_version"
	case "hasExactSynonym":
		return "has_exact_synonym"
	case "hasNarrowSynonym":
		return "has_narrow_synonym"
	case "hasBroadSynonym":
		return "has_broad_synonym"
	case "hasRelatedSynonym":
		return "has_related_synonym"
	case "hasSynonymType":
		return "has_synonym_type"
	case "hasScope":
		return "has_scope"
	case "inSubset":
		return "in_subset"
	case "SubsetProperty":
		return "subset_property"
	case "SynonymTypeProperty":
		return "synonym_type_property"
	}
	return ""
}

func builtin(iri string) bool {
	for _, ns := range []string{nsOWL, nsRDF, nsRDFS, nsXSD} {
		if strings.HasPrefix(iri, ns) {
			return true
		}
	}
	return false
}
