// Package benchmark measures the program as a whole against plain git commands on knowledge bases that it makes up. All of it is
// tests: nothing else makes up knowledge bases and decisions.
package benchmark
