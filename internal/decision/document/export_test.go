package document

// The two readers of YAML, that tests compare.
var (
	ReadOwn  = readOwn
	ReadYAML = readYAML
)
