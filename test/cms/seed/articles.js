"use strict";

const { createChance } = require("./chance");
const { composeAbroad, composeEnglish, paragraphsFor } = require("./compose");
const { abroad, planArticles, showpiece } = require("./plan");
const {
  composeEverySection,
  composeLinks,
  composeSections,
  composeSectionsAbroad,
  picturesFor,
} = require("./sections");
const { toSlug } = require("./words");

const uid = "api::article.article";
const codes = {
  Food: "FD",
  Travel: "TR",
  Craft: "CR",
  Science: "SC",
  Culture: "CU",
  Nature: "NA",
  Design: "DE",
};
/** Added to the number of an article, it is a number that JavaScript would round. */
const archived = 9_007_199_254_740_993n;
const notes = [
  "Check the spelling of the place name with the author.",
  "Invoice received, not yet paid.",
  "Held over once, run it in the next issue with room.",
  "Cover picture is on loan until the end of the year.",
  "Two readers wrote in. Both were right.",
];

/** Creates every article of the plan, and returns the plan with the documentIds. */
async function addArticles(strapi, refs) {
  const chance = createChance(2024);
  const written = [];
  for (const item of planArticles()) {
    const material = { ...refs, item, chance, written };
    const documentId = item.piece
      ? await addElsewhere(strapi, material)
      : await addTranslated(strapi, material);
    written.push({ ...item, documentId });
  }
  return written;
}

async function addTranslated(strapi, material) {
  const { item, chance } = material;
  const { subject, kind, states } = item;
  const shared = composeShared(material, subject, kind);
  const text = composeEnglish(subject, kind, chance);
  const data = {
    ...shared,
    ...text,
    readingMinutes: toMinutes(text),
    links: composeLinks(subject, "en"),
    sections: sectionsFor(material, shared),
  };
  const documentId = await write(
    strapi,
    "en",
    states.en,
    data,
    corrected(text, shared, states, chance),
  );

  for (const locale of Object.keys(states).filter((code) => code !== "en")) {
    const translation = abroad[locale][subject.key];
    const paragraphs = paragraphsFor(translation, kind);
    const own = composeAbroad(locale, kind, translation.articles[kind], paragraphs);
    const spare = translation.paragraphs.find((paragraph) => !paragraphs.includes(paragraph));
    const sections = composeSectionsAbroad(
      locale,
      own.kicker,
      item.title === showpiece ? spare : undefined,
    );
    const localized = {
      ...relationsOf(shared),
      ...own,
      links: composeLinks(subject, locale),
      sections,
    };
    const change = {
      summary: `${own.summary} ${locale === "fr" ? "Texte revu." : "Durchgesehen."}`,
    };
    await write(strapi, locale, states[locale], localized, change, documentId);
  }
  return documentId;
}

async function addElsewhere(strapi, material) {
  const { piece, states } = material.item;
  const subject = { ...piece, key: "", steps: [], box: [] };
  const text = composeAbroad(
    piece.locale,
    "dispatch",
    [piece.title, piece.summary],
    piece.body.split("\n\n"),
  );
  const sections = composeSectionsAbroad(piece.locale);
  const links = composeLinks(subject, piece.locale);
  const shared = composeShared(material, subject, "dispatch");
  const data = { ...shared, ...text, readingMinutes: toMinutes(text), links, sections };
  return write(strapi, piece.locale, states[piece.locale], data, {});
}

/**
 * Creates a document, or another localization of it, with the given publication status. A modified one gets `change`
 * after it was published.
 */
async function write(strapi, locale, state, data, change, existing) {
  const documents = strapi.documents(uid);
  const status = state === "draft" ? "draft" : "published";
  const { documentId } = existing
    ? await documents.update({ documentId: existing, locale, status, data })
    : await documents.create({ locale, status, data });
  if (state === "modified") await documents.update({ documentId, locale, data: change });
  return documentId;
}

/**
 * Changes that an editor makes after publishing. They include a shared field only if the article has no translation.
 */
function corrected(text, shared, states, chance) {
  const paragraphs = text.body.split("\n\n");
  const addition = chance.pick([
    "*Corrected since publication: the distance given earlier was in miles.*",
    "*A reader in Ghent writes that her grandmother did it the other way round. So did ours.*",
    "*Corrected since publication: we had the year wrong by one, and three readers had it right.*",
    "*Since this piece appeared forty readers have written to us. Thank you; we are still answering.*",
  ]);
  const change = {
    body: [...paragraphs, addition].join("\n\n"),
    summary: `${text.summary} Updated.`,
  };
  return Object.keys(states).length > 1 ? change : { ...change, featured: !shared.featured };
}

function composeShared(material, subject, kind) {
  const { item, chance, files, users, categories, tags, authors } = material;
  const { number, dates, title } = item;
  const rich = title === showpiece;
  const [cover, ...gallery] = picturesFor(subject);
  const writers = authors.filter(({ fields }) => fields.includes(subject.category));
  const published = new Date(Object.values(dates)[0].published);
  return {
    code: `${codes[subject.category]}-${String(number).padStart(4, "0")}`,
    kind,
    featured: rich || number % 11 === 0,
    rating: rich ? 4.8 : Math.round(chance.between(3.1, 5) * 10) / 10,
    latitude: subject.at[0],
    longitude: subject.at[1],
    archiveNumber: String(archived + BigInt(number)),
    issueDate: published.toISOString().slice(0, 10),
    broadcastTime: rich || number % 3 === 0 ? `${number % 2 ? "07" : "18"}:30:00.000` : null,
    embargoUntil:
      rich || number % 8 === 0 ? new Date(+published + 5 * 3_600_000).toISOString() : null,
    contactEmail: `${subject.category.toLowerCase()}@example.com`,
    previewPassword: rich ? "before-the-kettle-boils" : null,
    internalNote: rich || number % 4 === 0 ? chance.pick(notes) : null,
    cover: files[cover].id,
    gallery: rich || number % 6 === 0 ? gallery.map((name) => files[name].id) : [],
    category: categories[subject.category],
    tags: subject.tags.map((name) => tags[toSlug(name)]),
    author: chance.pick(writers).documentId,
    editor: users[number % 4].id,
    ...kinOf(material, subject),
  };
}

// A subject has only one article of each kind, so two articles never have the same sequel.
const sequelKinds = { essay: "history", guide: "dispatch", history: "feature" };

/** Relations to earlier articles. */
function kinOf({ item, written }, subject) {
  const earlier = publishedBefore(written, subject, item.piece?.locale ?? "en");
  const sequel = earlier.find((other) => other.kind === sequelKinds[item.kind]);
  return {
    related: earlier.slice(-3).map((other) => other.documentId),
    ...(sequel ? { sequel: sequel.documentId } : {}),
  };
}

/** Strapi relates two localized documents only within one locale. */
const publishedBefore = (written, { key, category }, locale) =>
  written.filter(
    ({ subject, states }) =>
      ["published", "modified"].includes(states[locale]) &&
      (subject?.key === key || (key === "" && subject?.category === category)),
  );

function sectionsFor({ item, written, files, categories }, shared) {
  const { subject, kind, title } = item;
  const earlier = publishedBefore(written, subject, "en")
    .slice(0, 3)
    .map((other) => other.documentId);
  const material = {
    subject,
    files,
    earlier,
    category: categories[subject.category],
    author: shared.author,
  };
  return title === showpiece ? composeEverySection(material) : composeSections(kind, material);
}

/** The reading time in minutes, at 75 words a minute. */
const toMinutes = ({ metadata }) => Math.ceil(metadata.wordCount / 75);

const relationsOf = ({ category, tags, author, editor, cover, gallery }) => ({
  category,
  tags,
  author,
  editor,
  cover,
  gallery,
});

module.exports = { addArticles, archived };
