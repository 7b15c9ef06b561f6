import java.io.File;
import java.util.Locale;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.*;

/**
 * Times how long the OWL API takes to read one file into axioms, again and
 * again in one JVM.
 *
 * <pre>java -cp ... LoadTime.java FILE TIMES</pre>
 *
 * Prints the first time, which has the loading of classes in it, and the least,
 * in milliseconds, then the heap in use with one ontology held, in MB.
 */
public class LoadTime {
    static OWLOntology held;

    public static void main(String[] args) throws Exception {
        double first = 0, least = Double.MAX_VALUE;
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            long start = System.nanoTime();
            OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
            manager.getIRIMappers().add(iri -> IRI.create("file:/nowhere"));
            OWLOntologyLoaderConfiguration config = new OWLOntologyLoaderConfiguration()
                .setMissingImportHandlingStrategy(MissingImportHandlingStrategy.SILENT);
            held = manager.loadOntologyFromOntologyDocument(
                new org.semanticweb.owlapi.io.FileDocumentSource(new File(args[0])), config);
            double ms = (System.nanoTime() - start) / 1e6;
            if (i == 0) {
                first = ms;
            }
            least = Math.min(least, ms);
        }
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        System.out.printf(Locale.ROOT, "%.1f %.1f %.1f%n", first, least, (r.totalMemory() - r.freeMemory()) / 1e6);
    }
}
