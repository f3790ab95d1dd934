module github.com/kbgate/kbgate

go 1.25

require (
	github.com/yuin/goldmark v1.8.7 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
