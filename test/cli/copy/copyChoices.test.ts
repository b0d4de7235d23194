import { deepEqual, equal, match } from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { plainFind, plainList } from "../../support/plainHttp.ts";
import type { PlainDocument } from "../../support/plainHttp.ts";
import { between, differencesOf, linesOf, outcomesOf, useCopies, write } from "./copies.ts";
import { plainChange, plainMake, plainMakeDraft } from "../../support/plainWrites.ts";

describe("cms-content copy › choices", function () {
  this.timeout(120_000);
  const { services, folder, run, copy, authors, authorsOn } = useCopies();
  const biosOn = async (name: string) => (await authorsOn("to", name)).map(({ bio }) => bio);

  describe("--key", () => {
    it("cms-content copy --key matches documents by the attribute, and is remembered for both connections", async () => {
      const name = "Known by the Name";
      await plainMakeDraft(services().from, "authors", { name, slug: "known-1", bio: "New" });
      await plainMakeDraft(services().to, "authors", {
        name,
        slug: "known-2",
        bio: "Old",
      });
      const diff = ["diff", ...between, ...authors(name), "--json"];

      const before = await run(diff);
      const chosen = await run([...diff, "--key", "authors=name"]);
      const copied = await copy(...authors(name), "--overwrite-newer", ...write);

      deepEqual(differencesOf(before), [`new ${name}`, `only there ${name}`]);
      deepEqual(differencesOf(chosen), [`newer there ${name}`]);
      match(
        chosen.stderr,
        /From now on, Staging and Production match documents of authors by name\./,
      );
      deepEqual(
        [copied.code, outcomesOf(copied), await biosOn(name)],
        [0, [`updated ${name}`], ["New"]],
      );
    });

    it("cms-content copy --key is not remembered by a dry run", async () => {
      const name = "Matched in a Dry Run";
      for (const side of ["from", "to"] as const) {
        await plainMake(services()[side], "tags", { name, slug: `dry-run-on-${side}` });
      }
      const tags = ["--type", "tags", "--filter", JSON.stringify({ name })];

      const dry = await copy(
        ...tags,
        "--key",
        "tags=name",
        "--dry-run",
        "--overwrite-newer",
        "--json",
      );
      const after = await run(["diff", ...between, ...tags, "--json"]);

      match(
        dry.stderr,
        /In this dry run, Staging and Production match documents of tags by name\./,
      );
      deepEqual(outcomesOf(dry), [`update ${name}`]);
      deepEqual(differencesOf(after), [`new ${name}`, `only there ${name}`]);
    });

    it("cms-content copy --key leaves out documents whose key several documents have, with code 1", async () => {
      const [several, stagingName] = ["Two in Production", "Two in Staging"];
      const candidates: string[] = [];
      for (const slug of ["several-1", "several-2"]) {
        const author = { name: several, slug, bio: "Old" };
        candidates.push(await plainMakeDraft(services().to, "authors", author));
      }
      await plainMakeDraft(services().from, "authors", {
        name: several,
        slug: "one",
        bio: "New",
      });
      for (const slug of ["taken-1", "taken-2"]) {
        await plainMakeDraft(services().from, "authors", {
          name: stagingName,
          slug,
          bio: "New",
        });
      }
      const targetId = await plainMakeDraft(services().to, "authors", {
        name: stagingName,
        slug: "1",
        bio: "Old",
      });
      const words = [...authors(several, stagingName), "--key", "authors=name"];

      const diff = await run(["diff", ...between, ...words, "--json"]);
      const copied = await copy(...words, ...write);

      deepEqual(
        [diff.code, differencesOf(diff).sort()],
        [1, [`unclear ${several}`, `unclear ${stagingName}`, `unclear ${stagingName}`]],
      );
      deepEqual(
        [copied.code, outcomesOf(copied).sort()],
        [1, [`skipped ${several}`, `skipped ${stagingName}`, `skipped ${stagingName}`]],
      );
      const remedy = "To choose one, pass --map, or decide in the file of --plan.";
      for (const { title, reason = "", candidates: named = [] } of linesOf(copied)) {
        const [words, ids] =
          title === several
            ? ["Several documents in Production match", candidates]
            : ["The match in Production also matches another document", [targetId]];
        deepEqual([...named].sort(), [...ids].sort());
        const names = named.map((id) => `'${title}' (${id})`).join(", ");
        equal(reason, `${words}: ${names}. ${remedy}`);
        equal(copied.stderr.includes(`'${title}' (authors) isn't copied: ${reason}\n`), true);
      }
      deepEqual([await biosOn(several), await biosOn(stagingName)], [["Old", "Old"], ["Old"]]);
    });

    for (const [key, message] of [
      ["authors", /--key must be <type>=<attribute>, such as authors=email\. It is authors\./],
      ["autors=name", /The service has no content type named autors\. It has: articles, authors,/],
      [
        "authors=nick",
        /authors has no attribute nick on Staging\. .*: basedIn, email, name, slug\./,
      ],
      [
        "authors=bio",
        /authors\.bio can't be a key\. These can be a key: basedIn, email, name, slug\./,
      ],
      ["homepage=title", /homepage is a single type, so it needs no key\./],
    ] as const) {
      it(`cms-content diff rejects --key ${key}`, async () => {
        const { code, stdout, stderr } = await run(["diff", ...between, "--key", key]);

        deepEqual([code, stdout], [2, ""]);
        match(stderr, message);
      });
    }
  });

  it("cms-content copy proposes keys for a type without one, and copies no document whose title is there", async () => {
    const name = "Without a Key";
    for (const side of ["from", "to"] as const)
      await plainMakeDraft(services()[side], "authors", { name, slug: `no-key-${side}` });
    const empty = ["--leave-empty", "authors.slug"];
    const other = "Remembers the Choice";
    await plainMakeDraft(services().from, "authors", { name: other, slug: "no-key-other" });
    await copy(...authors(other), ...empty, ...write);

    const spared = await copy(...authors(name), ...write);
    await copy(...authors(other), "--leave-empty", "none", "--dry-run");

    deepEqual([spared.code, outcomesOf(spared)], [1, [`skipped ${name}`]]);
    match(
      spared.stderr,
      /^authors has no key on both services, so only documentIds and earlier copies match/m,
    );
    match(spared.stderr, /pass --key authors=name \(\d+ documents match\)/);
    deepEqual((await authorsOn("to", name)).length, 1);
  });

  it("cms-content copy leaves out what changed on both services, and what changed only on the target", async () => {
    const [both, targetName] = ["Changed on Both", "Changed There"];
    const ids: string[] = [];
    for (const name of [both, targetName]) {
      const slug = name.toLowerCase().replaceAll(" ", "-");
      ids.push(await plainMakeDraft(services().from, "authors", { name, slug, bio: "Old" }));
    }
    const first = await copy(...authors(both, targetName), ...write);
    await plainChange(services().from, `authors/${ids[0]}?status=draft`, { bio: "Mine" });
    for (const name of [both, targetName]) {
      const [{ documentId } = { documentId: "" }] = await authorsOn("to", name);
      await plainChange(services().to, `authors/${documentId}?status=draft`, { bio: "Theirs" });
    }

    const diff = await run(["diff", ...between, ...authors(both, targetName)]);
    const conflict = await copy(...authors(both), ...write);
    const remedy = "To copy the source's values, pass --source-wins.";
    const plainCopy = await copy(...authors(targetName), ...write);

    deepEqual(
      [first.code, outcomesOf(first).sort()],
      [0, [`created ${targetName}`, `created ${both}`]],
    );
    match(diff.stdout, /^conflict\tauthors\/\w+\t\tChanged on Both\tbio \(Staging, Production\)$/m);
    match(diff.stdout, /^changed there\tauthors\/\w+\t\tChanged There\tbio \(Production\)$/m);
    deepEqual(
      [conflict.code, linesOf(conflict).map(({ outcome, reason }) => [outcome, reason])],
      [1, [["skipped", `both services changed bio since the last copy. ${remedy}`]]],
    );
    deepEqual([plainCopy.code, plainCopy.stdout], [0, ""]);
    match(plainCopy.stderr, /There is nothing to copy\./);
    deepEqual([await biosOn(both), await biosOn(targetName)], [["Theirs"], ["Theirs"]]);

    const decided = await copy(...authors(both, targetName), ...write, "--source-wins");
    deepEqual([decided.code, outcomesOf(decided)], [0, [`updated ${both}`]]);
    deepEqual([await biosOn(both), await biosOn(targetName)], [["Mine"], ["Theirs"]]);
  });

  it("cms-content copy leaves fields with personal data empty, and remembers them", async () => {
    const [firstTitle, other] = ["Private One", "Private Other"];
    for (const name of [firstTitle, other]) {
      const slug = name.toLowerCase().replace(" ", "-");
      await plainMakeDraft(services().from, "authors", { name, slug, email: "a@example.com" });
    }
    const words = (name: string) => [...authors(name), ...write];

    const named = await copy(...authors(firstTitle), "--dry-run");
    const copied = await copy(...words(firstTitle), "--leave-empty", "authors.email");
    const next = await copy(...words(other));
    const wrong = await copy(...words(other), "--leave-empty", "authors.mail");

    match(
      named.stderr,
      /personal data: authors\.email \(email address\)\. .* --leave-empty authors/,
    );
    match(next.stderr, /Leaves empty in \w+: email \(authors\)\./);
    deepEqual([copied.code, next.code, wrong.code], [0, 0, 2]);
    match(wrong.stderr, /authors has no field mail\. It has: .*email/);
    const reads = [firstTitle, other].map((name) => authorsOn("to", name));
    deepEqual(
      (await Promise.all(reads)).flat().map(({ email }) => email),
      [null, null],
    );
    const back = await copy(...authors(firstTitle), "--leave-empty", "none", "--dry-run", "--json");
    deepEqual([back.code, back.stdout], [0, ""]);
  });

  it("cms-content copy --publish publishes what is published in the source, with its relations", async () => {
    const author = await plainMake(services().from, "authors", {
      name: "In Print",
      slug: "in-print",
    });
    const article = (title: string, slug: string, status: string) =>
      plainMake(services().from, `articles?locale=en&status=${status}`, { title, slug, author });
    await article("Published Here", "published-here", "published");
    await article("Draft Here", "draft-here", "draft");
    const edited = await article("Edited Here", "edited-here", "published");
    await plainChange(services().from, `articles/${edited}?locale=en&status=draft`, {
      kicker: "Later",
    });
    const slugs = ["published-here", "draft-here", "edited-here"];
    const filter = JSON.stringify({ slug: { $in: slugs } });

    const words = ["--type", "articles", "--filter", filter, "--publish"];
    const dry = await copy(...words, "--dry-run");
    const none = await plainList(services().to, "articles?filters[slug]=published-here");
    const copied = await copy(...words, ...write);

    match(dry.stderr, /Plan: 4 to create, 2 to publish\.$/m);
    match(dry.stderr, /^1 document stays a draft, because its draft in \w+ has changed since/m);
    deepEqual(none, []);
    deepEqual(
      [copied.code, outcomesOf(copied).sort()],
      [
        0,
        [
          ...["created Draft Here", "created Edited Here"],
          ...["created In Print", "created Published Here"],
          ...["published In Print", "published Published Here"],
        ],
      ],
    );
    const published = await plainList(
      services().to,
      "articles?filters[author][slug]=in-print&populate=author",
    );
    deepEqual(
      published.map(({ title, author: by }) => [title, (by as PlainDocument)["name"]]),
      [["Published Here", "In Print"]],
    );
  });

  it("cms-content copy --publish publishes the rest after Ctrl+C while it published", async () => {
    const slug = "interrupted";
    const author = await plainMake(services().from, "authors", { name: "Interrupted", slug });
    await plainMake(services().from, "articles?locale=en", { title: "Interrupted", slug, author });
    const proxy = await startFaultyProxy(services().to.url);
    const connections = [
      { id: "one", name: "Staging", url: services().from.url },
      { id: "two", name: "Production", url: proxy.url, environment: "production" },
    ];
    const file = "through.json";
    writeFileSync(join(folder.path, file), JSON.stringify({ "cms.connections": connections }));
    const filter = ["--filter", JSON.stringify({ slug })];
    const words = ["--type", "articles", ...filter, "--publish", ...write, "--connections", file];
    try {
      const interrupting = new AbortController();
      proxy.meet(({ method, target }) => {
        if (method === "GET" || !target.includes("status=published")) return undefined;
        interrupting.abort();
        return { kind: "answer delayed", milliseconds: 300 };
      });
      const stopped = await run(["copy", ...between, ...words], {
        signal: interrupting.signal,
      });
      proxy.meet(() => undefined);
      const resumed = await copy(...words);
      const again = await copy(...words);

      match(stopped.stderr, /2 created\./);
      match(resumed.stderr, /Resumes an earlier copy that wasn't completed\./);
      deepEqual([stopped.code, resumed.code, again.code], [130, 0, 0]);
      match(again.stderr, /There is nothing to copy\./);
      const [article] = await plainList(
        services().to,
        `articles?filters[slug]=${slug}&populate=author`,
      );
      equal((article?.["author"] as PlainDocument | undefined)?.["name"], "Interrupted");
    } finally {
      await proxy.stop();
    }
  });

  describe("--plan and --apply", () => {
    const [keptName, removed] = ["Kept in the Plan", "Removed from the Plan"];
    const slugOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");
    const planPath = () => join(folder.path, "plan.json");
    const planOf = async (...names: readonly string[]) => {
      for (const name of names) {
        const known = await authorsOn("from", name);
        if (known.length > 0) continue;
        await plainMakeDraft(services().from, "authors", { name, slug: slugOf(name) });
      }
      return copy(...authors(...names), "--plan", "plan.json");
    };
    const readPlan = () =>
      JSON.parse(readFileSync(planPath(), "utf8")) as { documents: { title: string }[] };

    it("cms-content copy --plan says which command applies the plan, and --apply copies only the documents that a person left in it", async () => {
      const planned = await planOf(keptName, removed);
      const before = await authorsOn("to", keptName);
      const plan = readPlan();
      const documents = plan.documents.filter(({ title }) => title === keptName);
      writeFileSync(planPath(), JSON.stringify({ ...plan, documents }));

      const applied = await copy("--apply", "plan.json", ...write);
      const again = await copy("--apply", "plan.json", ...write);

      const [, command = ""] = /To copy this, use: cms-content (.*)\n/.exec(planned.stderr) ?? [];
      equal(command, `${["copy", ...between].join(" ")} --apply plan.json --allow-production`);
      deepEqual([planned.code, before, plan.documents.length], [0, [], 2]);
      deepEqual([applied.code, outcomesOf(applied)], [0, [`created ${keptName}`]]);
      deepEqual([again.code, again.stdout], [0, ""]);
      deepEqual(
        [(await authorsOn("to", keptName)).length, await authorsOn("to", removed)],
        [1, []],
      );
    });

    it("cms-content copy --apply rejects a plan between other connections or services, and a damaged plan", async () => {
      await planOf(removed);
      const whole = readFileSync(planPath(), "utf8");
      const back = await run([
        ...["copy", "--from", "Production", "--to", "Staging", "--apply", "plan.json", "--yes"],
      ]);
      const moved = JSON.stringify({
        "cms.connections": [
          { id: "one", name: "Staging", url: services().to.url },
          { id: "two", name: "Production", url: services().from.url },
        ],
      });
      writeFileSync(join(folder.path, "moved.json"), moved);
      const elsewhere = await copy("--apply", "plan.json", ...write, "--connections", "moved.json");
      writeFileSync(planPath(), whole.slice(0, -20));
      const damaged = await copy("--apply", "plan.json", ...write);

      deepEqual(
        [back, elsewhere, damaged].map(({ code, stdout }) => [code, stdout]),
        [2, 2, 2].map((code) => [code, ""]),
      );
      match(back.stderr, /plan\.json is the plan of a copy between other services\. Nothing was/);
      match(elsewhere.stderr, /plan\.json is the plan of a copy between other services\./);
      match(damaged.stderr, /plan\.json: The text is not valid JSON at line \d+, column \d+/);
      equal(existsSync(`${planPath()}.results.ndjson`), false);
      deepEqual(await authorsOn("to", removed), []);
    });
  });

  it("cms-content copy asks for --yes without a terminal, and writes nothing", async () => {
    const name = "Not Confirmed";
    const id = await plainMake(services().from, "authors", { name, slug: "not-confirmed" });

    const { code, stderr } = await copy(...authors(name), "--allow-production");

    equal(code, 2);
    match(stderr, /--yes/);
    equal(await plainFind(services().to, `authors/${id}?status=draft`), undefined);
  });
});
