package git

import "testing"

// A signature is a field of a commit's head; what the message says is none.
func TestSignedID(t *testing.T) {
	const id, head = "1234", "tree 1\nparent 2\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n"
	for text, want := range map[string]bool{
		head + "\nmessage\n": false,
		head + "gpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nmessage\n": true,
		head + "gpgsig-sha256 -----BEGIN SSH SIGNATURE-----\n x\n\nmessage\n":                        true,
		head + "\n    gpgsig as it is called\n\ngpgsig x\n":                                          false,
		"gpgsig x\n\n": true,
		"":             false,
	} {
		if got, signed := signedID(id + "\n" + text); signed != want || got != id {
			t.Errorf("%q: %q, %t; want %t", text, got, signed, want)
		}
	}
	if _, signed := signedID(""); signed {
		t.Error("nothing is signed")
	}
}
