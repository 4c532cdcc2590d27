const TEST_PATH =
  /(?:^|\/)(?:tests?|__tests__|spec)\/|[._](?:test|spec)\.\w{1,10}$|_test\.\w{1,10}$|(?:^|\/)test_[^/]*\.py$|[a-z0-9](?:Tests?|Specs?|IT)\.(?:java|kts?|scala|groovy|cs|fs|swift|php)$/u;
const PACKAGE_MARK = /(?:^|\/)__init__\.py$/u;

/** The part of a path that makes it one of tests, or null. An `__init__.py` tests nothing. */
export function testPathPart(path: string): string | null {
  const plain = path.replaceAll("\\", "/");
  if (PACKAGE_MARK.test(plain)) return null;
  const [part] = TEST_PATH.exec(plain) ?? [];
  return part === undefined ? null : part.replace(/^\/(?=\w+\/)/u, "");
}

/** Texts for people may speak of such marks. */
const PROSE_PATH = /\.(?:md|mdx|rst|txt|adoc)$/iu;
/** Files whose lines are the commands of a pipeline, a hook or a build. */
const SETTINGS =
  /(?:^|\/)(?:\.github\/workflows\/|\.circleci\/|\.husky\/|\.git\/hooks\/|\.buildkite\/)|(?:^|\/)(?:\.gitlab-ci|\.travis|azure-pipelines|bitbucket-pipelines|lefthook|\.pre-commit-config)\.ya?ml$|(?:^|\/)(?:package\.json|Makefile|GNUmakefile|[Jj]ustfile|Jenkinsfile|tox\.ini|noxfile\.py|Taskfile\.ya?ml)$/u;
/** Settings of checkers. */
const CHECKER_SETTINGS =
  /(?:^|\/)(?:tsconfig[\w.-]{0,40}\.json|\.eslintrc[\w.]{0,8}|eslint\.config\.\w{1,4}|biome\.jsonc?|\.?oxlintrc\.json|tslint\.json|\.stylelintrc[\w.]{0,8}|\.?mypy\.ini|\.?ruff\.toml|\.flake8|\.pylintrc|pyproject\.toml|setup\.cfg|\.rubocop\.yml|\.golangci\.ya?ml)$/u;
/** Settings of test runners. */
const RUNNER_SETTINGS =
  /(?:^|\/)(?:conftest\.py|pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|(?:jest|vitest|vite|playwright|karma)\.config\.\w{1,4}|\.mocharc(?:\.\w{1,5})?|package\.json)$/u;
const CODE = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|php|java|kt)$/u;

/** What some files are, as far as it hangs on that what may be written into them. */
export interface FileRoles {
  /** All of them are texts for people. */
  readonly isProse: boolean;
  /** One of them holds tests. */
  readonly isTest: boolean;
  /** One of them holds settings: of a pipeline, a hook or a build; of a test runner; of a checker. */
  readonly isSettings: boolean;
  readonly isRunner: boolean;
  readonly isChecker: boolean;
  /** One of them is code, and none holds tests. */
  readonly isCode: boolean;
}

/** Reads from their paths what files are: once for all that is written into them. */
export function fileRoles(paths: readonly string[]): FileRoles {
  const isAt = (place: RegExp) => paths.some((path) => place.test(path.replaceAll("\\", "/")));
  const isTest = paths.some((path) => testPathPart(path) !== null);
  return {
    isProse: paths.length > 0 && paths.every((path) => PROSE_PATH.test(path)),
    isTest,
    isSettings: isAt(SETTINGS),
    isRunner: isAt(RUNNER_SETTINGS),
    isChecker: isAt(CHECKER_SETTINGS),
    isCode: !isTest && isAt(CODE),
  };
}
