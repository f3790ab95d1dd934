package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// note is a claim as a writer holds it.
type note struct {
	dir, title, body string
	header           map[string]string
	keys             []string // of the header, in their order
	said             *note    // what its sources say: the claim as people accepted it
}

func (n note) clone() note {
	n.header, n.keys = maps.Clone(n.header), slices.Clone(n.keys)
	return n
}

func (n note) path() string { return filepath.Join(n.dir, n.title+".md") }

func (n note) text() string {
	var b strings.Builder
	b.WriteString("---\n")
	for _, key := range n.keys {
		if value, ok := n.header[key]; ok {
			fmt.Fprintf(&b, "%s: %s\n", key, value)
		}
	}
	return b.String() + "---\n\n# " + n.title + "\n\n" + n.body
}

// figures are those of title and description.
func (n note) figures() []string {
	return firstFigure.FindAllString(n.title+" "+n.header["description"], -1)
}

// readNote reads a claim of plain form; false where it has another one.
func readNote(path, text string) (n note, ok bool) {
	parts := strings.SplitN(text, "---\n", 3)
	if len(parts) != 3 || parts[0] != "" {
		return n, false
	}
	n = note{dir: filepath.Dir(path), header: map[string]string{}}
	for line := range strings.Lines(parts[1]) {
		key, value, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "-") {
			return n, false
		}
		n.keys, n.header[key] = append(n.keys, key), value
	}
	n.title = strings.TrimSuffix(filepath.Base(path), ".md")
	heading, body, _ := strings.Cut(strings.TrimSpace(parts[2]), "\n")
	n.body = strings.TrimSpace(body) + "\n"
	return n, strings.TrimPrefix(heading, "# ") == n.title && n.header["type"] == "claim" && len(strings.Fields(n.title)) > 6 && len(strings.Fields(n.body)) > 80
}

// habit damages a claim, and reports whether it could.
type habit struct {
	name   string
	damage func(n *note, base []note, r *rand.Rand) bool
}

var firstFigure = regexp.MustCompile(`\d+`)

var habits = []habit{
	{"wrong-figure", func(n *note, _ []note, _ *rand.Rand) bool {
		n.header["description"] = firstFigure.ReplaceAllString(n.header["description"], "9$0")
		n.title = firstFigure.ReplaceAllString(n.title, "9$0")
		return !slices.Equal(n.figures(), n.said.figures())
	}},
	{"confidence", func(n *note, _ []note, _ *rand.Rand) bool {
		was := n.header["confidence"]
		n.header["confidence"] = "proven"
		return was != "proven" && was != "likely" && countSources(n.header["source"]) == 1
	}},
	{"two-word-title", func(n *note, _ []note, _ *rand.Rand) bool {
		n.title = strings.Join(strings.Fields(n.title)[:2], " ")
		return true
	}},
	{"label", func(n *note, _ []note, _ *rand.Rand) bool {
		n.title = "the role of " + strings.Join(strings.Fields(n.title)[:2], " ") + " in practice"
		return true
	}},
	{"universal", func(n *note, _ []note, r *rand.Rand) bool {
		n.title = []string{"it is always the case that ", "everywhere and in all cases "}[r.IntN(2)] + n.title
		return true
	}},
	{"overclaim", func(n *note, _ []note, _ *rand.Rand) bool {
		n.title = "it is proven beyond doubt that " + n.title
		return !strings.Contains(n.header["confidence"], "proven")
	}},
	{"no-sources", func(n *note, _ []note, _ *rand.Rand) bool {
		n.header["source"] = `"general knowledge"`
		return true
	}},
	{"thin-body", func(n *note, _ []note, _ *rand.Rand) bool { n.body = "So it is.\n"; return true }},
	{"source-date", func(n *note, _ []note, _ *rand.Rand) bool { n.header["created"] = "2019-05-02"; return true }},
	{"date-form", func(n *note, _ []note, r *rand.Rand) bool {
		n.header["created"] = []string{"05/02/2026", "February 5th", "2026-2-5"}[r.IntN(3)]
		return true
	}},
	{"broken-link", func(n *note, _ []note, _ *rand.Rand) bool {
		n.body += "\nSee also [[the note that nobody has written about this]].\n"
		return true
	}},
	{"missing-field", func(n *note, _ []note, r *rand.Rand) bool {
		delete(n.header, []string{"description", "source", "confidence"}[r.IntN(3)])
		return true
	}},
	{"duplicate", func(n *note, base []note, r *rand.Rand) bool {
		title := n.title
		*n = base[r.IntN(len(base))].clone()
		n.title += " as it seems"
		return n.title != title
	}},
	{"wrong-domain", func(n *note, _ []note, _ *rand.Rand) bool {
		was := n.header["domain"]
		n.header["domain"] = map[bool]string{true: "livingip", false: "internet-finance"}[was == "internet-finance"]
		return true
	}},
	{"odd-value", func(n *note, _ []note, r *rand.Rand) bool {
		n.header["confidence"] = []string{"high", "medium", "certain"}[r.IntN(3)]
		return true
	}},
}

// reviewerWords are what a reviewer who knows the sources says of a draft when no gate has found anything: of its tag, the words.
var reviewerWords = map[string][]string{
	"factual_discrepancy":       {"A number is wrong", "O número está errado", "The figure is not what the source says"},
	"scope_error":               {"Too general: for whom does this hold?", "Vago: vale para quem?", "Says always, but the source speaks of one case"},
	"title_overclaims":          {"Overclaims: one study does not prove this", "O título afirma mais do que a evidência mostra", "The title is stronger than the evidence"},
	"title_not_proposition":     {"What is being claimed here?", "Não entendi o que se afirma", "Unclear: only a label, not a claim"},
	"confidence_miscalibration": {"Confidence is too high for what is cited", "Confiança alta demais para uma fonte só"},
	"sources":                   {"No source is cited", "Falta a fonte", "Where does this come from?"},
	"body_too_thin":             {"There is no argument here, only the conclusion", "Raso demais", "Missing evidence"},
	"date_errors":               {"This is the date of the paper, not of the note", "A data é a da fonte, não a da nota"},
	"near_duplicate":            {"We already have this claim", "Já temos essa nota"},
	"domain":                    {"Does not belong in this domain", "Fora do escopo deste domínio"},
}

var certainties = regexp.MustCompile(`\b(proven|proves|certainly|beyond doubt)\b`)
var universals = regexp.MustCompile(`\b(always|never|everywhere|in all cases)\b`)
var levels = []string{"speculative", "experimental", "likely", "proven"}

// fault is what a reviewer finds at fault in a draft, who knows what the sources say; "": nothing.
func fault(n note, base []note) string {
	said := *n.said
	rank := func(n note) int { return slices.Index(levels, n.header["confidence"]) }
	gained := func(form *regexp.Regexp) bool {
		return len(form.FindAllString(n.title, -1)) > len(form.FindAllString(said.title, -1))
	}
	switch {
	case slices.ContainsFunc(base, func(b note) bool { return likeTitle(n.title, b.title) }):
		return "near_duplicate"
	case gained(universals):
		return "scope_error"
	case gained(certainties):
		return "title_overclaims"
	case !slices.Equal(n.figures(), said.figures()) && len(strings.Fields(n.title)) >= len(strings.Fields(said.title)):
		return "factual_discrepancy"
	case n.title != said.title:
		return "title_not_proposition"
	case rank(n) > rank(said):
		return "confidence_miscalibration"
	case n.header["source"] != said.header["source"]:
		return "sources"
	case 4*len(n.body) < len(said.body):
		return "body_too_thin"
	case n.header["created"] != said.header["created"]:
		return "date_errors"
	case n.header["domain"] != said.header["domain"]:
		return "domain"
	}
	return ""
}

func likeTitle(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

func countSources(s string) int {
	return 1 + strings.Count(s, ";") + strings.Count(s, " + ") + strings.Count(s, " and ")
}

// operation is what a literal agent does on reading words of an instruction, to the draft that it has.
type operation struct {
	words *regexp.Regexp
	do    func(w *writer, d *note)
}

// writer is what an agent can look up.
type writer struct {
	base   []note // what stands in the knowledge base
	today  string
	next   func() note              // a further claim of its material
	unlink func(body string) string // takes out the links to notes that are not there
}

var wikiLink = regexp.MustCompile(`\[\[([^\]|#]+)[^\]]*\]\]`)

// operations are how a literal agent takes the verbs and objects of a sentence. They see one line of the brief, the draft and what its
// sources say, and neither the habit nor what the reviewer found. Whoever wrote them knew the habits and the sentences.
var operations = []operation{
	{regexp.MustCompile(`(?i)\bsentence of at least \d+ words|at least \d+ words`), func(_ *writer, d *note) {
		if len(strings.Fields(d.title)) < 4 {
			d.title = d.said.title
		}
	}},
	{regexp.MustCompile(`(?i)\btitle\b.*\b(complete|plain) sentences?\b`), func(_ *writer, d *note) {
		if len(strings.Fields(d.title)) < len(strings.Fields(d.said.title)) { // it says less than the sources do
			d.title = d.said.title
		}
	}},
	{regexp.MustCompile(`(?i)say of (whom|what)|say what is claimed of what|scope the (claim|title)|replace .*always`), func(_ *writer, d *note) {
		if universals.MatchString(d.title) {
			d.title = d.said.title
		}
	}},
	{regexp.MustCompile(`(?i)'X suggests Y' instead of|match the evidence|no further than (they|the sources) show`), func(_ *writer, d *note) {
		if certainties.MatchString(d.title) {
			d.title = d.said.title
		}
	}},
	{regexp.MustCompile(`(?i)one source: experimental|single source = experimental`), func(_ *writer, d *note) {
		if countSources(d.header["source"]) == 1 && slices.Index(levels, d.header["confidence"]) > 1 {
			d.header["confidence"] = "experimental"
		}
	}},
	{regexp.MustCompile(`(?i)\b(cite|name) (or quote it|each source|the source|the further independent sources)|name .* in .source.`), func(_ *writer, d *note) {
		d.header["source"] = d.said.header["source"]
	}},
	{regexp.MustCompile(`(?i)say why the claim holds|explain WHY`), func(_ *writer, d *note) {
		if len(d.body) < len(d.said.body)/2 {
			d.body = d.said.body
		}
	}},
	{regexp.MustCompile(`(?i)the day on which the claim was made|today`), func(w *writer, d *note) { d.header["created"] = w.today }},
	{regexp.MustCompile(`YYYY-MM-DD`), func(w *writer, d *note) {
		if _, err := time.Parse(time.DateOnly, d.header["created"]); err != nil {
			d.header["created"] = w.today
		}
	}},
	{regexp.MustCompile(`(?i)link only to (notes|files) that exist|only link to files`), func(w *writer, d *note) {
		d.body = w.unlink(d.body)
	}},
	{regexp.MustCompile(`(?i)(give|verify|ensure) all .*required .*fields`), func(_ *writer, d *note) {
		for _, key := range d.said.keys {
			if d.header[key] == "" {
				d.header[key] = d.said.header[key]
			}
		}
	}},
	{regexp.MustCompile(`(?i)lists the values of a field, write one of these`), func(_ *writer, d *note) {
		if !slices.Contains(levels, d.header["confidence"]) {
			d.header["confidence"] = d.said.header["confidence"]
		}
	}},
	{regexp.MustCompile(`(?i)check the (knowledge base|KB index).*(leave this note out|instead of creating)`), func(w *writer, d *note) {
		if slices.ContainsFunc(w.base, func(b note) bool { return likeTitle(d.title, b.title) }) {
			*d = w.next()
		}
	}},
	{regexp.MustCompile(`(?i)re-read the source|open each source|correct (the number|what it does not say)`), func(_ *writer, d *note) {
		figures, meant := firstFigure.FindAllString(d.title, -1), firstFigure.FindAllString(d.said.title, -1)
		for i := range min(len(figures), len(meant)) {
			d.title = strings.Replace(d.title, figures[i], meant[i], 1)
		}
		if d.header["description"] != "" && !slices.Equal(d.figures(), d.said.figures()) {
			d.header["description"] = d.said.header["description"]
		}
	}},
	{regexp.MustCompile(`(?i)check the claim against the domain`), func(_ *writer, d *note) { d.header["domain"] = d.said.header["domain"] }},
	{regexp.MustCompile(`(?i)\b(while you write|before you show it), say: `), func(*writer, *note) {}},
}

var quoted = regexp.MustCompile("`“[^”]*”`")

// instructions are the lines of a brief that tell to do something: points of its lists, with the lines that go on with them. What stands
// in quotations is data, as the brief says.
func instructions(brief string) (lines []string) {
	for line := range strings.Lines(brief) {
		if line = strings.TrimRight(line, "\n"); strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "  ") {
			if strings.HasPrefix(line, "  Sent back: ") || strings.HasPrefix(line, "  Accepted: ") || strings.HasSuffix(line, ", as above") {
				continue // they show and point
			}
			lines = append(lines, quoted.ReplaceAllString(line, "“”"))
		}
	}
	return lines
}

// follow does what a brief says, as far as the words tell, and counts the lines by whether they told anything.
func (w *writer) follow(brief string, draft *note, lines map[string]bool) {
	for _, line := range instructions(brief) {
		understood := false
		for _, o := range operations {
			if o.words.MatchString(line) {
				o.do(w, draft)
				understood = true
			}
		}
		lines[dayOrCount.ReplaceAllString(line, "N")] = understood
	}
}

var dayOrCount = regexp.MustCompile(`\d+(\.\d+)?%?`)
