// Package config reads `.kbgate.yaml`: what every key means, its default, and what to say when a key or a value is
// wrong. The structs below are the whole of contract 5.4: keys are the yaml tags, and the doc tags become the comments
// of `kbgate init` and the descriptions of the JSON Schema.
package config

import "slices"

// FileName is the name of the configuration file; the nearest folder upward that holds one is the root.
const FileName = ".kbgate.yaml"

// Config is the whole configuration, every default filled in.
type Config struct {
	Version    int        `yaml:"version" doc:"version of this file's form; always 1"`
	Claims     Claims     `yaml:"claims" doc:"which notes are claims and what their headers must hold"`
	Links      Links      `yaml:"links" doc:"wiki links"`
	Gates      Gates      `yaml:"gates" doc:"per gate: severity (blocking, warning, off) and its own settings"`
	Agents     Agents     `yaml:"agents" doc:"how the agent behind a change is recognised"`
	Comment    Comment    `yaml:"comment" doc:"the comment on a pull request"`
	Store      Store      `yaml:"store" doc:"where decisions, rules and edge cases are kept"`
	Learn      Learn      `yaml:"learn" doc:"learning from rejections"`
	Rules      Rules      `yaml:"rules" doc:"rules that people approved and agents follow"`
	Guard      Guard      `yaml:"guard" doc:"checks on drafts against what was rejected before"`
	Refine     Refine     `yaml:"refine" doc:"refining prompts"`
	Similarity Similarity `yaml:"similarity" doc:"how likeness of texts is measured"`
}

// Claims says which notes are claims.
type Claims struct {
	Paths      []string `yaml:"paths" doc:"where claims may stand"`
	Folders    []string `yaml:"folders" doc:"folders in which every markdown file is a claim, unless its header names another type"`
	Exclude    []string `yaml:"exclude" doc:"files that are never claims"`
	Required   []string `yaml:"required" doc:"fields that a claim's header must have"`
	Domains    []string `yaml:"domains" doc:"the known domains; empty: any"`
	Confidence []string `yaml:"confidence" doc:"the levels of confidence, strongest first"`
}

// Links says how wiki links are judged.
type Links struct {
	Check       string   `yaml:"check" enum:"all,claims,off" doc:"in which notes links are judged"`
	Dialect     string   `yaml:"dialect" enum:"obsidian" doc:"the rules of resolution"`
	Ignore      []string `yaml:"ignore" doc:"targets that are not judged; * stands for any text"`
	SharedNames []string `yaml:"shared_names" doc:"file names that many folders may share"`
}

// Gates holds the settings of each gate by its tag.
type Gates map[string]GateSettings

// GateSettings are the severity and the values of one gate, defaults filled in. Values are of the type of the
// setting's default: int, float64, bool, string or []string.
type GateSettings struct {
	Severity string
	Values   map[string]any
}

// Int is the whole number of that name; a name that the gate does not declare is a mistake in the program.
func (s GateSettings) Int(name string) int { return s.Values[name].(int) }

// Float is the number of that name.
func (s GateSettings) Float(name string) float64 { return s.Values[name].(float64) }

// Bool is the switch of that name.
func (s GateSettings) Bool(name string) bool { return s.Values[name].(bool) }

// Text is the string of that name.
func (s GateSettings) Text(name string) string { return s.Values[name].(string) }

// Strings is the list of that name.
func (s GateSettings) Strings(name string) []string { return s.Values[name].([]string) }

// GateSpec is what the configuration needs to know of a gate. The wiring makes them from the registry.
type GateSpec struct {
	ID       string
	Doc      string // one line
	Severity string // its default
	Settings []Setting
}

// Setting is one value that a gate may be given.
type Setting struct {
	Name    string
	Doc     string
	Default any // int, float64, bool, string or []string
}

// Defaults are the settings of a gate that is not configured.
func (g GateSpec) Defaults() GateSettings {
	s := GateSettings{Severity: g.Severity, Values: make(map[string]any, len(g.Settings))}
	for _, setting := range g.Settings {
		s.Values[setting.Name] = setting.Default
	}
	return s
}

// Agents says how the agent behind a change is recognised.
type Agents struct {
	From    []string          `yaml:"from" enum:"trailer,branch,author" doc:"where the agent's name is looked for, in this order"`
	Authors map[string]string `yaml:"authors" doc:"agents by the e-mail address of the commits' author"`
}

// Comment is about comments on pull requests.
type Comment struct {
	Pointer    string   `yaml:"pointer" doc:"what a comment refers to for tags that no gate knows"`
	PublicKeys []string `yaml:"public_keys" doc:"keys that may sign rejection blocks"`
}

// Store says where records are kept.
type Store struct {
	Dir string `yaml:"dir" doc:"folder of the records"`
	Ref string `yaml:"ref" doc:"branch that holds them, or HEAD"`
}

// Learn is about learning from rejections.
type Learn struct {
	PatternPercent int                 `yaml:"pattern_percent" doc:"a category above this share of an agent's rejections is a pattern"`
	MinRejections  int                 `yaml:"min_rejections" doc:"fewer rejections make no pattern"`
	MemoryLog      string              `yaml:"memory_log" doc:"folder of the agents' memory logs; empty: none"`
	Keywords       map[string][]string `yaml:"keywords" doc:"further keywords of a category"`
}

// Rules is about approved rules.
type Rules struct {
	Approvals   int      `yaml:"approvals" doc:"distinct reviewers who must approve a rule"`
	MaxPerAgent int      `yaml:"max_per_agent" doc:"most rules in one agent's prompt"`
	Reviewers   []string `yaml:"reviewers" doc:"who may approve"`
}

// Guard is about drafts that repeat what was rejected.
type Guard struct {
	Mode          string `yaml:"mode" enum:"hard,soft,off" doc:"whether a guard blocks"`
	TTLDays       int    `yaml:"ttl_days" doc:"days for which a rejection is remembered"`
	MaxRejections int    `yaml:"max_rejections" doc:"rejections after which a subject is suppressed"`
	SuppressDays  int    `yaml:"suppress_days" doc:"days for which it is"`
	Shared        string `yaml:"shared" doc:"address of a Redis server that several machines share; empty: none"`
}

// Refine is about refining prompts.
type Refine struct {
	MaxRefinementIterations int `yaml:"max_refinement_iterations" doc:"most refinements of one prompt"`
}

// Similarity says how likeness is measured where records are compared.
type Similarity struct {
	Engine   string `yaml:"engine" enum:"lexical,embeddings" doc:"by words, or by a model's embeddings"`
	Endpoint string `yaml:"endpoint" doc:"address of the embeddings' server"`
	Model    string `yaml:"model" doc:"name of the embeddings' model"`
}

// Default is the configuration of a knowledge base that has no file, given the gates there are.
func Default(gates []GateSpec) *Config {
	c := &Config{
		Version: 1,
		Claims: Claims{
			Paths:      []string{"**/*.md"},
			Required:   []string{"type", "domain", "description", "confidence", "source", "created"},
			Confidence: []string{"proven", "likely", "experimental", "speculative"},
		},
		Links:      Links{Check: "all", Dialect: "obsidian", SharedNames: []string{"_map", "index", "README"}},
		Gates:      make(Gates, len(gates)),
		Agents:     Agents{From: []string{"trailer", "branch", "author"}},
		Comment:    Comment{Pointer: "the quality gates"},
		Store:      Store{Dir: "feedback", Ref: "refs/heads/feedback"},
		Learn:      Learn{PatternPercent: 30, MinRejections: 3, MemoryLog: "memory"},
		Rules:      Rules{Approvals: 2, MaxPerAgent: 20},
		Guard:      Guard{Mode: "hard", TTLDays: 30, MaxRejections: 2, SuppressDays: 7},
		Refine:     Refine{MaxRefinementIterations: 3},
		Similarity: Similarity{Engine: "lexical"},
	}
	for _, g := range gates {
		c.Gates[g.ID] = g.Defaults()
	}
	return c
}

// Level is the place of a level of confidence among the known ones, 0 being the strongest, or -1.
func (c Claims) Level(confidence string) int { return slices.Index(c.Confidence, confidence) }
