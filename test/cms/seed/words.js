"use strict";

/** Converts a title into a slug: "Über Käse" becomes "uber-kase". */
function toSlug(text) {
  return text
    .replaceAll("œ", "oe")
    .replaceAll("ß", "ss")
    .replaceAll("ı", "i")
    .replaceAll("ø", "o")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

const plain = (markdown) => markdown.replace(/[*_]/g, "");

const countWords = (text) => text.split(/\s+/).filter(Boolean).length;

module.exports = { countWords, plain, toSlug };
