package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Digest names the configuration by what it says, however it was written: the SHA-256, in hexadecimal, of one JSON object
// with the value of each key, defaults too, by its path (`gates.scope_error.severity`), sorted, without white space.
func (c *Config) Digest(gates []GateSpec) string {
	values := map[string]any{}
	allKeys(gates).leaves(func(k *key) { values[k.path] = k.get(c) })
	data, err := json.Marshal(values)
	if err != nil {
		panic(err) // they are texts, numbers, and lists and mappings of them
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
