package score

import (
	"strings"
	"unicode"

	"github.com/kbgate/kbgate/internal/learn/reading"
)

// prompt is what the rubric sees of a text.
type prompt struct {
	task      *task           // the first
	concrete  map[string]bool // names, paths, figures, quotations
	asks      bool
	words     int
	sentences int
	idle      int // sentences in which nothing stands that any part counts
	empty     int // words that say nothing
	more      int // further tasks
	repeated  int // sentences that stand twice
	reasons   int

	limits, outcomes, examples, checks float64 // sentences, each counted at most once for each part
}

// task is what a prompt asks for.
type task struct {
	verb            string
	plain, concrete int // words that say to what
}

// fixed are the sentences of refinements that say nothing of the work: they earn nothing (Feedback Detector, templates without a slot).
var fixed = map[string]bool{"Approach this step by step, validating each change": true, "Include validation that confirms the fix works": true}

// read takes a prompt apart: its own words and the sentences that kbgate added.
func read(own string, added []string) *prompt {
	p := &prompt{concrete: map[string]bool{}}
	seen := map[string]bool{}
	inCode := false
	for line := range strings.Lines(own) {
		l := strings.TrimSpace(line)
		if strings.HasPrefix(l, "```") {
			if inCode = !inCode; inCode {
				p.examples += 0.5
			}
			continue
		}
		if inCode {
			p.code(l)
			continue
		}
		for _, s := range sentences(l) {
			p.sentence(s, seen)
		}
	}
	for _, s := range added {
		if !fixed[s] {
			p.added(s, seen)
		}
	}
	return p
}

// code counts the names in a line of code: once each, and few of all.
func (p *prompt) code(l string) {
	if len(p.concrete) < 6 && l != "" {
		p.concrete[strings.ToLower(l[:min(len(l), 40)])] = true
	}
}

// added counts a sentence that kbgate added for what it tells: an error, a test, what is expected.
func (p *prompt) added(s string, seen map[string]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	switch {
	case strings.HasPrefix(s, Reworded):
		p.sentence(strings.Trim(strings.TrimPrefix(s, Reworded), " `“”"), seen)
	case strings.HasPrefix(s, "Given the error:"), strings.HasPrefix(s, "Ensure compatibility"), strings.HasPrefix(s, "To clarify the goal:"):
		p.concrete[s] = true
		p.reasons++
	case strings.HasPrefix(s, "Ensure the solution passes:"):
		p.checks++
	case strings.HasPrefix(s, "Expected behavior:"), strings.HasPrefix(s, "Specifically addressing:"):
		p.outcomes++
	default:
		p.limits++
	}
}

// Reworded begins a sentence that a reader wrote: it counts as the prompt's own.
const Reworded = "In a reader's words:"

// Sentences parts a text into the sentences that the rubric sees.
func Sentences(text string) (list []string) {
	for line := range strings.Lines(text) {
		for _, s := range sentences(strings.TrimSpace(line)) {
			if s = strings.TrimSpace(s); s != "" {
				list = append(list, s)
			}
		}
	}
	return list
}

// sentences parts a line at the marks that end a sentence, not at points within names and figures.
func sentences(l string) (list []string) {
	start := 0
	for i, r := range l {
		if strings.ContainsRune(".!?;", r) && (i+1 == len(l) || l[i+1] == ' ') {
			list = append(list, l[start:i+1])
			start = i + 1
		}
	}
	return append(list, l[start:])
}

// sentence counts what one sentence says.
func (p *prompt) sentence(s string, seen map[string]bool) {
	words := reading.Words(s)
	if len(words) == 0 {
		return
	}
	p.sentences++
	p.words += len(words)
	key := strings.ToLower(strings.Join(strings.Fields(s), " "))
	if seen[key] && len(words) > 3 {
		p.repeated++
		p.idle++
		return
	}
	seen[key] = true
	p.asks = p.asks || strings.HasSuffix(strings.TrimSpace(s), "?")

	before := len(p.concrete)
	hollow := 0
	has := func(in set) bool {
		for i := range words {
			if in[words[i].Text] {
				return true
			}
		}
		return false
	}
	for i := range words {
		if empty[words[i].Text] {
			hollow++
		}
		if name := concreteAt(s, words, i); name != "" && len(p.concrete) < 40 {
			p.concrete[name] = true
		}
	}
	p.empty += hollow
	names := len(p.concrete) - before
	if enumerates(s) {
		names += 2
	}
	limited, told := has(limits) || denies(words), has(outcomes) || isConditional(words)
	story := narrates(words)
	if story {
		limited, told = false, false
	}
	worth := min(1, float64(len(words)-hollow)/5)
	if hollow*3 > len(words) {
		worth = 0
	}
	useful := names > 0
	p.find(words, s, names)
	for _, part := range []struct {
		is bool
		to *float64
	}{{limited, &p.limits}, {told, &p.outcomes}, {has(examples) || strings.Contains(s, "→") || strings.Contains(s, "->") || strings.Contains(s, "e.g."), &p.examples}, {has(checks), &p.checks}} {
		if part.is && worth > 0 {
			*part.to += worth * (0.5 + 0.5*min(1, float64(names)/2))
			useful = true
		}
	}
	if has(reasons) && worth > 0 && len(words) > 4 {
		p.reasons++
		useful = true
	}
	useful = useful || story && len(words) > 6 && hollow == 0
	if p.sentences == 1 || p.task != nil && startsTask(words) {
		useful = useful || worth > 0.5
	}
	if !useful {
		p.idle++
	}
}

// isConditional reports whether a sentence says what holds in a case.
func isConditional(words []reading.Word) bool {
	for i := range words {
		switch words[i].Text {
		case "if":
			return true
		case "se", "caso", "when", "quando":
			if words[i].Opens {
				return true
			}
		}
	}
	return false
}

// enumerates reports whether a list of at least three stands behind a colon: columns, steps, cases.
func enumerates(s string) bool {
	_, list, ok := strings.Cut(s, ": ")
	return ok && strings.Count(list, ", ") >= 2
}

// narrates reports whether a sentence tells of its writer or of others, and wants nothing: what was not done is no constraint.
func narrates(words []reading.Word) bool {
	switch words[0].Text {
	case "i", "we", "he", "she", "they", "my", "our", "eu", "nos", "ele", "ela", "eles", "elas", "meu", "minha", "nosso", "nossa":
	default:
		return false
	}
	for i := range words {
		if wants[words[i].Text] {
			return false
		}
	}
	return true
}

// find looks for a task in a sentence: the first is the prompt's; one that another sentence begins is a further one.
func (p *prompt) find(words []reading.Word, s string, names int) {
	for i := range words {
		if !tasks[words[i].Text] || i > 0 && !words[i].Opens && !leads(words[i-1].Text) {
			continue
		}
		if p.task != nil {
			if joins[words[0].Text] {
				p.more++
			}
			return
		}
		plain := 0
		for _, w := range words[i+1:] {
			if len(w.Text) > 3 && !empty[w.Text] && !reading.IsCommon(w.Text) {
				plain++
			}
		}
		p.task = &task{s[words[i].Start:words[i].End], plain, names}
		return
	}
}

// leads reports whether a word may stand before the verb of a task.
func leads(w string) bool {
	switch w {
	case "please", "to", "you", "and", "then", "also", "must", "should", "need", "e", "favor", "para", "podes", "pode", "preciso", "que", "quero", "now", "agora", "first":
		return true
	}
	return false
}

func startsTask(words []reading.Word) bool { return tasks[words[0].Text] }

// denies reports whether a sentence forbids.
func denies(words []reading.Word) bool {
	for i := 0; i+1 < len(words); i++ {
		if w := words[i].Text; w == "not" || w == "nao" || w == "no" && words[i+1].Text == "new" {
			return true
		}
	}
	return false
}

// concreteAt gives what is concrete at a word: a figure, a path, a name in code or in capitals, the beginning of a quotation.
func concreteAt(s string, words []reading.Word, i int) string {
	w := &words[i]
	raw := s[w.Start:w.End]
	first := rune(raw[0])
	switch {
	case w.Quoted != reading.PlainWord:
		if i == 0 || words[i-1].Quoted == reading.PlainWord {
			return "“" + w.Text
		}
		return ""
	case unicode.IsDigit(first):
		return w.Text
	case w.End < len(s) && strings.IndexByte("_/(.@#:", s[w.End]) >= 0 && w.End+1 < len(s) && s[w.End+1] != ' ' && s[w.End+1] != '/':
		return w.Text
	case w.Start > 0 && strings.IndexByte("_/.@#", s[w.Start-1]) >= 0:
		return w.Text
	case i > 0 && !w.Opens && len(raw) > 1 && unicode.IsUpper(first), strings.IndexFunc(raw[1:], unicode.IsUpper) >= 0:
		return w.Text
	}
	return ""
}
