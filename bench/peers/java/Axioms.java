import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.FileDocumentSource;
import org.semanticweb.owlapi.model.*;

/**
 * Tells what the OWL API reads in each file of a list: axioms by type, entities
 * by kind.
 *
 * <pre>java -cp ... Axioms.java LIST</pre>
 *
 * LIST is a file with a path in each line. Every line printed is a path, a name
 * and a number, with tabs between; for a file that cannot be read the name is
 * "error" and the message follows. Nothing is fetched: imports are not found.
 */
public class Axioms {
    public static void main(String[] args) throws Exception {
        for (String path : Files.readAllLines(Path.of(args[0]))) {
            Map<String, Integer> counts;
            try {
                counts = count(load(new File(path)));
            } catch (OWLOntologyCreationException | RuntimeException e) {
                String why = e.getClass().getSimpleName() + ": " + e.getMessage();
                System.out.println(path + "\terror\t" + why.lines().findFirst().orElse("").replace('\t', ' '));
                continue;
            }
            counts.forEach((name, n) -> System.out.println(path + "\t" + name + "\t" + n));
        }
    }

    static OWLOntology load(File file) throws OWLOntologyCreationException {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        manager.getIRIMappers().add(iri -> IRI.create("file:/nowhere"));
        OWLOntologyLoaderConfiguration config = new OWLOntologyLoaderConfiguration()
            .setMissingImportHandlingStrategy(MissingImportHandlingStrategy.SILENT);
        return manager.loadOntologyFromOntologyDocument(new FileDocumentSource(file), config);
    }

    static Map<String, Integer> count(OWLOntology o) {
        Map<String, Integer> counts = new TreeMap<>();
        o.axioms().forEach(a -> counts.merge(name(a), 1, Integer::sum));
        o.signature().forEach(e -> counts.merge("entity " + e.getEntityType().getName(), 1, Integer::sum));
        return counts;
    }

    /** The name in the functional syntax, with the number of operands where there can be more than two. */
    static String name(OWLAxiom a) {
        if (a instanceof OWLNaryAxiom) {
            return a.getAxiomType().getName() + " " + ((OWLNaryAxiom<?>) a).operands().count();
        }
        return a.getAxiomType().getName();
    }
}
