"use strict";

// Composes the text of an article from a subject and a kind of article. The sentences are in subjects/.

const { countWords, plain, toSlug } = require("./words");

const headings = {
  feature: ["Up close", "How it is done", "What it takes", "The long way round"],
  guide: ["Why it works", "What you should know", "And one more thing"],
  dispatch: ["What the regulars know", "Later the same day", "A word with those who stay"],
  essay: ["For the record", "In fairness", "What is known"],
  history: ["Worth knowing", "What has stayed", "To this day"],
};

const kickers = {
  feature: (subject) => `The long read, from ${subject.place.split(",")[0]}`,
  guide: () => "How to",
  dispatch: (subject) => `Letter from ${subject.place.split(",")[0]}`,
  essay: () => "An opinion",
  history: () => "Looking back",
};

// A scene and its ending belong together. The feature has the first pair, and the dispatch has the second.
const bodies = {
  feature: (s, heading) => [s.scenes[0], s.facts[0], heading, s.facts[1], toQuote(s), s.endings[0]],
  guide: (s, heading) => [s.facts[0], "## Step by step", toSteps(s), heading, s.facts[2]],
  dispatch: (s, heading) => [
    s.scenes[1],
    s.facts[2],
    heading,
    toQuote(s),
    s.facts[1],
    s.endings[1],
  ],
  essay: (s, heading) => [s.argument, heading, s.facts[2], s.facts[0], toQuote(s)],
  history: (s, heading) => [s.past, heading, s.facts[0], s.facts[1], toQuote(s)],
};

const toQuote = ({ quote: [text, speaker, role] }) => `> ${text}\n>\n> ${speaker}, ${role}`;
const toSteps = ({ steps }) => steps.map((step, index) => `${index + 1}. ${step}`).join("\n");

/** The English values of all localized attributes of an article. */
function composeEnglish(subject, kind, chance) {
  const [title, summary] = subject.articles[kind];
  const body = bodies[kind](subject, `## ${chance.pick(headings[kind])}`).join("\n\n");
  return {
    title,
    slug: toSlug(title),
    kicker: kickers[kind](subject),
    summary,
    body,
    content: toBlocks(
      "In short",
      summary,
      kind === "guide" ? subject.steps : subject.box.map((row) => row.join(": ")),
    ),
    metadata: toMetadata(body, subject.category),
    seo: toSeo(title, summary),
  };
}

const kickersAbroad = {
  fr: {
    feature: "Grand format",
    guide: "Mode d'emploi",
    dispatch: "Carnet de route",
    essay: "Humeur",
    history: "Retour en arrière",
  },
  de: {
    feature: "Reportage",
    guide: "Anleitung",
    dispatch: "Unterwegs",
    essay: "Ansichtssache",
    history: "Rückblick",
  },
};

/** The same values for a translation, which is shorter. */
function composeAbroad(locale, kind, [title, summary], paragraphs) {
  const body = paragraphs.join("\n\n");
  return {
    title,
    slug: toSlug(title),
    kicker: kickersAbroad[locale][kind],
    summary,
    body,
    content: toBlocks(locale === "fr" ? "En bref" : "Kurz gesagt", summary, []),
    metadata: toMetadata(body, null),
    seo: toSeo(title, summary),
  };
}

/**
 * A translated subject has a paragraph for each of its articles, and a last paragraph that can end any of them. An
 * article has its own paragraph and, after a break, that of a related article. A guide is related only to an essay.
 */
function paragraphsFor({ articles, paragraphs }, kind) {
  const kinds = Object.keys(articles);
  const own = kinds.indexOf(kind);
  const suits = (other) =>
    other !== kind && (kind === "guide" ? other === "essay" : other !== "guide");
  const companion = kinds.findIndex(suits);
  const ending = own === 0 || companion < 0 ? [paragraphs.at(-1)] : [];
  return [paragraphs[own], ...(companion < 0 ? [] : ["* * *", paragraphs[companion]]), ...ending];
}

function toBlocks(heading, summary, points) {
  const text = (value, marks = {}) => ({ type: "text", text: plain(value), ...marks });
  const list = {
    type: "list",
    format: "unordered",
    children: points.map((point) => ({ type: "list-item", children: [text(point)] })),
  };
  return [
    { type: "heading", level: 3, children: [text(heading)] },
    { type: "paragraph", children: [text(summary, { bold: true })] },
    ...(points.length > 0 ? [list] : []),
  ];
}

const toMetadata = (body, desk) => ({
  wordCount: countWords(body),
  ...(desk ? { desk: desk.toLowerCase() } : { translated: true }),
  checks: { facts: true, rights: "cleared" },
});

const shorten = (text, limit) =>
  text.length <= limit
    ? text
    : `${text.slice(0, text.lastIndexOf(" ", limit - 1)).replace(/[,.;:]$/, "")}…`;

const toSeo = (title, summary) => ({
  metaTitle: shorten(title, 70),
  metaDescription: shorten(summary, 160),
  noIndex: false,
});

module.exports = { composeAbroad, composeEnglish, paragraphsFor };
