import java.util.*;

import org.obolibrary.robot.*;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.formats.FunctionalSyntaxDocumentFormat;
import org.semanticweb.owlapi.io.StreamDocumentTarget;
import org.semanticweb.owlapi.model.*;

/**
 * Writes beside each table, as TABLE.ofn, the ontology that ROBOT makes of it, in functional syntax.
 *
 * <pre>java -cp ... Template.java INPUT PREFIX NAMESPACE TABLE...</pre>
 *
 * Of a table that ROBOT refuses a line says why.
 */
public class Template {
    public static void main(String[] args) throws Exception {
        IOHelper io = new IOHelper();
        io.addPrefix(args[1], args[2]);
        for (String table : Arrays.asList(args).subList(3, args.length)) {
            OWLOntology input = OWLManager.createOWLOntologyManager().loadOntologyFromOntologyDocument(new java.io.File(args[0]));
            try (java.io.OutputStream out = new java.io.FileOutputStream(table + ".ofn")) {
                OWLOntology o = TemplateOperation.template(input, io, Map.of(table, TemplateHelper.readCSV(table)), TemplateOperation.getDefaultOptions());
                o.getOWLOntologyManager().saveOntology(o, new FunctionalSyntaxDocumentFormat(), new StreamDocumentTarget(out));
            } catch (Exception e) {
                System.out.println(table + ": " + e);
            }
        }
        System.exit(0);
    }
}
