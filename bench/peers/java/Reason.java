import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.*;

import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.FileDocumentSource;
import org.semanticweb.owlapi.model.*;
import org.semanticweb.owlapi.reasoner.*;

/**
 * Tells the class hierarchy that a reasoner infers from each file of a list.
 *
 * <pre>java -cp ... Reason.java elk|hermit SECONDS LIST</pre>
 *
 * Every line printed is a path, a word and what it says, with tabs between:
 * "same" and equivalent classes; "edge", a class and one directly above it, each
 * the first of its equivalents; "error" and why there is no hierarchy; "over"
 * when the file is done. owl:Nothing is in no edge, owl:Thing in "same" only.
 *
 * <pre>java -cp ... Reason.java elk time FILE TIMES</pre>
 *
 * Prints for each time how many milliseconds the reasoner took to infer the
 * hierarchy of an ontology in memory, and how many edges it has.
 */
public class Reason {
    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        if (args[1].equals("time")) {
            time(args[0], new File(args[2]), Integer.parseInt(args[3]));
            System.exit(0);
        }
        for (String path : Files.readAllLines(Path.of(args[2]))) {
            ExecutorService alone = Executors.newSingleThreadExecutor(r -> {
                Thread t = new Thread(null, r, "reason", 256 << 20);
                t.setDaemon(true);
                return t;
            });
            Future<List<String>> answer = alone.submit(() -> {
                OWLOntology o = load(new File(path));
                return hierarchy(o, reasoner(args[0], o));
            });
            List<String> lines;
            try {
                lines = answer.get(Integer.parseInt(args[1]), TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                answer.cancel(true);
                lines = List.of("error\ttoo long");
            } catch (ExecutionException e) {
                String why = e.getCause().getClass().getSimpleName() + ": " + e.getCause().getMessage();
                lines = List.of("error\t" + why.lines().findFirst().orElse("").replace('\t', ' '));
            }
            for (String line : lines) {
                System.out.println(path + "\t" + line);
            }
            System.out.println(path + "\tover\t");
            alone.shutdownNow();
        }
        System.exit(0);
    }

    static OWLOntology load(File file) throws OWLOntologyCreationException {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        manager.getIRIMappers().add(iri -> IRI.create("file:/nowhere"));
        OWLOntologyLoaderConfiguration config = new OWLOntologyLoaderConfiguration()
            .setMissingImportHandlingStrategy(MissingImportHandlingStrategy.SILENT);
        return manager.loadOntologyFromOntologyDocument(new FileDocumentSource(file), config);
    }

    static OWLReasoner reasoner(String name, OWLOntology o) {
        OWLReasonerFactory f = name.equals("elk")
            ? new org.semanticweb.elk.owlapi.ElkReasonerFactory()
            : new org.semanticweb.HermiT.ReasonerFactory();
        return f.createNonBufferingReasoner(o);
    }

    static List<String> hierarchy(OWLOntology o, OWLReasoner r) {
        List<String> lines = new ArrayList<>();
        if (!r.isConsistent()) {
            return List.of("error\tinconsistent");
        }
        r.precomputeInferences(InferenceType.CLASS_HIERARCHY);
        TreeSet<Node<OWLClass>> nodes = new TreeSet<>((a, b) -> first(a).compareTo(first(b)));
        o.classesInSignature().forEach(c -> nodes.add(r.getEquivalentClasses(c)));
        nodes.add(r.getTopClassNode());
        nodes.add(r.getBottomClassNode());
        for (Node<OWLClass> n : nodes) {
            TreeSet<String> names = new TreeSet<>();
            n.entities().forEach(c -> names.add(c.getIRI().toString()));
            lines.add("same\t" + String.join(" ", names));
            if (n.isBottomNode() || n.isTopNode()) {
                continue;
            }
            String sub = first(n);
            r.getSuperClasses(n.getRepresentativeElement(), true).nodes().filter(m -> !m.isTopNode())
                .forEach(m -> lines.add("edge\t" + sub + "\t" + first(m)));
        }
        r.dispose();
        return lines;
    }

    static String first(Node<OWLClass> n) {
        return n.entities().map(c -> c.getIRI().toString()).min(String::compareTo).get();
    }

    static void time(String name, File file, int times) throws Exception {
        OWLOntology o = load(file);
        for (int i = 0; i < times; i++) {
            System.gc();
            long start = System.nanoTime();
            OWLReasoner r = reasoner(name, o);
            r.precomputeInferences(InferenceType.CLASS_HIERARCHY);
            double ms = (System.nanoTime() - start) / 1e6;
            long edges = i > 0 ? 0 : hierarchy(o, r).stream().filter(l -> l.startsWith("edge")).count();
            System.out.printf(java.util.Locale.ROOT, "%.1f %d%n", ms, edges);
            if (i > 0) {
                r.dispose();
            }
        }
    }
}
