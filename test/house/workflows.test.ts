import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { parse } from "yaml";
import { filesIn, read } from "./root.ts";

interface Step {
  readonly run?: string;
  readonly uses?: string;
}

interface Job {
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

const paths = filesIn(".github/workflows");

const jobsOf = (path: string): Readonly<Record<string, Job>> =>
  (parse(read(path)) as { readonly jobs: Readonly<Record<string, Job>> }).jobs;

const stepsOf = (path: string): Step[] =>
  Object.values(jobsOf(path)).flatMap(({ steps = [] }) => steps);

/** What GitHub's parser reports in a workflow: keys, values, expressions and their contexts, and the order of jobs. */
async function problemsIn(name: string, content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

describe("Workflows", () => {
  for (const path of paths) {
    it(`${path} has no problems by GitHub's parser`, async () => {
      assert.deepEqual(await problemsIn(path, read(path)), []);
    });
  }

  it("workflows pin each action to a commit, with its version, and to one version only", () => {
    const lines = paths.flatMap((path) => [...read(path).matchAll(/uses: ([^\s@]+)@(.*)/g)]);

    const loose = lines.filter(([, , pin = ""]) => !/^[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(pin));
    const pins = new Map<string, Set<string>>();
    for (const [, action = "", pin = ""] of lines) {
      pins.set(action, (pins.get(action) ?? new Set()).add(pin));
    }
    assert.deepEqual(loose.map(String), []);
    assert.deepEqual(
      [...pins].filter(([, versions]) => versions.size > 1),
      [],
    );
    assert.ok(lines.length > 10);
  });

  it("workflows have scripts that bash can parse, and no expressions in them", () => {
    const scripts = paths.flatMap(stepsOf).flatMap(({ run }) => run ?? []);

    const broken = scripts.filter((script) => {
      const { status } = spawnSync("bash", ["-n"], { input: script });
      // A value with quotes would run as a command. It belongs in env.
      return status !== 0 || script.includes("${{");
    });

    assert.deepEqual(broken, []);
    assert.ok(scripts.length > 10);
  });

  it("workflows give an identity only to jobs that a maintainer approves", () => {
    const unapproved = paths.flatMap((path) =>
      Object.entries(jobsOf(path))
        .filter(([, job]) => job.permissions?.["id-token"] && job.environment !== "release")
        .map(([name]) => `${path}: ${name}`),
    );

    assert.deepEqual(unapproved, []);
  });

  it("workflows use only variables and secrets that the documentation of releases explains", () => {
    const explained = read("docs/releasing.md");

    const names = paths.flatMap((path) =>
      [...read(path).matchAll(/\b(?:vars|secrets)\.(\w+)/g)].map(([, name = ""]) => name),
    );

    assert.deepEqual(
      names.filter((name) => !explained.includes(`\`${name}\``)),
      [],
    );
    assert.ok(names.length > 0);
  });
});

describe("Check of workflows", () => {
  const faults: Readonly<Record<string, string>> = {
    "a key that does not exist": "run-on: ubuntu-24.04",
    "an expression that does not end": "if: ${{ github.ref == 'main }}",
    "a context that a condition lacks": "if: secrets.TOKEN != ''",
    "a job that does not exist": "needs: [build]",
    "a permission that does not exist": "permissions: { id-tokens: write }",
  };
  const workflow = (line: string): string =>
    `on: push\njobs:\n  test:\n    runs-on: ubuntu-24.04\n    ${line}\n    steps:\n      - run: npm test\n`;

  for (const [fault, line] of Object.entries(faults)) {
    it(`the check of workflows reports ${fault}`, async () => {
      assert.notDeepEqual(await problemsIn("test.yml", workflow(line)), []);
    });
  }

  it("the check of workflows accepts a workflow without faults", async () => {
    assert.deepEqual(await problemsIn("test.yml", workflow("timeout-minutes: 10")), []);
  });
});
