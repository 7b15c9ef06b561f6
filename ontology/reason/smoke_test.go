package reason_test
import ("testing";"os";"context";"fmt";"time";"strings"
"github.com/knakk/rdf"
"github.com/ontocrawl/ontocrawl/ontology/axiom"
"github.com/ontocrawl/ontocrawl/ontology/reason"
"github.com/ontocrawl/ontocrawl/ontology/rdfio"
"github.com/ontocrawl/ontocrawl/ontology/syntax")
func TestSmoke(t *testing.T){
 for _,p:=range strings.Fields(os.Getenv("SMOKE")) {
 f,err:=os.Open(p); if err!=nil{t.Fatal(err)}
 var tr []rdf.Triple
 if err:=syntax.Decode(f, syntax.Options{File:p,Base:"http://b/",Warn:func(*rdfio.SyntaxError){}}, func(x rdf.Triple) error {tr=append(tr,x);return nil}); err!=nil {t.Fatal(err)}
 o,_:=axiom.FromTriples(tr)
 for range 3 {
 a:=time.Now()
 r:=reason.New(o.Axioms,reason.Options{})
 b:=time.Now()
 tx,err:=r.Classify(context.Background()); if err!=nil{t.Fatal(err)}
 c:=time.Now()
 n:=0
 for _,x:=range tx.Classes(){n+=len(tx.Parents(x))}
 fmt.Println(p,len(o.Axioms),"new",b.Sub(a),"classify",c.Sub(b),"classes",len(tx.Classes()),"direct",n,"unsat",len(tx.Unsatisfiable()),tx.Consistent(),"outside",len(r.Outside()))
 }
 }
}
