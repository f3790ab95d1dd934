package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kbgate/kbgate/internal/lazy"
	"github.com/kbgate/kbgate/internal/text/hidden"
)

// Parts are what a body is made of, as a reader sees them: headers, headings, code, quoted replies and the signature are aside.
type Parts struct {
	// Salutation is what stands before the first sentence: "Hi Denise,", "Bom dia!"; "" where nothing does.
	Salutation string
	// Opener is the first sentence behind the salutation; "" where there is none.
	Opener string
	// Sentences are all sentences behind the salutation, the opener first.
	Sentences []string
	// Signature is what stands below the last sentence: a closing, the sender's name, a quoted reply.
	Signature string
	// Start is the text behind the salutation, as far as an opener may reach, whatever may be a signature included.
	Start string
}

// mostParted is how many bytes of a body are looked at for its parts, mostSentences how many sentences are given, and mostStarting
// how many paragraphs the start has.
const (
	mostParted    = 256 << 10
	mostSentences = 2000
	mostStarting  = 3
)

// PartsOf takes a body apart. Of a body over 256 KiB it sees the beginning, and it gives the first 2,000 sentences.
func PartsOf(body string) Parts {
	if len(body) > mostParted {
		body = strings.ToValidUTF8(body[:mostParted], "")
	}
	var p Parts
	lines := linesOf(body)
	all := blocksOf(lines)
	p.Salutation, all = parting(all)
	p.Start = strings.Join(all[:min(len(all), mostStarting)], " ")
	end := signatureAt(lines)
	_, blocks := parting(blocksOf(lines[:end]))
	p.Signature = strings.Join(lines[end:], " ")
	if last := len(blocks) - 1; last > 0 && isName(blocks[last]) {
		p.Signature = blocks[last] + " " + p.Signature
		blocks = blocks[:last]
	}
	for _, block := range blocks {
		if p.Sentences = appendSentences(p.Sentences, block); len(p.Sentences) >= mostSentences {
			p.Sentences = p.Sentences[:mostSentences]
			break
		}
	}
	if len(p.Sentences) > 0 {
		p.Opener = p.Sentences[0]
	}
	return p
}

var (
	listMark = lazy.Regexp(`^(?:[-*+•–]|\d{1,2}[.)])\s+`)
	// quotedFrom is the line above a reply that is quoted in full.
	quotedFrom = lazy.Regexp(`(?i)^(?:(?:on|em|no dia)\s.{4,120}(?:wrote|escreveu):|-{2,}\s*(?:original message|mensagem original|forwarded message|mensagem encaminhada)\s*-{2,}.*)$`)
	closing    = lazy.Regexp(`(?i)^(?:(?:all |very |many |with |kind |warm |best |my |yours )*(?:best|regards|wishes|cheers|thanks|thank you|sincerely|faithfully|truly|respectfully|cordially|yours|talk soon|speak soon|take care)(?: again| in advance| so much| and regards| truly| faithfully| sincerely)?` +
		`|(?:um |uma |grande |forte |muito |com os |com |os |meus |melhores |cordiais )*(?:abs|abraços?|abraco|att|atte|atenciosamente|cordialmente|respeitosamente|obrigad[oa]|grat[oa]|cumprimentos|cumprimento|saudações|beijos?|bjs|até breve|até logo|xau|valeu)(?: a todos| desde já)?)\s*[,.!;–—-]*$`)
)

// Bounds of what may be a signature below its closing line.
const (
	mostSignatureLines = 10
	mostSignatureWords = 14
	mostClosingWords   = 3 // of a closing line that no list knows: "Warmly,"
)

// parting takes the salutation from the first paragraphs of a text.
func parting(blocks []string) (salutation string, rest []string) {
	for i, block := range blocks {
		behind := afterSalutation(block)
		if said := strings.TrimSpace(block[:len(block)-len(behind)]); said != "" {
			salutation = strings.TrimSpace(salutation + " " + said)
		}
		if behind = strings.TrimSpace(behind); behind != "" {
			return salutation, append([]string{behind}, blocks[i+1:]...)
		}
	}
	return salutation, nil
}

// linesOf gives the lines of a body without its header and what no reader sees.
func linesOf(body string) []string {
	body = strings.Map(func(r rune) rune {
		switch {
		case r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\v' || r == '\f':
			return '\n'
		case hidden.Shapeless(r) && r != '\n' && r != '\r' && r != '\t' || r == utf8.RuneError:
			return -1
		}
		return r
	}, strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body))
	_, body = parted(strings.TrimLeftFunc(body, unicode.IsSpace))
	return strings.Split(body, "\n")
}

// blocksOf gives the paragraphs and list items of some lines, each on one line, without headings, code and quoted replies.
func blocksOf(lines []string) (blocks []string) {
	open, fence := false, ""
	for _, line := range lines {
		line = strings.TrimSpace(line)
		if fence != "" || strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			switch {
			case fence == "":
				fence = line[:3]
			case strings.HasPrefix(line, fence):
				fence = ""
			}
			open = false
			continue
		}
		line = emphasis.Replace(line)
		item := listMark().FindString(line)
		switch {
		case line == "" || strings.Trim(line, "-=_* ") == "":
			open = false
		case strings.HasPrefix(line, "#") || strings.HasPrefix(line, ">"):
			open = false
		case open && item == "":
			blocks[len(blocks)-1] += " " + line
		default:
			blocks, open = append(blocks, line[len(item):]), true
		}
		// A greeting that has a line of its own is not part of what follows.
		if open && isSalutation(line) {
			open = false
		}
	}
	return blocks
}

// emphasis are the marks of bold text.
var emphasis = strings.NewReplacer("**", "", "__", "")

// isName reports whether a last paragraph is a sender's name and company: a few words that no mark ends.
func isName(s string) bool {
	return len(strings.Fields(s)) <= mostSignatureWords && !strings.ContainsAny(s[len(s)-1:], `.!?:"')`) && !strings.HasSuffix(s, "…") && !strings.HasSuffix(s, "”")
}

// signatureAt gives the line at which the signature begins, or a quoted reply before it.
func signatureAt(lines []string) int {
	for i, line := range lines {
		if quotedFrom().MatchString(strings.TrimSpace(line)) {
			lines = lines[:i]
			break
		}
	}
	first := slices.IndexFunc(lines, func(line string) bool { return strings.TrimSpace(line) != "" })
	written := 0
	for i := len(lines) - 1; i > first; i-- {
		line := strings.TrimSpace(lines[i])
		if line == "" {
			continue
		}
		if line == "--" || line == "—" || closing().MatchString(line) || strings.HasSuffix(line, ",") && len(strings.Fields(line)) <= mostClosingWords && written > 0 && greetingOf(line) == "" {
			return i
		}
		if written++; written > mostSignatureLines || len(strings.Fields(line)) > mostSignatureWords || strings.HasSuffix(line, "?") {
			break
		}
	}
	return len(lines)
}

var (
	greeting = lazy.Regexp(`(?i)^(?:hiya|hi+|he+y+|hello|howdy|dear|greetings|(?:good )?(?:morning|afternoon|evening|day)|to whom it may concern` +
		`|olá|ola|oie|oi|ei|opa|e aí|salve|fala|caros?|caras?|prezad[oa]\(a\)|prezad[oa]s?|estimad[oa]s?|exm[oa]s?|ilm[oa]s?|ilustríssim[oa]|excelentíssim[oa]|bom dia|boa tarde|boa noite|saudações|senhor(?:a|es|as)?|alô)`)
	// The words of a greeting behind its first ones, up to the mark that ends it.
	greeted = lazy.Regexp(`^(?:(?:\s*[^\s,.:;!?–—]+){0,3}?\s*\.|(?:\s*[^\s,.:;!?–—]+){0,7}?\s*(?:,|:|;|!+|–|—|\s-(?:\s|$)|$))`)
	// A name in front of what is said: "Denise,".
	named    = lazy.Regexp(`^(?:(?:Dra?|Sra?|Mrs?|Ms|Profa?|Eng)\.?\s+)?\p{Lu}[\p{L}'’-]*(?:\s+(?:d[aeo]s?\s+)?\p{Lu}[\p{L}'’.-]*){0,3}\s*(?:,|!+|–|—|-$|-\s|$)`)
	wellness = lazy.Regexp(`(?i)^(?:(?:e\s+)?(?:tudo (?:bem|bom|certo|ok|joia|jóia|em ordem|na paz|tranquilo)|beleza|como (?:vai|está|vão as coisas|estás)|how are you(?: doing)?(?: today)?|how's it going|how is it going|what's up)(?:\s+(?:contigo|com você|com vocês|por aí|aí|consigo))?\s*[?!.]+)`)
	// A sentence in which the sender gives a name and no more: "Aqui é a Camila, da Rotalog."
	introduced = lazy.Regexp(`^(?:[Aa]qui (?:é|fala|quem fala é|quem escreve é)|[Qq]uem (?:fala|escreve|vos escreve) é|[Tt]his is|[Ii]t's|[Ii]t is)\s+(?:[oa]\s+)?\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*){0,3}(?:\s*,)?(?:\s+(?:from|at|with|of|here at|d[aoe]s?)\s+[^\s.!?,]+(?:\s+[^\s.!?,]+){0,4})?\s*[.!]+(?:\s|$)`)
)

// isSalutation reports whether a line is a salutation and nothing else.
func isSalutation(line string) bool { return line != "" && afterSalutation(line) == "" }

// afterSalutation gives what stands behind the salutation of a text; the text itself where it has none.
func afterSalutation(s string) string {
	rest := s
	for range 4 { // "Olá, Marina! Tudo bem? Bom dia."
		next := strings.TrimSpace(rest)
		at := greetingOf(next)
		switch {
		case at != "":
			end := greeted().FindString(next[len(at):])
			if end == "" {
				return rest
			}
			ended := len(at) + len(end)
			for strings.HasSuffix(next[:ended], ".") && isAbbreviation(next[:ended-1]) { // "Prezado Sr." goes on
				more := len(greeted().FindString(next[ended:]))
				if more == 0 {
					break
				}
				ended += more
			}
			if end == "," { // "Olá, Marina!": the name stands behind the comma
				behind := strings.TrimLeftFunc(next[ended:], unicode.IsSpace)
				ended = len(next) - len(behind) + len(named().FindString(behind))
			}
			next = next[ended:]
		case wellness().MatchString(next):
			next = next[len(wellness().FindString(next)):]
		case introduced().MatchString(next) && rest != s:
			next = next[len(introduced().FindString(next)):]
		case rest == s && isVocative(next):
			next = next[len(named().FindString(next)):]
		default:
			return rest
		}
		rest = strings.TrimSpace(next)
		if rest == "" {
			return ""
		}
	}
	return rest
}

// isVocative reports whether a text is a name, or begins with one before a comma and a question about how somebody is.
func isVocative(s string) bool {
	name := named().FindString(s)
	if end, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(name)); name == "" || !strings.ContainsRune(",!–—-", end) {
		return false
	}
	rest := strings.TrimSpace(s[len(name):])
	return rest == "" || wellness().MatchString(rest) || greetingOf(rest) != ""
}

// greetingOf gives the words of greeting with which a text begins.
func greetingOf(s string) string {
	at := greeting().FindString(s)
	if next, _ := utf8.DecodeRuneInString(s[len(at):]); unicode.IsLetter(next) || unicode.IsDigit(next) {
		return "" // "Himalayan salt"
	}
	return at
}

var abbreviations = []string{"mr", "mrs", "ms", "dr", "dra", "sr", "sra", "sr(a)", "dr(a)", "srs", "srta", "exmo", "exma", "exmos", "ilmo", "ilma", "prof", "profa", "eng", "vs",
	"e.g", "i.e", "p.ex", "inc", "ltd", "ltda", "corp", "nº", "núm", "approx", "aprox", "tel", "art", "av", "fig", "pp", "pág", "st", "cf", "jr", "u.s", "u.k", "s.a"}

// isAbbreviation reports whether a text ends with a word behind which a point ends no sentence, an initial too.
func isAbbreviation(s string) bool {
	word := strings.TrimLeft(s[strings.LastIndexAny(s, " \t\n")+1:], "(\"“'‘")
	if utf8.RuneCountInString(word) == 1 {
		return unicode.IsUpper([]rune(word)[0])
	}
	return slices.Contains(abbreviations, strings.ToLower(word))
}

// appendSentences takes a paragraph apart into sentences.
func appendSentences(to []string, block string) []string {
	start := 0
	add := func(end int) {
		if s := strings.TrimSpace(block[start:end]); strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			to = append(to, s)
		}
		start = end
	}
	for i, r := range block {
		if r != '.' && r != '!' && r != '?' && r != '…' || i < start {
			continue
		}
		end := i + utf8.RuneLen(r)
		for end < len(block) {
			next, size := utf8.DecodeRuneInString(block[end:])
			if !strings.ContainsRune(`.!?…"”’')»]*_`, next) {
				break
			}
			end += size
		}
		next, _ := utf8.DecodeRuneInString(strings.TrimSpace(block[end:]))
		gap, _ := utf8.DecodeRuneInString(block[end:])
		if end < len(block) && (!unicode.IsSpace(gap) || unicode.IsLower(next) && r != '!' && r != '?') || r == '.' && end == i+1 && end < len(block) && isAbbreviation(block[start:i]) {
			continue
		}
		add(end)
	}
	add(len(block))
	return to
}
