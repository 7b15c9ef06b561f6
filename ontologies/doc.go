// Package ontologies carries the ontologies that come with ontocrawl:
// rainstorm disasters (48 concepts) and typhoon disasters (45), in Chinese,
// English and Spanish, and natural hazards of every kind (141), in Chinese and
// English. Each stands here twice, the same graph in two syntaxes:
// NAME.owl is RDF/XML and NAME.ttl is Turtle, both laid out as Protégé saves them,
// so that they can be opened there, changed and saved with a readable difference.
//
// How they are written is how one's own ontology can be written:
//
//   - a concept is a class with an rdfs:label in each language, its other names
//     as skos:altLabel, what only helps to find it as skos:hiddenLabel, and a
//     definition as rdfs:comment;
//   - Is-a is rdfs:subClassOf, Synonym owl:equivalentClass;
//   - Includes is a restriction "some" on the object property includes or one
//     below it (causes, hasImpact, hasResponse, hasInfluencingFactor), meant as
//     what is typical: OWL has no weaker word, and reads it of every case;
//   - the annotation core marks the concepts whose names bear the topic by
//     themselves.
//
// hazards is one file of many topics: each hazard with all below it is one (see
// semsim's TopicVector). What people see of a hazard, and other things bring too
// (magnitude, mud, smoke), are labels of a concept that is not core, which only
// that hazard includes (hasSign). The data property glide holds the letters of the
// kind in GLIDE numbers.
//
// Labels were chosen so that they mean their concept wherever they stand: not "storm"
// but "tropical storm", not 登陆 (which also means to log in) but 台风登陆, not 中颱, which
// once simplified is the 中台 of office software, but 中度颱風, not "temporal", which is an
// English word too, but "temporal de viento". found is a match as a test writes it: the
// text matched and the term. What means its concept only in company is a hidden label
// of a concept that is not core: the storm names that people, places and plants have,
// too (Ian, 海燕). Names that mean nothing else (Mangkhut, 杜苏芮) are labels of a core
// concept.
//
// A version that was ever released stays, packed, in the folder earlier: a run
// that began with it goes on with it (see [Version]). To release a new one, raise
// its version IRI and versionInfo, and put the last NAME.owl there.
//
// Reading them is left to ontology/owl.
package ontologies
