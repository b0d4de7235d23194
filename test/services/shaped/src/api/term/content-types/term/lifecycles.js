"use strict";

/** Trims texts before they are saved, and derives the slug from the word. */
function tidy({ params: { data } }) {
  for (const name of ["word", "meaning"]) {
    if (typeof data[name] === "string") data[name] = data[name].trim();
  }
  if (typeof data.word === "string") data.slug = toSlug(data.word);
}

const toSlug = (word) =>
  word
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

module.exports = { beforeCreate: tidy, beforeUpdate: tidy };
