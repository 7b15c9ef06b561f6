package eventgraph

// Namespaces.
const (
	Schema = "https://schema.org/"
	Prov   = "http://www.w3.org/ns/prov#"
	OWL    = "http://www.w3.org/2002/07/owl#"
	RDF    = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	RDFS   = "http://www.w3.org/2000/01/rdf-schema#"
	XSD    = "http://www.w3.org/2001/XMLSchema#"
	Time   = "http://www.w3.org/2006/time#"
	Geo    = "http://www.opengis.net/ont/geosparql#"
	SOSA   = "http://www.w3.org/ns/sosa/"
	QUDT   = "http://qudt.org/schema/qudt/"
	Unit   = "http://qudt.org/vocab/unit/"
	// Vocab holds what these lack; it is the namespace of exports, too.
	Vocab = "https://ontocrawl.github.io/crawl#"
	// EventNS holds classes of events and the properties that are observed of them.
	EventNS = "https://ontocrawl.github.io/event#"
	// EventBase begins the IRIs of events.
	EventBase = "https://ontocrawl.github.io/event/"
	typhoonNS = "https://ontocrawl.github.io/ontologies/typhoon#"

	NamedStorm = typhoonNS + "NamedStorm"
	Landfall   = typhoonNS + "TyphoonLandfall"
)

// prefixes are the namespaces that TriG abbreviates, in their order.
func prefixes() [][2]string {
	return [][2]string{{"crawl", Vocab}, {"ev", EventNS}, {"geo", Geo}, {"owl", OWL}, {"prov", Prov}, {"qudt", QUDT}, {"rdfs", RDFS},
		{"schema", Schema}, {"sosa", SOSA}, {"time", Time}, {"typhoon", typhoonNS}, {"rainstorm", "https://ontocrawl.github.io/ontologies/rainstorm#"}, {"unit", Unit}, {"xsd", XSD}}
}

// property is the IRI of what a statement of a kind observes.
func property(kind string) string {
	if name, ok := map[string]string{
		"wind": "windSpeed", "windforce": "windForce", "pressure": "centralPressure", "rain": "rainfall", "height": "waterHeight", "movement": "movementSpeed",
		"magnitude": "magnitude", "aftershock": "aftershockMagnitude", "depth": "hypocentreDepth",
		"dead": "dead", "missing": "missing", "injured": "injured", "displaced": "displaced", "affected": "affected", "loss": "economicLoss",
		"landfall": "landfall", "warning": "warning", "mention": "mention",
	}[kind]; ok {
		return EventNS + name
	}
	return EventNS + kind
}

// unitIRI is the unit of a number: one of QUDT, or of this vocabulary for people, wind force and magnitudes,
// or a currency of ISO 4217 as QUDT names it.
func unitIRI(unit string) string {
	switch unit {
	case "people":
		return Unit + "NUM"
	case "level":
		return EventNS + "windForceLevel"
	case "magnitude":
		return EventNS + "earthquakeMagnitude"
	}
	if len(unit) == 3 && unit != "M" {
		return "http://qudt.org/vocab/currency/" + unit
	}
	return Unit + unit
}
