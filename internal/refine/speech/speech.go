// Package speech reads what people say of work that was done for them, in English and Portuguese: whether they reject it, ask for a
// change to work that is otherwise right, or tell of a failure. It does no I/O.
package speech

// Meaning is what a person may say of the work.
type Meaning uint8

// The meanings.
const (
	Rejects   Meaning = iota // it is wrong, not what was asked for, to be done again
	Adjusts                  // it is close, and something is to be changed
	Failed                   // it failed when it was run
	Unchecked                // a test, a build or another check of it failed
)

// Part is a part of a text, in bytes from its beginning.
type Part struct{ Start, End int }

// Mood is what else the words show of a meaning.
type Mood uint8

// The moods. Each belongs to the meaning that its comment names.
const (
	Negative    Mood = iota // Rejects: negative sentiment
	Redo                    // Rejects: a request to redo, such as "try again"
	Intent                  // Rejects: clarification of intent, such as "I meant"
	Contrast                // Adjusts: praise and fault together
	Adjustment              // Adjusts: a specific adjustment is requested
	Single                  // Adjusts: a single issue is mentioned
	TestNamed               // Unchecked: the name of a test stands in it
	Message                 // Failed: what the error says stands in it
	Type                    // Failed: the type of the error stands in it
	Code                    // Failed: an exit code stands in it
	Expectation             // Unchecked: what was expected, and what came
)

// Said is one meaning that was found.
type Said struct {
	Meaning Meaning
	Parts   []Part // the words that tell it, by Start
	Moods   []Mood
}

// Read reads the words of a person. Few words of a text of more than a few thousand are read.
func Read(words string) []Said { return nil }
