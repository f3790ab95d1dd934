package recall

import (
	"context"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/learn"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
	"github.com/kbgate/kbgate/internal/store/index"
)

// Kinds counts the rejections that fit, by people, by their category and the type of their artifacts, and parts the counts by agent. It
// looks at those whose category was recorded or follows from a keyword, which the index counts without a look at any of them: they
// tell in which words to speak, and not how many there are.
func Kinds(ctx context.Context, l *ledger.Ledger, f Filter) (map[string]learn.Kinds, error) {
	x, err := l.Index(ctx, index.Always)
	if err != nil {
		return nil, err
	}
	f.Verdict, f.Category = decision.Rejected, ""
	q := f.query()
	q.Where = append(q.Where, byPeople)
	counted, err := x.Count(ctx, q, records.CategoryColumn, "artifact.type", "agent")
	all, spell := map[string]learn.Kinds{}, speller()
	for _, t := range counted {
		agent := spell(t.Texts[2])
		if all[agent] == nil {
			all[agent] = learn.Kinds{}
		}
		all[agent].Add(decision.Category(t.Texts[0]), decision.ArtifactType(t.Texts[1]), t.Count)
	}
	return all, err
}
