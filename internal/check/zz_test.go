package check
import ("testing";"context";"time";"os")
func TestProf(t *testing.T){ r,err:=Run(context.Background(), Request{Dir: os.Getenv("KB"), Now: time.Now()}); if err!=nil {t.Fatal(err)}; t.Log(r.Document.Summary); n:=map[string]int{}; for _,f:=range r.Document.Findings {n[f.Gate]++}; t.Log(n) }
