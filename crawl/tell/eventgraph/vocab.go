package eventgraph

// Namespaces.
const (
	schema = "https://schema.org/"
	prov   = "http://www.w3.org/ns/prov#"
	owl    = "http://www.w3.org/2002/07/owl#"
	RDF    = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	rdfs   = "http://www.w3.org/2000/01/rdf-schema#"
	xsd    = "http://www.w3.org/2001/XMLSchema#"
	Time   = "http://www.w3.org/2006/time#"
	geo    = "http://www.opengis.net/ont/geosparql#"
	sosa   = "http://www.w3.org/ns/sosa/"
	qudt   = "http://qudt.org/schema/qudt/"
	Unit   = "http://qudt.org/vocab/unit/"
	// vocab holds what these lack; it is the namespace of exports, too.
	vocab = "https://ontocrawl.github.io/crawl#"
	// eventNS holds classes of events and the properties that are observed of them.
	eventNS = "https://ontocrawl.github.io/event#"
	// eventBase begins the IRIs of events.
	eventBase = "https://ontocrawl.github.io/event/"
	typhoonNS = "https://ontocrawl.github.io/ontologies/typhoon#"

	namedStorm = typhoonNS + "NamedStorm"
	landfall   = typhoonNS + "TyphoonLandfall"
)

// prefixes are the namespaces that TriG abbreviates, in their order.
func prefixes() [][2]string {
	return [][2]string{{"crawl", vocab}, {"ev", eventNS}, {"geo", geo}, {"owl", owl}, {"prov", prov}, {"qudt", qudt}, {"rdfs", rdfs},
		{"schema", schema}, {"sosa", sosa}, {"time", Time}, {"typhoon", typhoonNS}, {"rainstorm", "https://ontocrawl.github.io/ontologies/rainstorm#"}, {"unit", Unit}, {"xsd", xsd}}
}

// property is the IRI of what a statement of a kind observes.
func property(kind string) string {
	if name, ok := map[string]string{
		"wind": "windSpeed", "windforce": "windForce", "pressure": "centralPressure", "rain": "rainfall", "height": "waterHeight", "movement": "movementSpeed",
		"magnitude": "magnitude", "aftershock": "aftershockMagnitude", "depth": "hypocentreDepth",
		"dead": "dead", "missing": "missing", "injured": "injured", "displaced": "displaced", "affected": "affected", "loss": "economicLoss",
		"landfall": "landfall", "warning": "warning", "mention": "mention",
	}[kind]; ok {
		return eventNS + name
	}
	return eventNS + kind
}

// unitIRI is the unit of a number: one of QUDT, or of this vocabulary for people, wind force and magnitudes,
// or a currency of ISO 4217 as QUDT names it.
func unitIRI(unit string) string {
	switch unit {
	case "people":
		return Unit + "NUM"
	case "level":
		return eventNS + "windForceLevel"
	case "magnitude":
		return eventNS + "earthquakeMagnitude"
	}
	if len(unit) == 3 && unit != "M" {
		return "http://qudt.org/vocab/currency/" + unit
	}
	return Unit + unit
}
