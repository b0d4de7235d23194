import assert from "node:assert/strict";
import { untilEqual } from "../../window/until.ts";
import { useSettings } from "../settings.ts";
import { descriptionOf, iconOf, useTrees } from "../trees.ts";
import { useMagazine } from "../useMagazine.ts";

describe("Tree items", () => {
  const openTree = useTrees();
  const magazine = useMagazine();
  const change = useSettings();

  it("tree items list collections by name, then single types, then users, and show a status only with Draft & Publish", async () => {
    const tree = openTree();
    const { host } = new URL(magazine.service.url);

    await tree.settledLines("Magazine", "Pages");
    const lines = await tree.read("Magazine", "Pages", "Categories");

    assert.deepEqual(lines, [
      `Magazine   ${host}`,
      "  Articles   en",
      "  Authors",
      "  Categories   7 · last changed first",
      ...["Design", "Nature", "Culture", "Science", "Craft", "Travel", "Food"].map(
        (name) => `    ${name}   …`,
      ),
      "  Pages   14 · en · last changed first",
      "    Reader Survey   draft · …",
      "    Events   modified · …",
      "    Privacy   published · …",
      "    Podcast   draft · …",
      "    Back Issues   published · …",
      "    Give a Subscription   published · …",
      "    Advertise   modified · …",
      "    Subscribe   published · …",
      "    Write for Us   published · …",
      "    Contact   published · …",
      "    Corrections   published · …",
      "    How We Work   published · …",
      "    Masthead   published · …",
      "    About   published · …",
      "  Tags",
      "  Homepage   en",
      "  Site Settings",
      "  Users",
      "  Media",
    ]);
  });

  it("tree items show counts before a collection is expanded, when set and permitted", async () => {
    await change("cms.tree.counts", true);
    const tree = openTree({ token: magazine.service.tokens.custom });

    await tree.rows("Magazine");

    await untilEqual(
      async () => (await tree.lines("Magazine")).filter((line) => /^(Art|Aut|Us)/.test(line)),
      ["Articles   240 · en · last changed first", "Authors", "Users"],
    );
  });

  it("tree items show a status by icon alone, and speak it with the full time", async () => {
    const tree = openTree();

    await tree.settledLines("Magazine", "Pages");
    const items = await tree.items("Magazine", "Pages");

    const shapes = items.map((item) =>
      [
        iconOf(item),
        descriptionOf(item).replace(/^(?:now|\d+[a-z])$/, "AGE"),
        (item.accessibilityInformation?.label ?? "").split(", ")[1],
      ].join(" "),
    );
    assert.deepEqual([...new Set(shapes)].sort(), [
      "circle-outline AGE draft",
      "pass-filled AGE published",
      "record AGE modified",
    ]);
    const { label = "" } = items[0]?.accessibilityInformation ?? {};
    assert.match(label, /^Reader Survey, draft, (?:just now|\d+ \w+ ago)$/);
    const { tooltip } = items[0] ?? {};
    assert.match(
      typeof tooltip === "string" ? tooltip : "",
      /^Reader Survey\n+draft · (?:just now|\d+ \w+ ago)/,
    );
  });

  it("the tooltip of a collection names each fact that its description lists", async () => {
    const tree = openTree();
    const collection = { connection: tree.model.connection.id, type: "pages" };
    const sort = { field: "title", descending: false };
    tree.model.lists.changeListQuery(collection, {
      filter: { title: { $containsi: "about" } },
      sort,
    });

    await tree.settledLines("Magazine", "Pages");
    const pages = (await tree.items("Magazine")).find(({ label }) => label === "Pages");

    assert.ok(pages);
    assert.equal(descriptionOf(pages), "1 · title contains about · en · sorted by title");
    assert.equal(
      pages.tooltip,
      [
        ...["Pages", "Items: 1", "Filter: title contains about", "Locale: en"],
        "Order: sorted by title",
      ].join("\n"),
    );
  });

  it("tree items show users with email address and blocked state", async () => {
    const tree = openTree({ pageSize: 40 });

    const lines = await tree.lines("Magazine", "Users");
    const icons = (await tree.items("Magazine", "Users")).map(iconOf);

    const linesWithIcons = lines.map((line, index) => `${icons[index]} ${line}`);
    assert.deepEqual(
      linesWithIcons.filter((line) => /(nora|freya|samir)/.test(line)),
      [
        "circle-slash freya.lindholm   blocked · freya.lindholm@example.com",
        "account nora.whitlock   nora.whitlock@example.com",
        "unverified samir.khattab   unconfirmed · samir.khattab@example.com",
      ],
    );
  });

  it("tree items show Untitled for a document without a title", async () => {
    await magazine.make("articles", { summary: "No title yet" });
    const tree = openTree({ pageSize: 1 });

    const [line] = await tree.settledLines("Magazine", "Articles");

    assert.equal(line, "Untitled   draft · …");
  });

  it("tree items have accessible labels with everything that is visible", async () => {
    const tree = openTree({ pageSize: 40 });
    const { host } = new URL(magazine.service.url);
    await tree.settledLines("Magazine", "Pages");
    await tree.lines("Magazine", "Users");

    const spoken = [
      await tree.items(),
      await tree.items("Magazine"),
      await tree.items("Magazine", "Pages"),
      await tree.items("Magazine", "Users"),
    ]
      .flat()
      .map((item) => item.accessibilityInformation?.label ?? "nothing");

    const expected = [
      `Connection Magazine, ${host}`,
      "Pages, 14, en, last changed first",
      "Homepage, en",
      "Site Settings",
      "Users, 40",
      "freya.lindholm, blocked, freya.lindholm@example.com",
    ];
    assert.deepEqual(
      [spoken.includes("nothing"), expected.filter((label) => !spoken.includes(label))],
      [false, []],
    );
    assert.match(spoken.find((label) => label.startsWith("Events")) ?? "", /^Events, modified, /);
  });
});
