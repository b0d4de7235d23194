import fc from "fast-check";
import { oddText } from "../records/anySchema.ts";

/** The names of devices, which Windows doesn't take for files. */
export const devices = ["CON", "con", "Prn", "AUX", "nul", "COM1", "lpt9"];

/** A title or slug of which a file system may not take a part, or may not tell it from another one. */
export const anyKey = fc.oneof(
  oddText,
  fc.constantFrom(...devices, "CON.json", "../../etc/passwd", "a/b\\c:d", "Tea", "TEA", "tea"),
  fc.constantFrom("Café".normalize("NFC"), "Café".normalize("NFD"), "é".repeat(255), "茶", ".", ""),
);
