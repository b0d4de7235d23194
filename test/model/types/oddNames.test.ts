import assert from "node:assert/strict";
import { contentTypesText } from "../../../src/model/types/contentTypeDeclarations.ts";
import type { RegistryForm } from "../../../src/model/types/contentTypeDeclarations.ts";
import { itLong } from "../../support/longRun.ts";
import { clientSpecifier, complaints } from "./compiling.ts";
import { oddCatalog, oddNames, oddValues } from "./oddCatalog.ts";

const textIn = (form: RegistryForm) =>
  contentTypesText(oddCatalog, { form, source: "Odd\n*/ export const broken = true; //" });
const forms = {
  global: textIn({ kind: "global" }),
  module: textIn({ kind: "module", specifier: clientSpecifier }),
};

/** A program that reads `own` from the documents of each type. Global types with the same names lack this attribute. */
const uses = [...oddCatalog.types.values()]
  .filter(({ attributes }) => attributes.has("own"))
  .map(({ name }, at) => {
    const uid = JSON.stringify(name);
    return `const [, own${at}] = await cms.collection(${uid}).findFirst({ params: { populate: "next" } });
export const value${at}: boolean | null | undefined = own${at}?.own;
export const next${at}: boolean | null | undefined = own${at}?.next?.own;`;
  });

const names = Object.keys(oddNames).filter(
  (name) => !/^(documentId|locale|localizations)$/.test(name),
);
const program = `import { createCms } from "${clientSpecifier}";
const cms = createCms({ baseUrl: "https://cms.example.com" });
const odds = cms.collection("odds");
export const [, odd] = await odds.find({ documentId: "a", params: { populate: "*" } });
${names.map((name, at) => `export const name${at}: string | null = odd![${JSON.stringify(name)}];`).join("\n")}
export const kind: ${oddValues.map((value) => JSON.stringify(value)).join(" | ")} | null = odd!.kind;
export const kindless: string | null = odd!.kindless;
export const documentId: string = odd!.documentId;
export const locale: string = odd!.locale;
export const others: string[] = odd!.localizations.map((other) => other.documentId);
export const anything: string | undefined = odd!.anything?.__type;
export const target: string | undefined = odd!.unknownTarget?.documentId;
export const part: number | undefined = odd!.unknownPart?.id;
// @ts-expect-error -- a private attribute is never read
export const secret: unknown = odd!.secret;
// @ts-expect-error -- a password is never read
export const password: unknown = odd!.password;
export const [, deep] = await odds.find({
  documentId: "a",
  params: {
    populate: {
      seo: { populate: { branches: { populate: { parent: { populate: ["branches"] } } } } },
      leaves: { on: { "tree.leaf": { populate: ["owner"] }, "tree.leaf-entry": true } },
    },
  },
});
export const branches: string[] | undefined = deep!.seo?.branches[0]?.parent?.branches.map(({ name }) => name ?? "");
// @ts-expect-error -- the service can't look into JSON
await odds.findMany({ params: { filters: { data: { source: { $eq: "tea" } } } } });
${uses.join("\n")}
`;

describe("Generated types of unusual names", function () {
  this.timeout(120_000);

  for (const [form, text] of Object.entries(forms)) {
    for (const name of ["content.d.ts", "content.ts"]) {
      // In npm test, each form and each name once.
      const test = (form === "global") === (name === "content.d.ts") ? it : itLong;
      test(`generated types compile and describe a schema with unusual names, in the ${form} form as ${name}`, () => {
        const errors = complaints({ [name]: text, "use.ts": program });

        assert.deepEqual(errors, []);
      });
    }
  }

  it("generated types fail to compile when a name means a type of the standard library", () => {
    const text = forms.global.replace("export interface Event {", "export interface Event2 {");

    const errors = complaints({ "content.d.ts": text, "use.ts": program });

    assert.ok(
      errors.some((line) => line.includes("'own' does not exist on type 'Event'")),
      errors.join("\n"),
    );
  });
});
