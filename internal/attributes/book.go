package attributes

import (
	"slices"
	"strings"
)

// MostSteps is how many steps a Book usually has: a second or two.
const MostSteps = 1 << 25

// Book is the attributes files of one state of a repository. A file is read when a folder is asked about that it concerns.
type Book struct {
	// Read gives the file of a folder, which is as File.Folder has it; nil where there is none. A file that cannot be read as one has a
	// fault, as the end of a sentence that begins with its name.
	Read func(folder string) (data []byte, fault string, err error)
	// Steps are what is left of them for comparisons of names with patterns; books may share them.
	Steps *int
	// Faults are those of the files that were read, by folder.
	Faults map[string]string
	stacks map[string]Stack // by folder
}

// NewBook makes a book that has nothing read yet.
func NewBook(steps *int, read func(folder string) (data []byte, fault string, err error)) *Book {
	return &Book{Read: read, Steps: steps, stacks: map[string]Stack{}, Faults: map[string]string{}}
}

// Stack gives the files that concern a folder.
func (b *Book) Stack(folder string) (Stack, error) {
	if stack, ok := b.stacks[folder]; ok {
		return stack, nil
	}
	var stack Stack
	if folder != "" {
		above, err := b.Stack(FolderOf(strings.TrimSuffix(folder, "/")))
		if err != nil {
			return nil, err
		}
		stack = slices.Clip(above)
	}
	data, fault, err := b.Read(folder)
	if err != nil {
		return nil, err
	}
	if data != nil && fault == "" {
		if file, err := Parse(folder, data); err == nil {
			stack = append(stack, file)
		} else {
			fault = err.Error()
		}
	}
	if fault != "" {
		b.Faults[folder] = fault
	}
	b.stacks[folder] = stack
	return stack, nil
}

// Of gives what has an effect on a file, by its path from the top of the repository.
func (b *Book) Of(name string) ([]Setting, error) {
	stack, err := b.Stack(FolderOf(name))
	if err != nil || !stack.Harms() {
		return nil, err
	}
	return stack.Of(name, b.Steps), nil
}

// FolderOf is the folder of a file, as File.Folder has it.
func FolderOf(name string) string { return name[:strings.LastIndexByte(name, '/')+1] }
