package recall

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/decision"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/records"
)

// What the shell proposes comes from the newest records alone, so that it is there at once in a ledger of any size: the most ids that are
// proposed, and the most records that are read for names of agents.
const (
	mostProposed = 50
	mostAsked    = 200
)

// IDsWith gives ids of records that begin with what was typed, those of decisions first, the newest of each kind first. It makes no index.
func IDsWith(ctx context.Context, l *ledger.Ledger, typed string) (ids []string, err error) {
	part := strings.ToUpper(typed)
	for _, kind := range []*decision.Kind{decision.Decisions, decision.Refinements, decision.Allowances} {
		names, err := l.Store.Newest(ctx, kind.Folder, mostProposed-len(ids), mayBegin(kind, part))
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			if _, id, copied, ok := decision.ParsePath(n.Path); ok && copied == "" {
				ids = append(ids, id)
			}
		}
	}
	return ids, nil
}

// idLength is that of every id.
const idLength = 26

// mayBegin tells the paths that may be, or may lead to, records whose ids begin with a text.
func mayBegin(kind *decision.Kind, part string) func(string) bool {
	if part == "" {
		return func(string) bool { return true }
	}
	if len(part) > idLength {
		return func(string) bool { return false }
	}
	missing := idLength - len(part)
	first, last := kind.Path(part+strings.Repeat("0", missing)), kind.Path(part+strings.Repeat("Z", missing))
	return func(name string) bool {
		if _, id, _, ok := decision.ParsePath(name); ok {
			return strings.HasPrefix(id, part)
		}
		n := len(name)
		if n > len(first) || len(first) != len(last) { // years of five digits, which nobody has lived to see
			return first != "" || last != ""
		}
		return first[:n] <= name && name <= last[:n]
	}
}

// AgentsWith gives names of agents that begin with what was typed: those that the configuration names, and those of the newest decisions. It
// makes no index.
func AgentsWith(ctx context.Context, l *ledger.Ledger, typed string) ([]string, error) {
	agents := map[string]bool{}
	of := &l.Config.Agents
	for _, named := range []map[string]string{of.Authors, of.Tags, of.Epics, of.Gates} {
		for _, agent := range named {
			agents[agent] = true
		}
	}
	names, err := l.Store.Newest(ctx, decision.Decisions.Folder, mostAsked, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	for file, err := range l.Store.Contents(ctx, names, decision.MaxRecord) {
		if err != nil {
			continue // what cannot be read proposes nothing
		}
		r, err := records.ReadFile(file.Path, file.Data)
		if d, ok := r.(*decision.Decision); ok && err == nil && d.Agent != "" {
			agents[string(d.Agent)] = true
		}
	}
	all := slices.Sorted(maps.Keys(agents))
	return slices.DeleteFunc(all, func(agent string) bool { return !strings.HasPrefix(agent, strings.ToLower(typed)) }), nil
}
