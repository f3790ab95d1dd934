package gate

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/claim"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/kb"
	"github.com/kbgate/kbgate/internal/text"
)

// BrokenWikiLinks reports links that lead to no note, by the rules of kb.Overlay.Resolve.
var BrokenWikiLinks = &Gate{
	ID:       "broken_wiki_links",
	Title:    "Wiki link validity",
	Summary:  "A wiki link names a note that does not exist",
	Why:      "A link is part of the argument: it says on what the claim stands. One that leads nowhere is an argument that nobody can follow, and often a sign that the claim behind it was never checked.",
	Fix:      "Link only to notes that exist. Where the claim is still to be written, leave the link out and write `<!-- claim pending: its title -->`.",
	Severity: Warning, Fixable: true, EveryNote: true, LostTargets: true,
	NeverAllowed: true,
	Bad: `-- tea.md --
# tea keeps its aroma in the dark

See [[the water note]].
-- water.md --
# water
`,
	Good: "-- tea.md --\n# tea keeps its aroma in the dark\n\nSee [[water]], [[WATER.md|any spelling]] and `[[code]]`.\n-- water.md --\n# water\n",
	RunOnAll: func(p *Pass) {
		if !judgesLinks(p) {
			return
		}
		links, told := p.Links(), 0
		for i := range links {
			if l := &links[i]; broken(p, l) && (p.Selected(p.ID) || p.wasWhole(l)) {
				if told++; told > MostFindings {
					p.Report(finding.Finding{}) // is counted alone, and what the link may have meant is long to find out
					continue
				}
				p.Report(brokenLink(p, l))
			}
		}
	},
}

func judgesLinks(p *Pass) bool {
	switch p.Config.Links.Check {
	case "off":
		return false
	case "claims":
		return p.Note().IsClaim()
	}
	return true
}

func broken(p *Pass, l *Link) bool {
	if l.Found || len(p.Config.Links.Ignore) == 0 {
		return !l.Found
	}
	target := strings.ToLower(l.Target)
	return !slices.ContainsFunc(p.Config.Links.Ignore, func(pattern string) bool { return matchesText(strings.ToLower(pattern), target) })
}

// ledTo gives the note to which a link of the note under check led before the change under judgement.
func (p *Pass) ledTo(l *Link) (to kb.ID, found bool) {
	if p.Before == nil {
		return kb.None, false
	}
	id, ok := p.Before.Find(p.Note().Path)
	if !ok {
		return kb.None, false
	}
	return p.Before.Resolve(id, l.Target, l.Embed)
}

// wasWhole reports whether a link of a note that the change under judgement leaves alone led somewhere before.
func (p *Pass) wasWhole(l *Link) bool {
	_, found := p.ledTo(l)
	return found
}

// renamed gives the note that a broken link led to under another name: the change under judgement has renamed it, or the work tree
// has since the last commit.
func (p *Pass) renamed(l *Link) (now kb.ID, ok bool) {
	if p.Before == nil {
		if p.Renamed == nil {
			return kb.None, false
		}
		return p.Renamed(p.ID, l.Target, l.Embed)
	}
	to, ok := p.ledTo(l)
	if !ok || to == kb.None {
		return kb.None, false
	}
	return p.Notes.Find(p.Moved[p.Before.Path(to)])
}

func brokenLink(p *Pass, l *Link) finding.Finding {
	f := finding.Finding{At: l.Span, Target: l.Target, Message: fmt.Sprintf("no note is called %q", l.Target)}
	if l.Embed || kb.NamesFile(l.Target) {
		f.Message = fmt.Sprintf("no note or file is called %q", l.Target)
	}
	if notePath, ok := p.unstaged(l); ok {
		f.Message = fmt.Sprintf("the %s called %q exists, but is not staged", kindOf(notePath), l.Target)
		f.Fix = fmt.Sprintf("Stage it too: `git add %s`.", text.ShellWord(notePath))
		return f
	}
	if now, ok := p.renamed(l); ok {
		f.Suggestion = p.Notes.LinkName(now)
		f.Message = fmt.Sprintf("no note is called %q any more: it was renamed to %q", l.Target, f.Suggestion)
	} else if _, name, ok := p.Notes.Nearest(l.Target); ok {
		f.Suggestion = name
	} else {
		f.Pending = pendingEdit(p.Claim(), l)
		return f
	}
	f.Fix = fmt.Sprintf("Write [[%s]], or link to another note that exists.", f.Suggestion)
	if name, ok := spellTarget(p.Claim(), l, f.Suggestion); ok {
		f.Edits = []finding.Edit{{At: l.TargetSpan, NewText: name}}
	}
	return f
}

func kindOf(name string) string {
	if kb.IsNote(name) {
		return "note"
	}
	return "file"
}

// unstaged gives the note or other file of the work tree that a broken link means. Of one that the change has not brought nobody asks: with
// a whole work tree to look through, that would cost more than the rest of the check.
func (p *Pass) unstaged(l *Link) (notePath string, ok bool) {
	if p.Unstaged == nil || !p.Selected(p.ID) || p.hadLink(l.Target) {
		return "", false
	}
	return p.Unstaged(p.ID, l.Target)
}

// hadLink reports whether the note under check had a link to a target before the change.
func (p *Pass) hadLink(target string) bool {
	if p.Before == nil {
		return false
	}
	return p.targetsBefore(p.Before, p.Note().Path)[target]
}

// spellTarget writes a link's target as its place needs it; some names no link can spell.
func spellTarget(c *claim.Claim, l *Link, name string) (string, bool) {
	if strings.ContainsAny(name, "|#[]\n") {
		return "", false
	}
	if !l.InHeader {
		return name, true
	}
	switch c.Header.StyleAt(l.Span.Start) {
	case claim.SingleQuoted:
		return strings.ReplaceAll(name, "'", "''"), true
	case claim.DoubleQuoted:
		return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name), true
	}
	return name, !strings.ContainsAny(name, ":'\",{}#&*!") // unquoted, and perhaps within a flow list
}

// pendingEdit makes of a link its text, and a comment that remembers what it was to lead to.
func pendingEdit(c *claim.Claim, l *Link) []finding.Edit {
	whole := c.Slice(l.Span)
	if l.InHeader || l.Embed || strings.Contains(whole, "--") {
		return nil
	}
	inside := strings.TrimSuffix(strings.TrimPrefix(c.Slice(l.Span), "[["), "]]")
	shown := l.Target
	if _, label, ok := strings.Cut(inside, "|"); ok && strings.TrimSpace(label) != "" {
		shown = strings.TrimSpace(label)
	}
	if first, _ := utf8.DecodeRuneInString(shown); !unicode.IsLetter(first) {
		return nil // at the start of a line it could become a list or a heading
	}
	target, _, _ := strings.Cut(inside, "|")
	target = strings.TrimSpace(strings.TrimSuffix(target, `\`))
	return []finding.Edit{{At: l.Span, NewText: fmt.Sprintf("%s <!-- claim pending: %s -->", shown, target)}}
}

// matchesText reports whether a pattern in which * stands for any text fits a link's target, both in small letters.
func matchesText(pattern, target string) bool {
	head, rest, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == target
	}
	target, ok := strings.CutPrefix(target, head)
	for ok {
		part, further, more := strings.Cut(rest, "*")
		if !more {
			return strings.HasSuffix(target, part)
		}
		_, target, ok = strings.Cut(target, part)
		rest = further
	}
	return false
}
