package decision

import (
	"crypto/rand"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestValidate(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*Decision)
		want   string // empty: nothing is wrong
	}{
		"whole":                    {func(*Decision) {}, ""},
		"no id":                    {func(d *Decision) { d.ID = "" }, "id: is missing"},
		"id is a path":             {func(d *Decision) { d.ID = "../../../etc/passwd" }, "id: "},
		"id in small letters":      {func(d *Decision) { d.ID = strings.ToLower(d.ID) }, "id: "},
		"id too large":             {func(d *Decision) { d.ID = "8" + d.ID[1:] }, "id: "},
		"id of another day":        {func(d *Decision) { d.SourceID, d.ID = "", NewID(at.Add(-48*time.Hour), fixed(1)) }, "is of 2026-11-19, but the record is of 2026-11-21"},
		"id of the same day":       {func(d *Decision) { d.SourceID, d.ID = "", NewID(at.Add(time.Hour), fixed(1)) }, ""},
		"id of another event":      {func(d *Decision) { d.SourceID = "r-8" }, "does not follow"},
		"schema":                   {func(d *Decision) { d.Schema = "x" }, "schema: "},
		"source":                   {func(d *Decision) { d.Source = "dream" }, `source: "dream" is none of human, validator, github, event, import`},
		"no source":                {func(d *Decision) { d.Source, d.SourceID = "", "" }, "source: is missing"},
		"event without its id":     {func(d *Decision) { d.Source, d.SourceID = FromEvent, "" }, "source_id: is missing"},
		"no verdict":               {func(d *Decision) { d.Verdict = "" }, "verdict: is missing"},
		"verdict in capitals":      {func(d *Decision) { d.Verdict = "REJECTED" }, "verdict: "},
		"tomorrow":                 {func(d *Decision) { d.SourceID, d.At = "", now.Add(23*time.Hour); d.ID = NewID(d.At, fixed(1)) }, ""},
		"the day after":            {func(d *Decision) { d.SourceID, d.At = "", now.Add(25*time.Hour); d.ID = NewID(d.At, fixed(1)) }, "at: 2026-11-22T13:00:00Z is in the future"},
		"year 9999":                {func(d *Decision) { d.At = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }, "future"},
		"year 1":                   {func(d *Decision) { d.At = time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC) }, "before 1970"},
		"no time":                  {func(d *Decision) { d.At = time.Time{} }, "at: is missing"},
		"no agent":                 {func(d *Decision) { d.Agent = "" }, "agent: is missing"},
		"agent is a path":          {func(d *Decision) { d.Agent = "../../x" }, "agent: "},
		"agent is a Windows path":  {func(d *Decision) { d.Agent = `..\x` }, "agent: "},
		"agent is hidden":          {func(d *Decision) { d.Agent = ".ssh" }, "agent: "},
		"agent is an option":       {func(d *Decision) { d.Agent = "-rf" }, "agent: "},
		"agent of two lines":       {func(d *Decision) { d.Agent = "a\nb" }, "U+000A"},
		"agent with an escape":     {func(d *Decision) { d.Agent = "a\x1b[2Jb" }, "U+001B"},
		"agent turned round":       {func(d *Decision) { d.Agent = "a\u202eb" }, "U+202E"},
		"agent of no width":        {func(d *Decision) { d.Agent = "\u200b" }, "U+200B"},
		"agent is a bot":           {func(d *Decision) { d.Agent = "github-actions[bot]" }, `to be written "github-actions"`},
		"agent with an accent":     {func(d *Decision) { d.Agent = "João" }, `to be written "joao"`},
		"agent in capitals":        {func(d *Decision) { d.Agent = "Rio" }, `to be written "rio"`},
		"agent is a device":        {func(d *Decision) { d.Agent = "nul" }, "is no name of an agent"},
		"agent is a lock":          {func(d *Decision) { d.Agent = "x.lock" }, "is no name of an agent"},
		"agent in full width":      {func(d *Decision) { d.Agent = "\uff32\uff49\uff4f" }, "is no name of an agent"},
		"agent of the sign Kelvin": {func(d *Decision) { d.Agent = "\u212aim" }, `to be written "kim"`},
		"agent is long":            {func(d *Decision) { d.Agent = strings.Repeat("a", 101) }, "101 bytes"},
		"artifact type":            {func(d *Decision) { d.Artifact.Type = "song" }, "artifact.type: "},
		"no artifact type":         {func(d *Decision) { d.Artifact.Type = "" }, "artifact.type: is missing"},
		"no artifact":              {func(d *Decision) { d.Artifact.Name = "" }, "artifact.name: is missing"},
		"path above":               {func(d *Decision) { d.Artifact.Path = "a/../../b" }, "artifact.path: "},
		"path from the root":       {func(d *Decision) { d.Artifact.Path = "/etc/passwd" }, "artifact.path: "},
		"path with a drive":        {func(d *Decision) { d.Artifact.Path = "C:x" }, "artifact.path: "},
		"path with a space":        {func(d *Decision) { d.Artifact.Path = "my notes/é.md" }, ""},
		"hash of a function":       {func(d *Decision) { d.Artifact.SHA = "sha256:ab+/=" }, ""},
		"hash with a space":        {func(d *Decision) { d.PR.HeadSHA = "a b" }, "pr.head_sha: "},
		"reason of many lines":     {func(d *Decision) { d.Reason = "a\n\tb \u202e\x07" }, ""},
		"long reason":              {func(d *Decision) { d.Reason = strings.Repeat("é", MaxReason/2+1) }, "reason: has 16386 bytes; it may have 16384"},
		"reason with a zero byte":  {func(d *Decision) { d.Reason = "a\x00" }, "reason: holds a zero byte"},
		"reason is no text":        {func(d *Decision) { d.Reason = "\xed\xa0\x80" }, "reason: is not UTF-8"},
		"correction of 64 KiB":     {func(d *Decision) { d.Correction = strings.Repeat("a", MaxCorrection) }, ""},
		"larger correction":        {func(d *Decision) { d.Correction = strings.Repeat("a", MaxCorrection+1) }, "correction: has 65537 bytes"},
		"category":                 {func(d *Decision) { d.Category = "taste" }, "category: "},
		"no category":              {func(d *Decision) { d.Category = "" }, ""},
		"category by":              {func(d *Decision) { d.CategoryBy = "chance" }, "category_by: "},
		"also":                     {func(d *Decision) { d.Also = []Category{Clarity, "taste"} }, "also: "},
		"also twice":               {func(d *Decision) { d.Also = []Category{Clarity, Clarity} }, "twice"},
		"score 0":                  {func(d *Decision) { *d.QualityScore = 0 }, ""},
		"score above":              {func(d *Decision) { *d.QualityScore = 100.01 }, "quality_score: is 100.01"},
		"score below":              {func(d *Decision) { *d.QualityScore = -1 }, "quality_score: "},
		"score is no number":       {func(d *Decision) { *d.QualityScore = math.NaN() }, "quality_score: "},
		"no score":                 {func(d *Decision) { d.QualityScore = nil }, ""},
		"attempts":                 {func(d *Decision) { d.PreviousAttempts = -1 }, "previous_attempts: "},
		"seconds":                  {func(d *Decision) { d.ReviewSeconds = maxCount + 1 }, "review_seconds: "},
		"pull request":             {func(d *Decision) { d.PR.Number = -3 }, "pr.number: "},
		"tag of no text":           {func(d *Decision) { d.Tags = []string{"a", ""} }, "tags: "},
		"tag of two lines":         {func(d *Decision) { d.Tags = []string{"a\nb"} }, "tags: "},
		"much evidence":            {func(d *Decision) { d.Draft.Evidence = make([]Evidence, maxItems+1) }, "1001 items"},
		"many tags":                {func(d *Decision) { d.Tags = make([]string, maxItems+1) }, "1001 items"},
		"evidence":                 {func(d *Decision) { d.Draft.Evidence[0].Type = "a\nb" }, "draft.evidence[0].type: "},
		"reviewer with a line end": {func(d *Decision) { d.Reviewer = "a\rb" }, "reviewer: "},
	} {
		d := full()
		score := *d.QualityScore
		d.QualityScore = &score
		test.change(d)
		err := d.Validate(now)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v; want %q", name, err, test.want)
		}
	}
}

func TestValidateSaysAllAtOnce(t *testing.T) {
	err := new(Decision).Validate(now)
	for _, want := range []string{"schema", "id", "at", "source", "verdict", "agent", "artifact.type", "artifact.name"} {
		if err == nil || !strings.Contains("\n"+err.Error(), "\n"+want+": ") {
			t.Errorf("%v does not name %s", err, want)
		}
	}
}

func TestIDs(t *testing.T) {
	// The first ten characters are the milliseconds, by the specification's own example of Crockford's base 32.
	if id := NewID(time.UnixMilli(1469918176385), fixed(0)); id != "01ARYZ6S410000000000000000" {
		t.Errorf("%s", id)
	}
	one, same := DerivedID(at, "event", "d-1"), DerivedID(at.In(time.FixedZone("", 3600)), "event", "d-1")
	if one != same || one != "01M7YRRT80Y2GJ19TJE0AA3QZK" {
		t.Errorf("%s, %s", one, same)
	}
	for _, other := range []string{DerivedID(at, "github", "d-1"), DerivedID(at, "event", "d-2"), DerivedID(at.Add(time.Second), "event", "d-1"), DerivedID(at, "eventd", "-1")} {
		if other == one || !IsID(other) {
			t.Errorf("%s beside %s", other, one)
		}
	}
	for _, far := range []time.Time{{}, time.Date(99999, 1, 1, 0, 0, 0, 0, time.UTC), time.Unix(-1, 0), time.Unix(1<<62, 0)} {
		if id := DerivedID(far, "a", "b"); !IsID(id) {
			t.Errorf("%v gives %q", far, id)
		}
		if id := NewID(far, rand.Reader); !IsID(id) {
			t.Errorf("%v gives %q", far, id)
		}
	}
}

func TestPaths(t *testing.T) {
	d := full()
	kind, id, copied, ok := ParsePath(d.Path())
	if kind != Decisions || id != d.ID || copied != "" || !ok {
		t.Errorf("%s: %s, %s, %s, %v", d.Path(), kind.Folder, id, copied, ok)
	}
	beside := strings.Replace(d.Path(), ".yaml", "-0123abcd.yaml", 1)
	if _, id, copied, ok = ParsePath(beside); id != d.ID || copied != "0123abcd" || !ok {
		t.Errorf("%s: %s, %s, %v", beside, id, copied, ok)
	}
	for _, wrong := range []string{"", "x", d.ID + ".yaml", "decisions/" + d.ID + ".yaml", "decisions/2026/11/20/" + d.ID + ".yaml", d.Path() + "x",
		"decisions/2026/11/21/" + strings.ToLower(d.ID) + ".yaml", "decisions/2026/11/21/../21/" + d.ID + ".yaml", "decisions/2026/11/21/" + d.ID + "-.yaml",
		"decisions/2026/11/21/" + d.ID + "-XYZ.yaml", "../decisions/2026/11/21/" + d.ID + ".yaml", "a/decisions/2026/11/21/" + d.ID + ".yaml", "rules/2026/11/21/" + d.ID + ".yaml"} {
		if _, _, _, ok := ParsePath(wrong); ok {
			t.Errorf("%q is taken for the path of a record", wrong)
		}
	}
	if path := (&Decision{ID: "../../x"}).Path(); path != "" {
		t.Errorf("%q", path)
	}
}

func TestPathsOfAnyRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMilli(rapid.Int64Range(0, 253402300799999).Draw(t, "ms"))
		a := Amendment{ID: DerivedID(at, rapid.String().Draw(t, "source"), rapid.String().Draw(t, "id"))}
		if kind, id, _, ok := ParsePath(a.Path()); kind != Amendments || id != a.ID || !ok {
			t.Fatal(a.Path())
		}
		if !strings.HasPrefix(a.Path(), Amendments.Folder+at.UTC().Format("/2006/01/02/")) {
			t.Fatal(a.Path())
		}
	})
}

func TestParseTime(t *testing.T) {
	for s, want := range map[string]string{
		"2026-11-21T10:00:00Z":             "2026-11-21T10:00:00Z",
		"2026-11-21T10:00:00.123456+00:00": "2026-11-21T10:00:00.123456Z",
		"2026-11-21T10:00:00.123456":       "2026-11-21T10:00:00.123456Z",
		"2026-11-21T10:00:00":              "2026-11-21T10:00:00Z",
		"2026-11-21 10:00:00":              "2026-11-21T10:00:00Z",
		"2026-11-21 10:00:00.5-03:00":      "2026-11-21T13:00:00.5Z",
		"2026-11-21T10:00:00+0530":         "2026-11-21T04:30:00Z",
		"2026-11-21T10:00":                 "2026-11-21T10:00:00Z",
		"2026-11-21T23:30:00-05:00":        "2026-11-22T04:30:00Z",
		"0000-01-01T00:00:00+23:00":        "", "9999-12-31T23:59:59-01:00": "", "2026-11-21": "", "2026-02-30T10:00:00Z": "", "2026-11-21T25:00:00Z": "",
		"1763719200": "", "": "", "now": "", "2026-11-21T10:00:00,5Z": "", "２０２６-11-21T10:00:00Z": "", "10000-01-01T00:00:00Z": "",
	} {
		at, ok := ParseTime(s)
		if ok != (want != "") || ok && at.Format(time.RFC3339Nano) != want {
			t.Errorf("%q: %v, %v; want %q", s, at, ok, want)
		}
	}
}
