// What the licences of the bundled packages ask for where these are passed on: their copyright and their text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** undici has llhttp as a binary, and nothing of its notice. */
const llhttp = { name: "llhttp", notice: "Copyright Fedor Indutny, 2018." };

/** Of all packages of which anything is in an output, by what esbuild says of it: who made them, and each text once. */
export function noticesOf(metafiles) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs))
    .flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : []));
  const folders = inputs.flatMap(
    (path) => /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const licences = new Map();
  for (const { name, license, notice, text } of [...new Set(folders)].sort().map(licenceOf)) {
    // Some break lines elsewhere, and some quote otherwise.
    const words = text.match(/\w+/g).join(" ");
    if (!licences.has(words)) licences.set(words, { license, text, notices: new Map() });
    const { notices } = licences.get(words);
    const more = name === "undici" ? [{ name, notice }, llhttp] : [{ name, notice }];
    for (const one of more) {
      notices.set(one.notice, [...(notices.get(one.notice) ?? []), one.name]);
    }
  }
  const parts = [...licences.values()].flatMap(({ license, text, notices }) => [
    `${"-".repeat(20)} ${license}`,
    ...[...notices].map(([notice, names]) => `${names.join(", ")}\n${notice}`),
    text,
  ]);
  return `This extension has parts of these packages in it.\n\n${parts.join("\n\n")}\n`;
}

function licenceOf(folder) {
  const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder);
  const file = files.find((one) => /^(licen[cs]e|copying)([.-]\w+)*$/i.test(one));
  if (!file) throw new Error(`${name} is bundled, and has no licence to ship with it.`);
  if (files.some((one) => /^notice(\.\w+)?$/i.test(one))) {
    throw new Error(`${name} is bundled, and has a notice of its own to ship with it.`);
  }
  const parts = readFileSync(join(folder, file), "utf8")
    .trim()
    .split(/\r?\n\s*\n/)
    .map((part) => part.trim().replace(/\s+/g, " "));
  const isNotice = (part) => /^copyright/i.test(part);
  const isTitle = (part) => /^\W*(the )?[\w -]{0,20} licen[cs]e\W*(\(MIT\))?$/i.test(part);
  const text = parts.filter((part) => !isNotice(part) && !isTitle(part)).join("\n\n");
  return { name, license, notice: parts.filter(isNotice).join("\n"), text };
}
