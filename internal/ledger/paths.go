package ledger

import "path/filepath"

// Absolute is the path of a file that is named as seen from a folder.
func Absolute(dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	return filepath.Clean(name)
}

// Under is the path of a file from a folder, with forward slashes, if by its name it stands there.
func Under(folder, file string) (string, bool) {
	inside, err := filepath.Rel(folder, file)
	if err != nil || inside == "." || !filepath.IsLocal(inside) {
		return "", false
	}
	return filepath.ToSlash(inside), true
}

// Below is the path of a file from a folder if it stands there, whatever links lead to either.
func Below(folder, file string) (string, bool) {
	return Under(RealPath(folder), filepath.Join(RealPath(filepath.Dir(file)), filepath.Base(file)))
}

// RealPath is a path without links, or the path itself where it cannot be followed.
func RealPath(name string) string {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		return real
	}
	return name
}
