package reading

import "strings"

var (
	sectionNouns = SetOf("section sections secao secoes seccao chapter")
	// partings stand between the name of a section and the rest of a sentence.
	partings = SetOf("the a an this that any no not and or but is are was has have in of on about for with to its your our " +
		"missing lacks lack absent incomplete needs need add required whole entire proper own one some from there here which where should must " +
		"o os as um uma na nas no nos em falta faltam faltou faltando ausente incompleta nao tem sem nem e ou esta precisa adicionar incluir que")
	// introductions stand between "section" and the name that follows it.
	introductions = SetOf("on about for de do da dos das sobre para")
	vagueNames    = SetOf("important required key main relevant whole few several many other last first second following")
)

// Section gives the name of the section that a reason names, as it is written there: "Missing configuration section",
// "falta a seção de configuração". It is empty where none is named.
func Section(reason string) string {
	words := Words(reason)
	for i := range words {
		if !sectionNouns[words[i].Text] {
			continue
		}
		if name := nameAfter(reason, words, i); name != "" {
			return name
		}
		if name := nameBefore(reason, words, i); name != "" {
			return name
		}
	}
	return ""
}

func nameBefore(reason string, words []Word, i int) string {
	from := i
	for from > 0 && i-from < sectionWords && !words[from].Opens && !partings[words[from-1].Text] && !vagueNames[words[from-1].Text] {
		from--
	}
	if from == i {
		return ""
	}
	return plainName(reason[words[from].Start:words[i-1].End])
}

func nameAfter(reason string, words []Word, i int) string {
	if i+2 > len(words) || words[i+1].Opens || !introductions[words[i+1].Text] {
		return ""
	}
	from := i + 2
	if from < len(words) && (words[from].Text == "the" || words[from].Text == "a" || words[from].Text == "o") {
		from++
	}
	to := from
	for to < len(words) && to-from < sectionWords && (to == from || !words[to].Opens) && !partings[words[to].Text] {
		to++
	}
	if to == from {
		return ""
	}
	return plainName(reason[words[from].Start:words[to-1].End])
}

// sectionWords is how many words a name takes at most.
const sectionWords = 4

// maxSection is the longest name of a section, in bytes; what is longer is none.
const maxSection = 120

// plainName gives a name without the marks that were about its words.
func plainName(s string) string {
	if len(s) > maxSection {
		return ""
	}
	fields := strings.FieldsFunc(s, func(r rune) bool { return !inWord(r) && !strings.ContainsRune("-/.'’&+#_", r) })
	return strings.Join(fields, " ")
}
