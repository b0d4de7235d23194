import { readJson } from "../house/root.ts";
import type { Translation, Workbench } from "../window/workbench.ts";

type Texts = Readonly<Record<string, string | { readonly message: string }>>;

const messageOf = (text: Texts[string]): string => (typeof text === "string" ? text : text.message);

const bundle = readJson("l10n/bundle.l10n.json") as Texts;
const manifest = readJson("package.nls.json") as Texts;

/** A text a third longer, in brackets that no other text contains. The text itself stays readable. */
const pseudo = (text: string): string =>
  `⟦${text}${"~".repeat(Math.ceil(text.replace(/\{\w+\}/g, "").length / 3))}⟧`;

const translated = (texts: Texts): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(messageOf(text))]));

/** A made-up language that shows which texts are cut off, not translated or joined from parts. */
export const pseudoLocale: Translation = {
  language: "qps-ploc",
  bundle: translated(bundle),
  manifest: translated(manifest),
  translateText: inPseudoLocale,
};

const texts = [...Object.values(bundle), ...Object.values(manifest)].map(messageOf);
const fixed = new Set(texts.filter((text) => !text.includes("{")));

/** The texts that begin with words and have placeholders, the most specific first. Others match texts of VS Code, too. */
const templates = texts
  .filter((text) => /^[^{]*\w[^{]*\{\w+\}/.test(text) && fixedLength(text) > 4)
  .sort((text, other) => fixedLength(other) - fixedLength(text))
  .map((text) => ({ text, pattern: patternOf(text) }));

function fixedLength(text: string): number {
  return text.replace(/\{\w+\}/g, "").length;
}

function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+)")}$`, "s");
}

/** The text as the window shows it in the pseudo-locale. A text that isn't the extension's stays as it is. */
function inPseudoLocale(text: string): string {
  const [, category = "", title = text] = /^(CMS: )(.+)$/s.exec(text) ?? [];
  if (fixed.has(title)) return category + pseudo(title);
  const template = templates.find(({ pattern }) => pattern.test(title));
  if (template === undefined) return text;
  const end = pseudo(template.text).slice(1 + template.text.length);
  return `${category}⟦${title}${end}`;
}

/** The parts of the window that the extension fills. */
const ours =
  ".customview-tree, .quick-input-widget, .monaco-dialog-box, .notification-list-item, .codelens-decoration";
const mayBeClipped = ".monaco-button, .dialog-buttons a, .quick-input-message, .quick-input-action";

/** The faults of the visible texts: cut off, not translated, or inserted into another text. */
export async function complaintsAbout({ page }: Workbench): Promise<readonly string[]> {
  const clipped = await page
    .locator(mayBeClipped)
    .filter({ visible: true })
    .evaluateAll((all) =>
      // The tests are compiled without the types of the DOM.
      (all as unknown as readonly Shown[])
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
        .map(({ innerText }) => `cut off: ${innerText}`),
    );
  const visibleTexts = await page.locator(ours).filter({ visible: true }).allInnerTexts();
  const lines = visibleTexts.flatMap((text) => text.split("\n")).map((line) => line.trim());
  const plain = lines.filter((line) => line.includes(" ") && fixed.has(line));
  const nested = lines.filter((line) => /⟦[^⟧]*⟦[^⟦⟧ ]+ [^⟦⟧ ]+ [^⟦⟧]*⟧/.test(line));
  return [
    ...clipped,
    ...plain.map((line) => `not translated: ${line}`),
    ...nested.map((line) => `glued: ${line}`),
  ];
}

interface Shown {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly innerText: string;
}
