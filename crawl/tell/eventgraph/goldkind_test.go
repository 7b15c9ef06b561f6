package eventgraph

// GoldKind is a kind of the gold set by its name in the table of hazards.
func GoldKind(kind string) string {
	if of := map[string]string{"cyclone": "storm", "flashflood": "flood", "debrisflow": "landslide", "cold": "cold-wave", "heat": "heat-wave", "accident": "traffic-accident"}[kind]; of != "" {
		return of
	}
	return kind
}
