import assert from "node:assert/strict";
import { Connections } from "../../../src/model/connect/connections.ts";
import {
  describeCheckFinding,
  describeUnchecked,
} from "../../../src/texts/check/checkFindingWords.ts";
import { empty, startLoopback } from "../../support/loopback.ts";
import type { Reply } from "../../support/loopback.ts";
import { ask, magazine, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { check, only, shownIn, some, uncheckedIn } from "./checking.ts";
import { uploadPicture } from "./files.ts";

const rules = only("broken-link");
const paragraph = (url: string) => [
  {
    type: "paragraph",
    children: [{ type: "link", url, children: [{ type: "text", text: "Tea" }] }],
  },
];

describe("Rule broken-link", () => {
  it("rule broken-link reports links to media files that were deleted, in every kind of text", async () => {
    const model = openModel();
    const { url: origin } = magazine();
    const [deletedPicture, keptPicture] = [
      await uploadPicture(model, `${unique("gone")}.png`),
      await uploadPicture(model, `${unique("kept")}.png`),
    ];
    const [drawn] = (await ask("GET", "upload/files?filters[formats][$notNull]=true")) as [
      { formats: { thumbnail: { url: string } } },
    ];
    const { cms } = must(await model.catalogs.service(model.connection.id));
    const contentWith = (url: string) => ({
      body: `Look:\n\n![A pixel](${url})`,
      content: paragraph(origin + url),
      links: [{ label: "Tea", url: origin + url }],
      sections: [{ __component: "sections.text", body: `<a href="${url}?v=1">Tea</a>.` }],
    });
    const [broken, fine] = [
      await makeArticle(contentWith(deletedPicture.url), "status=draft"),
      await makeArticle({
        ...contentWith(keptPicture.url),
        body: `![](${drawn.formats.thumbnail.url})`,
      }),
    ];
    const checked = some(model, "articles", broken, fine);
    const initialCheck = await check(model, checked, { rules });
    await cms.upload().delete({ id: deletedPicture.id });

    const before = await check(model, checked, { rules });
    await ask("PUT", `articles/${broken}?status=draft`, contentWith(keptPicture.url));
    const after = await check(model, checked, { rules });

    assert.deepEqual(shownIn(initialCheck.findings, broken, fine), []);
    assert.deepEqual(shownIn(before.findings, broken, fine), [
      "warning 0 en body",
      "warning 0 en content[0].children[0].url",
      "warning 0 en links[0].url",
      "warning 0 en sections[0].body",
    ]);
    assert.deepEqual(shownIn(after.findings, broken, fine), []);
  });

  it("rule broken-link reports links to documents of the service that don't exist", async () => {
    const model = openModel();
    const { url: origin, apiPrefix } = magazine();
    const target = await makeArticle({}, "status=draft");
    const admin = `${origin}/admin/content-manager/collection-types/api::article.article/${target}`;
    const id = await makeArticle({
      body: `[One](${origin}/${apiPrefix}/articles/${target}), [two](${admin}), [page](/about).`,
    });
    const article = { kind: "document", address: model.article(id) } as const;
    const initialCheck = await check(model, article, { rules });

    await ask("DELETE", `articles/${target}`);
    const { findings } = await check(model, article, { rules });

    assert.deepEqual(initialCheck.findings, []);
    assert.deepEqual(shownIn(findings, id), ["warning 0 en body", "warning 0 en body"]);
  });

  it("rule broken-link reports links to a local computer and to another environment, not to other sites", async () => {
    const model = openModel();
    model.store.connections = [
      { ...model.connection, environment: "production" },
      {
        id: "s1t2a3g4",
        name: "Staging",
        url: "https://staging.example.com",
        environment: "staging",
      },
      { id: "o1t2h3e4", name: "Other", url: "https://other.example.com" },
    ];
    const id = await makeArticle({
      body: [
        "[local](http://localhost:3000/tea), https://staging.example.com/tea.",
        "[other](https://other.example.com/tea) and <https://example.com/localhost>",
        "[mail](mailto:ada@localhost) [here](#tea) [bad](http://[/)",
      ].join("\n"),
    });

    const { findings } = await check(
      model,
      { kind: "document", address: model.article(id) },
      { rules },
    );

    assert.deepEqual(
      findings.map(({ data }) => data),
      [
        { url: "http://localhost:3000/tea", reason: "localhost" },
        {
          url: "https://staging.example.com/tea",
          reason: "other-environment",
          connection: "Staging",
        },
      ],
    );
  });

  it("rule broken-link reports no file as missing if the token may not read files", async () => {
    const model = openModel({ token: magazine().tokens.custom });
    const id = await makeArticle({ body: "![](/uploads/no_such_file.png)" }, "status=draft");
    const target = { kind: "document", address: model.article(id) } as const;

    const { findings, report } = await check(model, target, { rules });
    const full = await check(openModel(), target, { rules });

    assert.deepEqual(findings, []);
    assert.ok(
      uncheckedIn(report, model).includes(
        "Media files were not checked. This requires the permission Upload: find.",
      ),
    );
    assert.deepEqual(shownIn(full.findings, id), ["warning 0 en body"]);
  });

  it("rule broken-link requests pages of other sites only if the user asks for it, each once", async () => {
    const sites = await startLoopback();
    const answers: Readonly<Record<string, Reply>> = {
      "/gone": empty(404),
      "/failing": empty(500),
      "/busy": empty(503),
      "/login": empty(401),
      "/cut": (response) => void response.destroy(),
    };
    sites.answer((response, received) => {
      (answers[new URL(received.path).pathname] ?? empty(200))(response, received);
    });
    const model = openModel({
      connect: (store, options) =>
        new Connections(store, {
          ...options,
          network: ({ url }) =>
            Promise.resolve(url.includes("tea.example") ? { proxy: sites.url } : {}),
        }),
    });
    const paths = ["fine", "gone", "failing", "busy", "login", "cut", "fine#top", "gone#top"];
    const body = paths.map((path) => `http://tea.example/${path}`).join(" ");
    const id = await makeArticle(
      { body: `${body} http://10.0.0.1/ http://printer/` },
      "status=draft",
    );
    const target = { kind: "document", address: model.article(id) } as const;

    const without = await check(model, target, { rules });
    const none = [...sites.requests];
    const { findings, report } = await check(model, target, { rules, checkForeignLinks: true });
    const { requests } = sites;
    await sites.stop();
    const offline = await check(model, target, { rules, checkForeignLinks: true });

    assert.deepEqual([without.findings, none], [[], []]);
    assert.deepEqual(
      findings.map(({ data }) => data),
      [
        { url: "http://tea.example/gone", reason: "status", status: 404 },
        { url: "http://tea.example/failing", reason: "status", status: 500 },
        { url: "http://tea.example/cut", reason: "closed" },
        { url: "http://tea.example/gone#top", reason: "status", status: 404 },
      ],
    );
    assert.deepEqual(findings.map(describeCheckFinding), [
      "The page http://tea.example/gone doesn't exist (status 404).",
      "The site of http://tea.example/failing failed when it was checked (status 500).",
      "The connection to the site of http://tea.example/cut failed when it was checked.",
      "The page http://tea.example/gone#top doesn't exist (status 404).",
    ]);
    assert.deepEqual(
      requests
        .filter(({ method }) => method === "HEAD")
        .map(({ path }) => path)
        .sort(),
      paths
        .slice(0, 6)
        .map((path) => `http://tea.example/${path}`)
        .sort(),
    );
    assert.ok(requests.every(({ headers }) => !headers.authorization && !headers.cookie));
    assert.deepEqual([report.unchecked, offline.findings], [[], []]);
    assert.deepEqual(offline.report.unchecked.map(describeUnchecked), [
      "Some links to other sites were not checked, because the network or the proxy does not work.",
    ]);
  });
});
