// Package refine improves a prompt from feedback: one action an iteration, in the order of the user's document, until the prompt is good
// enough, nothing changes, or the limit is reached. It does no I/O.
package refine
