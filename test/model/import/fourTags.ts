import { total, unique } from "../magazine.ts";
import { fileOf } from "./files.ts";

/** Four records without a match. Their names contain a word that no other tag has. */
export function fourTags() {
  const word = unique("Tag");
  const records = ["a", "b", "c", "d"].map((name) => ({
    documentId: name,
    content: { name: `${word} ${name}` },
  }));
  const count = () => total("tags", `filters[name][$startsWith]=${encodeURIComponent(word)}`);
  return { source: fileOf(...records), count };
}
