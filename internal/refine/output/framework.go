package output

import "bytes"

// frameworks are what names a language or a framework, the more special before the more general: of one text the first that stands in it
// counts first.
var frameworks = []struct{ needle, name string }{
	{"django", "Django"}, {"flask", "Flask"}, {"fastapi", "FastAPI"}, {"pydantic", "Pydantic"}, {"sqlalchemy", "SQLAlchemy"}, {"pandas", "pandas"}, {"numpy", "NumPy"},
	{"torch", "PyTorch"}, {"tensorflow", "TensorFlow"}, {"pytest", "pytest"}, {"unittest", "unittest"}, {"celery", "Celery"}, {"airflow", "Airflow"}, {"dbt", "dbt"},
	{"next.js", "Next.js"}, {"react", "React"}, {"vue", "Vue"}, {"angular", "Angular"}, {"svelte", "Svelte"}, {"express", "Express"}, {"nestjs", "NestJS"}, {"prisma", "Prisma"},
	{"vitest", "Vitest"}, {"jest", "Jest"}, {"mocha", "Mocha"}, {"cypress", "Cypress"}, {"playwright", "Playwright"}, {"webpack", "webpack"}, {"vite", "Vite"}, {"eslint", "ESLint"},
	{"springframework", "Spring"}, {"spring boot", "Spring Boot"}, {"hibernate", "Hibernate"}, {"junit", "JUnit"}, {"gradle", "Gradle"}, {"maven", "Maven"},
	{"laravel", "Laravel"}, {"illuminate\\", "Laravel"}, {"symfony", "Symfony"}, {"phpunit", "PHPUnit"}, {"rails", "Rails"}, {"activerecord", "Rails"}, {"rspec", "RSpec"},
	{"phoenix", "Phoenix"}, {"ecto", "Ecto"}, {"aspnetcore", "ASP.NET Core"}, {"entityframework", "Entity Framework"}, {"xunit", "xUnit"}, {"terraform", "Terraform"},
	{"kubernetes", "Kubernetes"}, {"kubectl", "Kubernetes"}, {"docker", "Docker"}, {"postgres", "PostgreSQL"}, {"psql", "PostgreSQL"}, {"mysql", "MySQL"}, {"sqlite", "SQLite"}, {"redis", "Redis"},
	{"tokio", "Tokio"}, {"cargo", "Rust"}, {".rs:", "Rust"}, {"error[e0", "Rust"}, {".go:", "Go"}, {"goroutine", "Go"}, {"golang", "Go"}, {"go.mod", "Go"}, {"error ts", "TypeScript"}, {".tsx", "TypeScript"}, {".ts:", "TypeScript"},
	{".ts(", "TypeScript"}, {"typescript", "TypeScript"}, {".kt:", "Kotlin"}, {".java:", "Java"}, {"java.lang", "Java"}, {".swift", "Swift"}, {".py\"", "Python"}, {".py:", "Python"}, {"python", "Python"}, {"traceback (most", "Python"},
	{"node:", "Node.js"}, {"npm", "npm"}, {".js:", "JavaScript"}, {"javascript", "JavaScript"}, {".rb:", "Ruby"}, {".php", "PHP"}, {".cs:", "C#"}, {".cs(", "C#"}, {"dotnet", ".NET"}, {".ex:", "Elixir"}, {".cpp:", "C++"}, {".c:", "C"},
}

// frameworksSize is how many bytes of the beginning of a text are searched for names of languages and frameworks.
const frameworksSize = 64 << 10

// findFrameworks names languages and frameworks, each once, in the order of the table.
func (r *reader) findFrameworks() {
	if len(r.Failures) == 0 && len(r.Words) == 0 {
		return
	}
	if len(r.source) > frameworksSize {
		r.bound("languages and frameworks are looked for in the first %d KiB", frameworksSize>>10)
	}
	head := bytes.ToLower(r.source[:min(len(r.source), frameworksSize)])
	named := map[string]bool{}
	for _, f := range frameworks {
		at := 0
		for !named[f.name] {
			n := bytes.Index(head[at:], []byte(f.needle))
			if n < 0 {
				break
			}
			at += n
			if end := at + len(f.needle); isApart(head, at, end) && end <= len(r.source) && bytes.EqualFold(r.source[at:end], head[at:end]) {
				named[f.name] = true
				r.Facts = append(r.Facts, Fact{Framework, Part{at, end}, f.name})
			}
			at++
		}
	}
}

// isApart reports whether what stands in a text from at to end is no part of a longer word.
func isApart(s []byte, at, end int) bool {
	isLetter := func(c byte) bool { return 'a' <= c && c <= 'z' }
	return !(isLetter(s[at]) && at > 0 && isLetter(s[at-1])) && !(isLetter(s[end-1]) && end < len(s) && isLetter(s[end]) && s[end-1] != 't')
}
