// Package mark parts what kbgate added to a prompt from the prompt's own words. What was added stands as a block of one opening line, a line
// for each sentence, and a closing line. It does no I/O.
package mark

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text/prompt"
)

// The lines around a block are a contract: a program finds the block by the beginning of the first and by the last, whatever else the first
// says.
const (
	Begin = "[kbgate:" // what feedback says never holds
	End   = "[/kbgate]"

	begin  = Begin + " added after feedback."
	bullet = "- "
)

var opening = begin + " " + prompt.Label("taken from that feedback", "an earlier attempt") + "]"

// MaxLines is the most sentences that a block holds; Add adds none to a block that has as many.
const MaxLines = 40

// Prompt is a prompt in its parts: Before, the block with its sentences, and After make it up. Without a block all of it is Before.
type Prompt struct {
	Before    string
	Sentences []string
	After     string
}

// Own are the prompt's own words.
func (p *Prompt) Own() string { return p.Before + p.After }

// Split parts a prompt. Its last whole block counts, wherever it stands and whatever ends its lines have. A block that somebody edited is
// theirs, and counts as their words.
func Split(text string) Prompt {
	for end := len(text); ; {
		at := strings.LastIndex(text[:end], begin)
		if at < 0 {
			return Prompt{Before: text}
		}
		if sentences, size, ok := block(text[at:]); ok && (at == 0 || text[at-1] == '\n') {
			return Prompt{text[:at], sentences, text[at+size:]}
		}
		end = at
	}
}

// block reads the block with which a text begins: its sentences and how many bytes it takes.
func block(text string) (sentences []string, size int, ok bool) {
	for line := range strings.Lines(text) {
		size += len(line)
		plain := strings.TrimRight(line, " \t\r\n")
		sentence, isSentence := strings.CutPrefix(plain, bullet)
		switch {
		case sentences == nil && strings.HasPrefix(plain, begin) && strings.HasSuffix(plain, "]"):
			sentences = []string{}
		case isSentence:
			sentences = append(sentences, sentence)
		default:
			return sentences, size, plain == End
		}
	}
	return nil, 0, false
}

// MaxQuoted is the most characters that a sentence quotes.
const MaxQuoted = 300

// Sentence is the line of an action: its words, and what the feedback says as a quotation.
func Sentence(words, quoted string) string {
	if quoted == "" {
		return words
	}
	return words + " " + prompt.Quotation(prompt.Quote(quoted, MaxQuoted))
}

// Add puts a sentence into the block of a prompt, and gives the prompt as it is where the sentence stands there, or the block is full. The
// block's lines end as those of the prompt do.
func Add(text, sentence string) string {
	p := Split(text)
	if sentence == "" || strings.ContainsAny(sentence, "\r\n") || IsFull(text) || slices.Contains(p.Sentences, sentence) {
		return text
	}
	newline := "\n"
	if first := strings.IndexByte(text, '\n'); first > 0 && text[first-1] == '\r' {
		newline = "\r\n"
	}
	var b strings.Builder
	b.WriteString(p.Before)
	if p.Sentences == nil && p.Before != "" {
		if !strings.HasSuffix(p.Before, "\n") {
			b.WriteString(newline)
		}
		b.WriteString(newline)
	}
	b.WriteString(opening + newline)
	for _, s := range append(p.Sentences, sentence) {
		b.WriteString(bullet + s + newline)
	}
	b.WriteString(End + newline + p.After)
	return b.String()
}

// IsFull reports whether the block of a prompt takes no further sentence.
func IsFull(text string) bool { return len(Split(text).Sentences) >= MaxLines }
