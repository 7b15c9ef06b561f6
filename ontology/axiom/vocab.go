package axiom

const (
	nsRDF  = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	nsRDFS = "http://www.w3.org/2000/01/rdf-schema#"
	nsOWL  = "http://www.w3.org/2002/07/owl#"
	nsXSD  = "http://www.w3.org/2001/XMLSchema#"
	nsSWRL = "http://www.w3.org/2003/11/swrl#"
)
