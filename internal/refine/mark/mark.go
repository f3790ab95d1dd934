// Package mark parts what kbgate added to a prompt from the prompt's own words. What was added stands at the end, as a block of one
// opening line, a line for each sentence, and a closing line. It does no I/O.
package mark

import (
	"slices"
	"strings"

	"github.com/kbgate/kbgate/internal/text/prompt"
)

// The lines around a block. They are a contract: a program finds the block by them.
const (
	Begin = "[kbgate:" // begins the opening line
	End   = "[/kbgate]"

	bullet = "- "
)

var opening = Begin + " added after feedback. " + prompt.Label("taken from that feedback", "an earlier attempt") + "]"

// MaxLines is the most sentences that a block holds; Add adds none to a block that has as many.
const MaxLines = 40

// Split parts a prompt into its own words and the sentences of the block at its end; there are none where it does not end with a block.
// Own words that Add gets back make the same prompt.
func Split(text string) (own string, sentences []string) {
	body, ok := strings.CutSuffix(strings.TrimRight(text, "\r\n"), "\n"+End)
	if !ok {
		return text, nil
	}
	at := strings.LastIndex(body, opening+"\n")
	if at < 0 || at > 0 && body[at-1] != '\n' {
		return text, nil
	}
	for line := range strings.SplitSeq(body[at+len(opening)+1:], "\n") {
		sentence, ok := strings.CutPrefix(line, bullet)
		if !ok {
			return text, nil // somebody edited the block: it is theirs now
		}
		sentences = append(sentences, sentence)
	}
	return body[:at], sentences
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

// Add puts a sentence into the block of a prompt, and gives the prompt as it is where the sentence stands there, or the block is full.
func Add(text, sentence string) string {
	own, sentences := Split(text)
	if sentence == "" || strings.ContainsAny(sentence, "\r\n") || len(sentences) >= MaxLines || slices.Contains(sentences, sentence) {
		return text
	}
	var b strings.Builder
	b.WriteString(own)
	if sentences == nil && own != "" {
		if !strings.HasSuffix(own, "\n") {
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	b.WriteString(opening + "\n")
	for _, s := range append(sentences, sentence) {
		b.WriteString(bullet + s + "\n")
	}
	b.WriteString(End + "\n")
	return b.String()
}
