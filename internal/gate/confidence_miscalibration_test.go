package gate_test

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/kbgate/kbgate/internal/check"
	"github.com/kbgate/kbgate/internal/finding"
	"github.com/kbgate/kbgate/internal/gate"
	"github.com/kbgate/kbgate/internal/text/cite"
)

func TestConfidence(t *testing.T) {
	around := map[string][]byte{
		"other.md":  []byte("---\ntype: note\nsource: \"Berg, Tables (2001)\"\n---\nText.\n"),
		"same.md":   []byte("---\ntype: note\nsource: \"A. Ahn (2010)\"\n---\nText.\n"),
		"pitch.md":  []byte("---\ntype: note\nsource: \"Rival Ltd., press release (2020)\"\n---\nText.\n"),
		"map.md":    []byte("---\ntype: map\n---\nText.\n"),
		"record.md": []byte("---\ntype: source\n---\n# Survey of Northern Mills\n"),
	}
	for _, c := range []struct {
		name, confidence, source, body string
		want                           bool
	}{
		{"one source, likely", "likely", "Ahn, One (2010)", "Ahn found it.", true},
		{"one source, proven", "proven", "Ahn, One (2010)", "Ahn found it.", true},
		{"one source, experimental", "experimental", "Ahn, One (2010)", "Ahn found it.", false},
		{"two sources", "proven", "Ahn, One (2010); Bell, Two (2012)", "Text.", false},
		{"the second in the body", "likely", "Ahn, One (2010)", "Later work agrees (Bell & Cho, 2012).", false},
		{"the second in a footnote", "likely", "Ahn, One (2010)", "Text.[^1]\n\n[^1]: Bell, Two (2012)", false},
		{"the second behind a link", "likely", "Ahn, One (2010)", "See [[other]].", false},
		{"a link to the same source", "likely", "Ahn, One (2010)", "See [[same]].", true},
		{"a link to a note without source", "likely", "Ahn, One (2010)", "See [[map]].", true},
		{"a link to a source note", "likely", "Ahn, One (2010)", "See [[record]].", false},
		{"a link that leads nowhere", "likely", "Ahn, One (2010)", "See [[nothing there]].", true},
		{"no source", "likely", "", "Text.", false},
		{"only a link as source", "likely", "[[other]]", "Text.", true},
		{"unknown level", "certain", "Ahn, One (2010)", "Text.", false},
		{"pitch, experimental", "experimental", "Tidewell seed deck (2025)", "Text.", true},
		{"pitch, speculative", "speculative", "Tidewell seed deck (2025)", "Text.", false},
		{"pitch, checked by another", "experimental", "Tidewell seed deck (2025)", "The OECD review (2024) agrees.", false},
		{"paper and a press release", "likely", "Ahn, One (2010); Tidewell press release (2010)", "Text.", true},
		{"paper, its coverage and a deck", "proven", "Ahn, One (2010); Times story on it; Tidewell seed deck (2011)", "Text.", true},
		{"two press releases", "likely", "Tidewell press release (2025); Rival Ltd., press release (2020)", "Text.", true},
		{"pitch and a rival's release", "likely", "Tidewell seed deck (2025)", "See [[pitch]].", true},
		{"firms and people in the argument", "likely", "Ahn, One (2010)",
			"Google and Apple sell phones. In 2019 Mary Hale, who runs a mill, told the team so. When Rolls stopped in March 2020, prices rose.", true},
		{"a name in the title", "likely", "Ahn, One (2010)", "# Bell proved that tides move\n\nText.", true},
	} {
		note := "---\ntype: claim\ndomain: d\ndescription: d\nconfidence: " + c.confidence + "\nsource: \"" + c.source + "\"\ncreated: 2026-01-01\n---\n\n" + c.body + "\n"
		if got := judge(t, gate.ConfidenceMiscalibration, "claims/note.md", []byte(note), around); got != c.want {
			t.Errorf("%s: finding %v, want %v", c.name, got, c.want)
		}
	}
}

// TestSampleConfidence measures the gate on claims that people accepted, as they are and with their citations taken
// out.
func TestSampleConfidence(t *testing.T) {
	files, claims := sampleFiles(t)
	fired := findings(t, gate.ConfidenceMiscalibration, files)
	for name, message := range fired {
		t.Logf("as it is: %s: %s", name, message)
	}
	t.Logf("as they are: %d of %d claims fire", len(fired), len(claims))
	if len(fired)*100 > len(claims)*3 {
		t.Errorf("%d of %d accepted claims fire; at most 3 %% may", len(fired), len(claims))
	}
	stripped, count := map[string][]byte{}, 0
	bare := map[string]bool{}
	for name, data := range files {
		stripped[name] = data
		if level := field(data, "confidence"); (level == "likely" || level == "proven") && claims[name] && fired[name] == "" {
			stripped[name] = withoutCitations(data)
			bare[name] = true
			count++
		}
	}
	caught := findings(t, gate.ConfidenceMiscalibration, stripped)
	hit := 0
	for name := range bare {
		if caught[name] != "" {
			hit++
		} else {
			t.Logf("without citations: %s passes", name)
		}
	}
	t.Logf("without citations: %d of %d fire", hit, count)
	if hit*10 < count*9 {
		t.Errorf("without citations %d of %d fire; 90 %% must", hit, count)
	}
}

// sampleFiles reads the knowledge base that KBGATE_SAMPLE names; the second value tells its claims.
func sampleFiles(t *testing.T) (files map[string][]byte, claims map[string]bool) {
	root := os.Getenv("KBGATE_SAMPLE")
	if root == "" {
		t.Skip("KBGATE_SAMPLE is not set")
	}
	files, claims = map[string][]byte{}, map[string]bool{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) != ".md" {
			return err
		}
		data, err := os.ReadFile(p)
		name, _ := filepath.Rel(root, p)
		files[name] = data
		claims[name] = field(data, "type") == "claim"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, is := range claims {
		if !is {
			delete(claims, name)
		}
	}
	return files, claims
}

// findings gives a gate's messages by note.
func findings(t *testing.T, g *gate.Gate, files map[string][]byte) map[string]string {
	t.Helper()
	result, err := check.Run(context.Background(), check.Request{Files: files, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, f := range result.Document.Findings {
		if f.Gate == g.ID {
			found[f.Path] = f.Message
		}
	}
	return found
}

func field(data []byte, key string) string {
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, key+":"); ok {
			return strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return ""
}

// What withoutCitations takes out, by plain patterns of its own.
var (
	wikiLink  = regexp.MustCompile(`!?\[\[[^\]]*\]\]`)
	webLink   = regexp.MustCompile(`https?://\S+`)
	bracketed = regexp.MustCompile(`\([^()\n]*\b(1[5-9]|20)\d\d[a-z]?\b[^()\n]*\)`)
	workTitle = regexp.MustCompile(`["“*]([A-Z][\w'-]+[,:]?)( ([A-Z][\w'-]+|of|the|and|in|on|for|to|a|an)[,:]?){1,12}["”*]`)
	named     = regexp.MustCompile(`(?i:et al|according to|\bstud(y|ies)\b|\bsurvey|\bmeta-analys|\bstudied\b|\btrials?\b|\bexperiment|\bpapers?\b|\bresearch|\breport|\barxiv\b|\bcensus\b|\bdata from\b|\breview\b)|@\w|\b[A-Z][\w.-]+('s|’s)? (\w+ )?(found|finds|find|showed|shows|show|demonstrate[sd]?|argue[sd]?|calls?|called|writes|wrote|proposed|proposes|distinguish(es)?|describe[sd]?|identifie[sd]|identify|documented|documents|observed|proved|proves|discovered|estimate[sd]?|concludes?d?|theory|theorem|analysis|framework|book|work|insight|concept|principle|formulation|definition|model|rule|law|paradox)\b|\bv\. [A-Z]`)
	sentence  = regexp.MustCompile(`[^.!?\n]+([.!?]+|\n|$)`)
)

func withoutCitations(data []byte) []byte {
	note := string(data)
	end := strings.Index(note[4:], "\n---") + 8
	header, body := note[:end], note[end:]
	header = wikiLink.ReplaceAllString(header, "x")
	source := field(data, "source")
	if all := cite.Named(nil, []byte(source), 0, len(source)); len(all) > 1 {
		header = strings.Replace(header, source, source[:all[0].End], 1)
	}
	body = wikiLink.ReplaceAllString(body, "")
	body = webLink.ReplaceAllString(body, "")
	body = bracketed.ReplaceAllString(body, "")
	body = sentence.ReplaceAllStringFunc(body, func(s string) string {
		if !strings.HasPrefix(strings.TrimSpace(s), "#") && (workTitle.MatchString(s) || named.MatchString(s)) {
			return ""
		}
		return s
	})
	return []byte(header + body)
}

// The one source that is left may be another note's, in which this note's text says nothing of it.
func TestConfidenceNamesTheLinkedNote(t *testing.T) {
	files := map[string][]byte{
		"claim.md": []byte("---\ntype: claim\nconfidence: likely\nsource: \"Tidewell seed deck (2025)\"\n---\n# mills grind finer at night\n\nSee [[other]].\n"),
		"other.md": []byte("---\ntype: note\ntitle: Berg on mills\nsource: \"Berg, Tables (2001)\"\n---\nText.\n"),
	}
	result, err := check.Run(context.Background(), check.Request{Files: files, Now: today})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Document.Findings {
		if f.Gate == gate.ConfidenceMiscalibration.ID {
			if !strings.Contains(f.Message, `one source: that of the linked note "Berg on mills"`) {
				t.Errorf("the message is %s", f.Message)
			}
			return
		}
	}
	t.Error("there is no finding")
}

// What blocks is `proven` on one work, where nothing else is named at all.
func TestConfidenceCertainty(t *testing.T) {
	around := map[string][]byte{
		"same.md":    []byte("---\ntype: note\nsource: \"Ahn, One (2010)\"\n---\nText.\n"),
		"another.md": []byte("---\ntype: note\nsource: \"Ahn, Harbours (2015)\"\n---\nText.\n"),
	}
	for _, c := range []struct {
		name, confidence, source, body string
		want                           string
	}{
		{"proven on one work", "proven", "Ahn, One (2010)", "Ahn found it.", finding.Certain},
		{"in Portuguese", "proven", "Ahn, Um (2010)", "Ahn viu que as marés não se movem quando o vento para.", finding.Certain},
		{"behind a link, the same work", "proven", "Ahn, One (2010)", "See [[same]].", finding.Certain},
		{"behind a link, another work of hers", "proven", "Ahn, Tides (2010)", "See [[another]].", finding.Possible},
		{"two works of hers", "proven", "Ahn, One (2010); Ahn, Two (2012)", "Ahn found it.", finding.Possible},
		{"likely", "likely", "Ahn, One (2010)", "Ahn found it.", finding.Possible},
		{"her own word", "experimental", "Tidewell seed deck (2025)", "Text.", finding.Possible},
		{"proven on her own word", "proven", "Tidewell seed deck (2025)", "Text.", finding.Certain},
		{"two authors", "proven", "Ahn, One (2010)", "Bell (2012) agrees.", ""},
		{"two authors, in Portuguese", "proven", "Ahn, Um (2010)", "Segundo o Instituto de Marés, é assim.", ""},
		{"a language that is not judged", "proven", "Ahn, Eins (2010)", "Die Flut kommt nicht, weil der Wind sich gelegt hat und die Schleuse geschlossen ist.", ""},
		{"an admission", "likely", "Ahn, One (2010); Bell, Two (2012)", "Both describe one harbour. The counts were not independently verified.", finding.Possible},
		{"an admission, in Portuguese", "likely", "Ahn, Um (2010); Bell, Dois (2012)", "Ambos descrevem um único caso, o do porto de Belém.", finding.Possible},
		{"an admission under experimental", "experimental", "Ahn, One (2010)", "The counts were not independently verified.", ""},
		{"a counter-case beside three sources", "likely", "Ahn, One (2010); Bell, Two (2012); Cho, Three (2014)", "A fourth count, never independently verified, is left out.", ""},
		{"a challenge that is counted", "likely", "Ahn, One (2010); Bell, Two (2012)", "The count has the support of [[same]].\n\n## Challenged by\n\n- [[same]]", finding.Possible},
		{"a challenge that is counted, in Portuguese", "likely", "Ahn, Um (2010); Bell, Dois (2012)", "A contagem tem o apoio de [[same]].\n\n## Contrapontos\n\n- [[same]]", finding.Possible},
		{"a challenge that is not", "likely", "Ahn, One (2010); Bell, Two (2012)", "## Challenged by\n\n- [[same]]\n\n---\n\nRelevant notes:\n- [[another]] supports it", ""},
	} {
		files := maps.Clone(around)
		files[".kbgate.yaml"] = []byte("version: 1\ngates: {body_too_thin: {severity: off}}\n") // whose finding lies over all of a thin body
		files["note.md"] = []byte("---\ntype: claim\nconfidence: " + c.confidence + "\nsource: \"" + c.source + "\"\n---\n\n# tides stay where they are when the wind stops\n\n" + c.body + "\n")
		result, err := check.Run(context.Background(), check.Request{Files: files, Paths: []string{"note.md"}, Now: today})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range result.Document.Findings {
			if f.Gate == gate.ConfidenceMiscalibration.ID {
				got = f.Certainty
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
