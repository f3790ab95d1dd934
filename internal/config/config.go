// Package config reads `.kbgate.yaml`: what every key means, its default, and what to say when a key or a value is
// wrong. The structs below are the whole of the file (docs/configuration.md). Their tags are all that is known of a key:
//
//	yaml    its name
//	doc     what it means, one sentence that begins small and has no full stop
//	enum    the texts that it, or an item of its list, may be
//	keys    the keys that its mapping may have
//	min     the least number, 0 where it is left out
//	max     the greatest number
//	form    what its text, or an item of its list, must look like; one of the forms in key.go
//	items   of a list: "some" must not be empty, "distinct" holds nothing twice
//	init    "live": a section that a person would set first
//	decides "records": it says where or what is recorded, or who is believed, so that the default branch's counts
//
// Parse, the JSON Schema, the file that `kbgate init` writes and the reference of all keys follow from them.
package config

import "slices"

// FileName is the name of the configuration file; the nearest folder upward that holds one is the root.
const FileName = ".kbgate.yaml"

// OtherNames are how people call the file by mistake. They are never read: two names for one file would be two files.
func OtherNames() []string { return []string{".kbgate.yml", FileName[1:]} }

// version is the form of the file that this program reads.
const version = 1

// The severities of a gate as the file names them, heaviest first.
var severities = []string{"blocking", "warning", "off"}

// Config is the whole configuration, every default filled in.
type Config struct {
	Version  int     `yaml:"version" init:"live" min:"1" max:"1" doc:"form of this file, always 1"`
	Claims   Claims  `yaml:"claims" init:"live" doc:"which notes are claims, and what their headers must hold"`
	Links    Links   `yaml:"links" init:"live" doc:"how wiki links are judged"`
	Gates    Gates   `yaml:"gates" init:"live" doc:"what each gate does to the verdict (blocking, warning or off), and its own settings"`
	Possible string  `yaml:"possible" enum:"warning,blocking" doc:"what a possible finding does to the verdict: it warns, whatever its gate (warning), or does what its gate does (blocking); it holds for all gates alike"`
	Agents   Agents  `yaml:"agents" decides:"records" doc:"how the agent behind a change is recognised"`
	Comment  Comment `yaml:"comment" doc:"the comment on a pull request"`
	Store    Store   `yaml:"store" decides:"records" doc:"where decisions, rules and edge cases are kept"`
	Learn    Learn   `yaml:"learn" decides:"records" doc:"what is learned from rejections"`
	Rules    Rules   `yaml:"rules" decides:"records" doc:"who reviews"`
	Guard    Guard   `yaml:"guard" doc:"how drafts are checked against what was rejected before"`
	Refine   Refine  `yaml:"refine" doc:"how prompts are refined after a sign of failure"`
	Review   Review  `yaml:"review" doc:"what readers of meaning may see, and what their findings do (kbgate review)"`
}

// Claims says which notes are claims.
type Claims struct {
	Paths      []string `yaml:"paths" form:"glob" max:"100" doc:"where claims may stand, as glob patterns; ** spans folders"`
	Folders    []string `yaml:"folders" form:"glob" max:"100" doc:"folders in which every markdown file is a claim unless its header names another type, so that a file without any header is found"`
	Exclude    []string `yaml:"exclude" form:"glob" max:"100" doc:"files that are never claims, as glob patterns"`
	Required   []string `yaml:"required" doc:"fields that the header of a claim must have"`
	Domains    []string `yaml:"domains" doc:"domains that a claim may belong to; an empty list allows any; kbgate init lists those that it finds, and new ones have to be added"`
	Confidence []string `yaml:"confidence" items:"some,distinct" doc:"levels of confidence, strongest first"`
}

// Links says how wiki links are judged.
type Links struct {
	Check       string   `yaml:"check" enum:"all,claims,off" doc:"in which notes links are judged"`
	Dialect     string   `yaml:"dialect" enum:"obsidian" doc:"whose rules say which note a link means"`
	Ignore      []string `yaml:"ignore" max:"500" doc:"targets that are not judged; * stands for any text"`
	SharedNames []string `yaml:"shared_names" doc:"names that files in several folders may share"`
}

// Gates holds the settings of each gate by its tag.
type Gates map[string]GateSettings

// GateSettings are the severity and the values of one gate, defaults filled in. Values are of the type of the
// setting's default: int, bool, string or []string.
type GateSettings struct {
	Severity string
	Values   map[string]any
}

// Int is the whole number of that name; a name that the gate does not declare is a mistake in the program.
func (s GateSettings) Int(name string) int { return s.Values[name].(int) }

// Bool is the switch of that name.
func (s GateSettings) Bool(name string) bool { return s.Values[name].(bool) }

// Text is the text of that name.
func (s GateSettings) Text(name string) string { return s.Values[name].(string) }

// Strings is the list of that name.
func (s GateSettings) Strings(name string) []string { return s.Values[name].([]string) }

// GateSpec is what the configuration needs to know of a gate. The wiring makes them from the registry.
type GateSpec struct {
	ID       string
	Doc      string // what its findings mean, one sentence without a full stop
	Severity string // its default
	Settings []Setting
}

// Setting is one value that a gate may be given. Numbers are never negative, and items of a list never empty.
type Setting struct {
	Name    string
	Doc     string   // one sentence that begins small and has no full stop
	Default any      // int, bool, string or []string
	Max     int      // the greatest number; 0: any
	Enum    []string // the texts that it may be; nil: any
}

// Defaults are the settings of a gate that is not configured.
func (g GateSpec) Defaults() GateSettings {
	s := GateSettings{Severity: g.Severity, Values: make(map[string]any, len(g.Settings))}
	for _, setting := range g.Settings {
		s.Values[setting.Name] = setting.value()
	}
	return s
}

// value is the default, its own to keep; an empty list is nil, as in all of a Config.
func (s Setting) value() any {
	if list, ok := s.Default.([]string); ok {
		return append([]string(nil), list...)
	}
	return s.Default
}

// Agents says how the agent behind a change is recognised.
type Agents struct {
	From    []string          `yaml:"from" enum:"trailer,branch,author" items:"distinct" doc:"where kbgate looks for the agent's name, in this order: trailer (of the commit message), branch (its name), author (of the commits)"`
	Authors map[string]string `yaml:"authors" doc:"the agent that each e-mail address of a commit's author belongs to"`

	Tags          map[string]string `yaml:"tags" doc:"the agent of a decision event, by one of its tags; the event's first tag that is listed here decides, else its epic, else its gate"`
	Epics         map[string]string `yaml:"epics" doc:"the agent of a decision event, by its epic_id"`
	Gates         map[string]string `yaml:"gates" doc:"the agent of a decision event, by its gate_id"`
	TagArtifacts  map[string]string `yaml:"tag_artifacts" form:"artifact" doc:"the artifact of a decision event, by one of its tags"`
	EpicArtifacts map[string]string `yaml:"epic_artifacts" form:"artifact" doc:"the artifact of a decision event, by its epic_id"`
	GateArtifacts map[string]string `yaml:"gate_artifacts" form:"artifact" doc:"the artifact of a decision event, by its gate_id"`
}

// Comment is about comments on pull requests.
type Comment struct {
	Pointer    string   `yaml:"pointer" doc:"what a comment refers to for tags that no gate knows"`
	Ask        bool     `yaml:"ask" decides:"records" doc:"whether a reviewer who rejects without a word is asked once, on the pull request, for a reason"`
	PublicKeys []string `yaml:"public_keys" decides:"records" form:"key" doc:"keys that may sign rejection blocks"`
}

// What Store.Sync may be.
const (
	SyncOff  = "off"
	SyncAuto = "auto"
)

// Store says where records are kept.
type Store struct {
	Dir string `yaml:"dir" form:"folder" doc:"folder of the records"`
	Ref string `yaml:"ref" form:"branch" doc:"full name of the branch that holds the records; HEAD: the branch that is checked out"`

	Sync string `yaml:"sync" enum:"off,auto" doc:"whether clones send what they record by themselves: auto suggests it, and kbgate init asks; only git's own configuration (kbgate.store.sync) lets a clone send anything"`

	Subjects string `yaml:"subjects" enum:"hashed,plain" doc:"how a subject's e-mail address is stored: as a hash (hashed), or as it is (plain)"`

	Associations []string `yaml:"associations" form:"association" items:"distinct" doc:"whose reviews are recorded from a forge's events, by the forge's word for the account: OWNER, MEMBER or COLLABORATOR, for example, in any case of letters"`
	Accounts     []string `yaml:"accounts" form:"account" items:"distinct" doc:"further accounts whose reviews are recorded, by their names at the forge; a program is recorded only if it is listed here, such as dependabot[bot]"`
}

// Learn is about learning from rejections.
type Learn struct {
	PatternPercent int                 `yaml:"pattern_percent" max:"100" doc:"a category is a pattern above this share of an agent's rejections, in percent"`
	MinRejections  int                 `yaml:"min_rejections" min:"1" doc:"fewer rejections than this make no pattern"`
	MemoryLog      string              `yaml:"memory_log" doc:"folder of the agents' memory logs; empty: none are written"`
	Keywords       map[string][]string `yaml:"keywords" keys:"examples,specificity,clarity,completeness,relevance,other" doc:"further keywords of a category"`
}

// Rules says who reviews.
type Rules struct {
	Reviewers []string `yaml:"reviewers" doc:"who may choose among several records of one id, and let findings through: by the name that kbgate allow goes by, which is git's user.name, and by the account for comments at a forge; where the two differ, list both"`

	ReviewerKeys map[string][]string `yaml:"reviewer_keys" doc:"by a reviewer's name, the fingerprints of the keys with which the reviewer signs commits: SHA256:… of an SSH key, or the digits of a GPG key; of a reviewer listed here, only what is signed with one of these keys counts"`
}

// Guard is about drafts that repeat what was rejected.
type Guard struct {
	Mode          string `yaml:"mode" enum:"hard,soft,off" doc:"what becomes of a draft at fault: it is blocked (hard), or passes and the result says what would have blocked it (soft); off judges no draft; rejections are recorded in any mode"`
	TTLDays       int    `yaml:"ttl_days" min:"1" max:"36500" doc:"days for which rejections of a subject are remembered, counted from the last one"`
	MaxRejections int    `yaml:"max_rejections" min:"1" doc:"rejections of a subject after which its next e-mail is blocked, unless something new is known of the lead"`
	SuppressDays  int    `yaml:"suppress_days" max:"36500" doc:"days after a rejection in which a draft of the same campaign for the same subject counts as a repeat from a lower likeness on; a draft that says something else passes"`
	OnBlock       string `yaml:"on_block" enum:"skip,enrich" doc:"what the result proposes for a lead that is blocked by the number of its rejections: to leave it out (skip), or to look for new data (enrich)"`
	Rotation      string `yaml:"rotation" enum:"template,tier" doc:"what kbgate guard template passes over: the templates that were rejected for the subject (template), or every template of a tier of which one was rejected (tier)"`
	Prefix        string `yaml:"prefix" form:"prefix" doc:"what the keys of a shared memory in Redis begin with; the address of the server never stands in a file, but in the variable KBGATE_REDIS_URL"`

	Templates map[string][]string `yaml:"templates" doc:"the ids of the templates of each tier, in the order in which kbgate guard template tries them"`
}

// Refine is about refining prompts.
type Refine struct {
	MaxRefinementIterations int `yaml:"max_refinement_iterations" max:"10" doc:"most refinements of one prompt"`
}

// Review is about readers: people or models that judge what claims mean. Command, address and key of a reader never stand here.
type Review struct {
	Required bool     `yaml:"required" doc:"whether a claim that no reader has judged fails a review"`
	Trust    string   `yaml:"trust" enum:"warning,blocking" doc:"what a certain finding of a reader does to the verdict: it warns (warning), or does what its gate does (blocking)"`
	Share    []string `yaml:"share" form:"glob" max:"100" doc:"what a reader may see beside the claims under check, as glob patterns; empty: claims, and the notes that they link to"`
}

// Default is the configuration of a knowledge base that has no file, given the gates there are.
func Default(gates []GateSpec) *Config {
	c := &Config{
		Version: version,
		Claims: Claims{
			Paths:      []string{"**/*.md"},
			Required:   []string{"type", "domain", "description", "confidence", "source", "created"},
			Confidence: []string{"proven", "likely", "experimental", "speculative"},
		},
		Links:    Links{Check: "all", Dialect: "obsidian", SharedNames: []string{"_map", "index", "README"}},
		Gates:    make(Gates, len(gates)),
		Possible: severities[1],
		Agents:   Agents{From: []string{"trailer", "branch", "author"}},
		Comment:  Comment{Pointer: "the quality gates", Ask: true},
		Store: Store{Dir: "feedback", Ref: "refs/heads/feedback", Sync: SyncOff, Subjects: "hashed",
			Associations: []string{"OWNER", "MEMBER", "COLLABORATOR"}},
		Learn:  Learn{PatternPercent: 30, MinRejections: 3, MemoryLog: "memory"},
		Guard:  Guard{Mode: "hard", TTLDays: 30, MaxRejections: 2, SuppressDays: 7, OnBlock: "skip", Rotation: "template", Prefix: "kbgate"},
		Refine: Refine{MaxRefinementIterations: 3},
		Review: Review{Trust: severities[1]},
	}
	for _, g := range gates {
		c.Gates[g.ID] = g.Defaults()
	}
	return c
}

// SeverityOf is what a finding of a gate does to the verdict: blocking or warning.
func (c *Config) SeverityOf(gate string, isPossible bool) string {
	if isPossible && c.Possible != severities[0] {
		return severities[1]
	}
	return c.Gates[gate].Severity
}

// SeverityByReader is what a reader's finding of a gate does: it warns, until review.trust lets it do what the gate's own do.
func (c *Config) SeverityByReader(gate string, isPossible bool) string {
	if c.Review.Trust != severities[0] {
		return severities[1]
	}
	return c.SeverityOf(gate, isPossible)
}

// Level is the place of a level of confidence among the known ones, 0 being the strongest, or -1.
func (c Claims) Level(confidence string) int { return slices.Index(c.Confidence, confidence) }
