import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
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
 * in milliseconds, each by the clock and by processors, then the heap in use
 * with one ontology held, in MB.
 */
public class LoadTime {
    static OWLOntology held;

    public static void main(String[] args) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double[] first = null, least = {Double.MAX_VALUE, Double.MAX_VALUE};
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            long start = System.nanoTime(), cpu = system.getProcessCpuTime();
            OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
            manager.getIRIMappers().add(iri -> IRI.create("file:/nowhere"));
            OWLOntologyLoaderConfiguration config = new OWLOntologyLoaderConfiguration()
                .setMissingImportHandlingStrategy(MissingImportHandlingStrategy.SILENT);
            held = manager.loadOntologyFromOntologyDocument(
                new org.semanticweb.owlapi.io.FileDocumentSource(new File(args[0])), config);
            double[] ms = {(System.nanoTime() - start) / 1e6, (system.getProcessCpuTime() - cpu) / 1e6};
            if (first == null) {
                first = ms;
            }
            least[0] = Math.min(least[0], ms[0]);
            least[1] = Math.min(least[1], ms[1]);
        }
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime r = Runtime.getRuntime();
        System.out.printf(Locale.ROOT, "%.1f %.1f %.1f %.1f %.1f%n", first[0], first[1], least[0], least[1], (r.totalMemory() - r.freeMemory()) / 1e6);
    }
}
