package agent

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/learn/brief"
	"github.com/kbgate/kbgate/internal/ledger"
	"github.com/kbgate/kbgate/internal/recall"
)

// How many words of a prompt that look like paths are looked up, and of how many artifacts a brief is given.
const (
	mostLookedUp = 10
	mostAbout    = 3
)

// Give is what an agent is to be told now: its brief, and what became of the artifacts that are named, as far as the session has not heard
// it. It remembers that. The text is "" where there is nothing new.
func Give(ctx context.Context, l *ledger.Ledger, s *Session, agent, dir string, named []string, now time.Time) (string, error) {
	pages, err := recall.Automatic(ctx, l, agent, dir, named, now.AddDate(0, 0, -brief.PatternDays))
	if err != nil || len(pages) == 0 {
		return "", err
	}
	pages = pages[:min(len(pages), 1+mostAbout)]
	room, texts := recall.MaxAutomatic, []string(nil)
	for i := len(pages) - 1; i >= 0; i-- { // what was asked for before the rest
		page := pages[i]
		if room < brief.MinChars {
			continue
		}
		most := room
		if i > 0 {
			most = max(brief.MinChars, room/(i+1))
		}
		text := strings.TrimSpace(page.Text(most - len(between)))
		if len(text) > room || !s.IsNew(page.About+"\x00"+text) {
			continue
		}
		room -= len(text) + len(between)
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return "", nil
	}
	slices.Reverse(texts)
	s.Agent, s.Folder = agent, l.Repository.Prefix
	if s.Brief, err = recall.BriefDigest(ctx, l, agent); err != nil {
		return "", err
	}
	return strings.Join(texts, between), nil
}

const between = "\n\n"

// Named are the words of a prompt that may be paths of notes or other artifacts, each once.
func Named(prompt string) (paths []string) {
	for _, word := range strings.FieldsFunc(prompt, func(r rune) bool {
		return r <= ' ' || strings.ContainsRune("`'\"“”‘’()[]{}<>,;|*@", r)
	}) {
		word = strings.TrimPrefix(strings.TrimRight(word, ".:!?"), "./")
		if len(word) > 200 || strings.Contains(word, "://") || !kb.IsNote(path.Base(word)) && !strings.Contains(word, "/") || strings.Trim(word, "./") == "" {
			continue
		}
		if !slices.Contains(paths, word) {
			if paths = append(paths, word); len(paths) == mostLookedUp {
				break
			}
		}
	}
	return paths
}
