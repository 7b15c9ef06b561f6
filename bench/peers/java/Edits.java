import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.*;
import java.util.stream.*;

import org.obolibrary.robot.*;
import org.semanticweb.elk.owlapi.ElkReasonerFactory;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.io.FileDocumentSource;
import org.semanticweb.owlapi.model.*;
import uk.ac.manchester.cs.owlapi.modularity.*;

/**
 * Tells what ROBOT and the OWL API make of each file of a list.
 *
 * <pre>java -cp ... Edits.java LIST</pre>
 *
 * Every line printed is a path, a word and an axiom, with tabs between: "reduce" and an axiom that ROBOT
 * leaves out, "relax" and one that it adds; "bot", "top", "star" and how many logical axioms the OWL API's
 * module for the first class by name has; "name" and that class; "error" and why there is no answer.
 */
public class Edits {
    public static void main(String[] args) throws Exception {
        for (String path : Files.readAllLines(Path.of(args[0]))) {
            try {
                answer(path);
            } catch (Throwable e) {
                say(path, "error", e.toString());
            }
        }
        System.exit(0);
    }

    static void answer(String path) throws Exception {
        OWLOntology o = load(path);
        TreeSet<String> names = new TreeSet<>();
        for (OWLClass c : o.getClassesInSignature()) {
            names.add(c.getIRI().toString());
        }
        names.remove("http://www.w3.org/2002/07/owl#Thing");
        names.remove("http://www.w3.org/2002/07/owl#Nothing");
        if (names.isEmpty()) {
            return;
        }
        OWLClass first = o.getOWLOntologyManager().getOWLDataFactory().getOWLClass(IRI.create(names.first()));
        say(path, "name", names.first());
        for (ModuleType type : List.of(ModuleType.BOT, ModuleType.TOP, ModuleType.STAR)) {
            Set<OWLAxiom> module = new SyntacticLocalityModuleExtractor(o.getOWLOntologyManager(), o, type).extract(Set.of(first));
            say(path, type.name().toLowerCase(), "" + module.stream().filter(OWLAxiom::isLogicalAxiom).count());
        }
        Set<OWLAxiom> before = new HashSet<>(o.getAxioms());
        RelaxOperation.relax(o, RelaxOperation.getDefaultOptions());
        o.getAxioms().stream().filter(a -> !before.contains(a) && !named(a, before)).forEach(a -> say(path, "relax", a.toString()));
        OWLOntology p = load(path);
        ReduceOperation.reduce(p, new ElkReasonerFactory(), ReduceOperation.getDefaultOptions());
        before.stream().filter(a -> a instanceof OWLSubClassOfAxiom && !p.getAxioms().contains(a)).forEach(a -> say(path, "reduce", a.toString()));
    }

    /** ROBOT also states that each of two equivalent named classes is a kind of the other, which we leave as it is. */
    static boolean named(OWLAxiom a, Set<OWLAxiom> before) {
        return a instanceof OWLSubClassOfAxiom s && !s.getSubClass().isAnonymous() && !s.getSuperClass().isAnonymous()
            && before.stream().anyMatch(b -> b instanceof OWLEquivalentClassesAxiom e
                && e.getClassExpressions().containsAll(Set.of(s.getSubClass(), s.getSuperClass())));
    }

    static OWLOntology load(String path) throws Exception {
        OWLOntologyLoaderConfiguration config = new OWLOntologyLoaderConfiguration()
            .setMissingImportHandlingStrategy(MissingImportHandlingStrategy.SILENT);
        return OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(new FileDocumentSource(new File(path)), config);
    }

    static void say(String path, String word, String text) {
        System.out.println(path + "\t" + word + "\t" + text.replaceAll("\\s+", " "));
    }
}
