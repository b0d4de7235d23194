import { join } from "node:path";
import ts from "typescript";
import { root } from "../house/root.ts";
import { compilerHost, projectOptions } from "./compiler.ts";

const typeCount = 30;

/** The types refer to each other, so that a populate of any depth is possible. Every tenth is a single type. */
const numbers = Array.from({ length: typeCount }, (_, at) => at);
const isSingle = (at: number) => at % 10 === 9;
const nameOf = (at: number) => (isSingle(at) ? `single-${at}` : `types-${at}`);
const after = (at: number, steps: number) => `Type${(at + steps) % typeCount}`;

const registry = `declare global {
  interface CmsContentTypes {
${numbers.map((at) => `    "${nameOf(at)}": Type${at};`).join("\n")}
  }
  interface CmsContentTypeFacts {
${numbers.map((at) => `    "${nameOf(at)}": { kind: "${isSingle(at) ? "single" : "collection"}"; drafts: true; localized: true; required: "title" };`).join("\n")}
  }
}
interface UploadFile { readonly id: number; readonly documentId: string; readonly name: string; readonly url: string; readonly width: number | null; readonly formats: unknown }
interface Seo { readonly id: number; readonly metaTitle: string | null; readonly shareImage: UploadFile | null }
interface Link { readonly id: number; readonly label: string | null; readonly url: string | null }
interface Quote { readonly id: number; readonly __component: "sections.quote"; readonly text: string | null; readonly author: Type3 | null }
interface Gallery { readonly id: number; readonly __component: "sections.gallery"; readonly heading: string | null; readonly pictures: UploadFile[] }
${numbers
  .map(
    (at) => `interface Type${at} {
  readonly id: number; readonly documentId: string; readonly createdAt: string; readonly updatedAt: string;
  readonly publishedAt: string | null; readonly locale: string;
  readonly title: string | null; readonly slug: string | null; readonly summary: string | null;
  readonly season: "winter" | "summer" | null; readonly price: number | null; readonly featured: boolean | null;
  readonly startsAt: string | null; readonly extra: unknown;
  readonly cover: UploadFile | null; readonly gallery: UploadFile[];
  readonly parent: ${after(at, 1)} | null; readonly children: ${after(at, 7)}[]; readonly related: ${after(at, 13)}[];
  readonly seo: Seo | null; readonly links: Link[]; readonly sections: (Quote | Gallery)[];
  readonly localizations: Type${at}[];
}`,
  )
  .join("\n")}
`;

const readOf = (at: number) =>
  isSingle(at)
    ? `cms.single("${nameOf(at)}").find({ params: {`
    : `cms.collection("${nameOf(at)}").findMany({ params: {
    filters: { title: { $contains: "tea" }, parent: { slug: "x" } }, sort: ["title:asc"],`;

const functions = numbers.map(
  (at) => `export async function read${at}() {
  const [error, data] = await ${readOf(at)}
    fields: ["title", "slug"],
    populate: {
      cover: { fields: ["url"] },
      parent: { fields: ["title"], populate: { children: { fields: ["slug"], populate: { seo: { populate: { shareImage: true } }, gallery: true } } } },
      related: { filters: { featured: true }, populate: { parent: { populate: ["cover", "related.parent"] } } },
      seo: { populate: "*" },
      links: true,
      sections: { on: { "sections.quote": { populate: { author: { fields: ["title"] } } }, "sections.gallery": true } },
    },
  } });
  if (error) throw error;
  const [first] = [data].flat();
  return [
    first?.cover?.url, first?.parent?.children[0]?.seo?.shareImage?.url,
    first?.related[0]?.parent?.related[0]?.parent?.title,
    first?.sections.map((section) => "author" in section ? section.author?.title : section.heading),
  ];
}`,
);

const programOf = (
  functionCount: number,
): string => `import type { Cms } from "../../src/client/index.ts";
${registry}
declare const cms: Cms;
${functions.slice(0, functionCount).join("\n")}
`;

/**
 * The number of types that TypeScript instantiates for a program with this number of functions, at most one for each
 * type. Throws if the program doesn't compile.
 */
export function countInstantiations(functionCount = typeCount): number {
  const program = programOf(functionCount);
  const path = join(root, "test/types/program.ts");
  const options = { ...projectOptions(), types: ["node"] };
  const host = compilerHost(options);
  const disk = { ...host };
  host.fileExists = (name) => name === path || disk.fileExists(name);
  host.readFile = (name) => (name === path ? program : disk.readFile(name));
  const compiled = ts.createProgram([path], options, host);
  const source = compiled.getSourceFile(path);
  const [error] = [
    ...compiled.getSyntacticDiagnostics(source),
    ...compiled.getSemanticDiagnostics(source),
  ];
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, " "));
  return compiled.getInstantiationCount();
}
