package config

import "gopkg.in/yaml.v3"

// Parse reads a configuration file.
func Parse(data []byte, gates []GateSpec) (*Config, error) {
	c := Default(gates)
	return c, yaml.Unmarshal(data, c)
}
