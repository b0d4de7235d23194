import * as vscode from "vscode";
import type { Json, JsonObject } from "../../../src/model/foundation/json.ts";
import { deepSchemas } from "../../model/deepKitchen.ts";
import { itLong } from "../../support/longRun.ts";
import { json } from "../../support/loopback.ts";
import { untilEqual } from "../../window/until.ts";
import { edit, open } from "../editors.ts";
import { hoverOver, offeredAt } from "../offers.ts";
import { useMagazine } from "../useMagazine.ts";

/** A dynamic zone with this component alone. The request for a whole document is a URL, and its length is limited. */
const contentTypes = deepSchemas.contentTypes.map(({ uid, schema }) => {
  const zone = { type: "dynamiczone", components: ["level.one"] };
  return { uid, schema: { ...schema, attributes: { title: { type: "string" }, zone } } };
});

/** A component as a service returns it, with a key for every attribute, in nested components too. */
function whole(uid: string, item: JsonObject): JsonObject {
  const attributes =
    deepSchemas.components.find((component) => component.uid === uid)?.schema.attributes ?? {};
  const keys = Object.entries(attributes).map(
    ([name, { component, repeatable }]): [string, Json] => {
      const value = item[name] ?? (repeatable === true ? [] : null);
      if (component === undefined || value === null) return [name, value];
      const toWhole = (inner: Json): Json => whole(component, inner as JsonObject);
      return [name, Array.isArray(value) ? (value as Json[]).map(toWhole) : toWhole(value)];
    },
  );
  return { ...item, ...Object.fromEntries(keys) };
}

const answered = ({ zone }: JsonObject): JsonObject => ({
  zone: (zone as JsonObject[]).map((entry) => whole("level.one", entry)),
});

describe("Schema with every kind of attribute", () => {
  const magazine = useMagazine();

  /** Opens a document of the made-up type with this content. */
  const openDeep = async (content: JsonObject) => {
    const id = await magazine.makeArticle();
    const detour = await magazine.detour();
    detour.inject(/content-types$/, json({ data: contentTypes }));
    detour.inject(/components$/, json({ data: deepSchemas.components }));
    const { connection } = detour.article(id);
    await vscode.commands.executeCommand("cms.content.refresh", { connection: { id: connection } });
    const at = "2026-03-01T10:00:00.000Z";
    const draft = { documentId: id, locale: "en", updatedAt: at, createdAt: at, title: "Deep" };
    detour.inject(/^GET \/api\/articles/, (response, request) => {
      const isDraft = request.query["status"] === "draft" && request.path.includes(id);
      const data = isDraft ? { ...draft, ...answered(content) } : [];
      const answer = json({ data, meta: {} });
      answer(response, request);
    });
    return open(detour.article(id));
  };

  after(async () => {
    const detour = await magazine.detour();
    const { connection } = detour.article("none");
    await vscode.commands.executeCommand("cms.content.refresh", { connection: { id: connection } });
  });

  const within = (inner: JsonObject): JsonObject => ({
    zone: [
      {
        __component: "level.one",
        id: 1,
        parts: [{ id: 2, must: { id: 3, parts: [{ id: 4, ...inner }] } }],
      },
    ],
  });

  it("a schema four levels deep has completion, hovers and diagnostics at the deepest level", async () => {
    const document = await openDeep(within({ enumeration: "a", boolean: true, string: "deep" }));

    await untilEqual(() => offeredAt(document, '"enumeration": "'), ['"a"', '"b,c"', "null"]);
    await untilEqual(() => offeredAt(document, '"boolean": '), ["false", "true"]);
    await untilEqual(() => hoverOver(document, '"string"'), ["Text · at most 20 characters"]);
    await edit(
      document,
      within({ enumeration: "z", boolean: 5, string: "x".repeat(21), bogus: 1 }),
    );
    const marked = () =>
      Promise.resolve(
        vscode.languages
          .getDiagnostics(document.uri)
          .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
          .map(({ range }) => document.getText(range))
          .sort(),
      );
    await untilEqual(marked, [`"${"x".repeat(21)}"`, '"z"', "1", "5"]);
  });

  itLong("a schema four levels deep offers every key of the deepest level", async () => {
    const document = await openDeep(within({ string: "a", "": 1 }));

    const keys = deepSchemas.components
      .filter(({ uid }) => uid === "level.four")
      .flatMap(({ schema }) => Object.keys(schema.attributes))
      .filter((name) => name !== "string");
    await edit(document, within({ string: "a", "": 1 }));
    await untilEqual(() => offeredAt(document, '"string": "a",\n                '), keys.sort());
  });
});
