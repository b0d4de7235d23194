"use strict";

// Composes the dynamic zones of the articles.

const covers = {
  tea: ["cup-of-tea", "first-snow"],
  citrus: ["lemon-halves", "open-water"],
  "night-trains": ["night-railway", "hills-at-dusk"],
  ferries: ["open-water", "harbour-light"],
  lighthouses: ["harbour-light", "open-water"],
  "mountain-huts": ["first-snow", "hills-at-dusk"],
  "hot-springs": ["first-snow", "moonrise"],
  willow: ["willow-weave", "hills-at-dusk"],
  violins: ["growth-rings", "first-snow"],
  "dark-skies": ["night-sky", "moonrise"],
  tides: ["moonrise", "open-water"],
  weather: ["hills-at-dusk", "first-snow"],
  "old-trees": ["growth-rings", "hills-at-dusk"],
  tiles: ["blue-tiles", "open-water"],
  pottery: ["blue-tiles", "cup-of-tea"],
  salt: ["open-water", "hills-at-dusk"],
  "ice-cores": ["first-snow", "night-sky"],
  cinemas: ["night-railway", "night-sky"],
};

const coversByDepartment = {
  Food: ["cup-of-tea", "lemon-halves", "hills-at-dusk"],
  Travel: ["hills-at-dusk", "open-water", "moonrise"],
  Craft: ["willow-weave", "growth-rings", "blue-tiles"],
  Science: ["night-sky", "moonrise", "first-snow"],
  Culture: ["moonrise", "blue-tiles", "night-railway"],
  Nature: ["hills-at-dusk", "growth-rings", "open-water"],
  Design: ["blue-tiles", "willow-weave", "growth-rings"],
};

/** Two or three pictures for a subject. */
const picturesFor = ({ key, category }) => covers[key] ?? coversByDepartment[category];

const townOf = ({ place }) => place.split(",")[0];

const factBox = ({ place, box }) => ({
  __component: "sections.fact-box",
  heading: "At a glance",
  facts: [...box, ["Reported from", place]].map(([label, value]) => ({ label, value })),
});

const quote = ({ quote: [text, speaker, role] }) => ({
  __component: "sections.quote",
  text,
  speaker,
  role,
});

const text = (heading, body) => ({ __component: "sections.text", heading, body });

const gallery = (subject, files) => ({
  __component: "sections.gallery",
  heading: `Pictures from ${townOf(subject)}`,
  items: picturesFor(subject).map((name) => ({
    image: files[name].id,
    caption: files[name].caption,
    source: { label: "Picture desk", url: `https://example.com/pictures/${name}`, newTab: true },
  })),
});

const readingList = (heading, articles, category) => ({
  __component: "sections.reading-list",
  heading,
  articles,
  category,
});

const invitation = (subject) => ({
  __component: "shared.call-to-action",
  heading: "Try it, and tell us",
  text: `We print the best letters about ${subject.tags[0].toLowerCase()} on the last page.`,
  link: { label: "Write to the editors", url: "https://example.com/contact", newTab: false },
});

const extras = {
  feature: ({ subject, files }) => [quote(subject), gallery(subject, files)],
  guide: ({ subject }) => [text("Good to know", subject.facts[1]), invitation(subject)],
  dispatch: ({ subject, files }) => [gallery(subject, files), quote(subject)],
  essay: ({ subject, earlier, category }) => [
    quote(subject),
    readingList("More to read", earlier, category),
  ],
  history: ({ subject, earlier, category }) => [
    text(`Today, in ${townOf(subject)}`, subject.scenes[0]),
    readingList("From the archive", earlier, category),
  ],
};

function composeSections(kind, material) {
  const { subject } = material;
  const list = [factBox(subject), ...extras[kind](material)];
  return list.filter(({ articles }) => articles === undefined || articles.length > 0);
}

/** The dynamic zone of the article that has every component. */
function composeEverySection({ subject, files, earlier, category, author }) {
  return [
    text("The first cup", subject.facts[1]),
    { ...quote(subject), author },
    gallery(subject, files),
    factBox(subject),
    readingList("For a long afternoon", earlier, category),
    invitation(subject),
  ];
}

const letters = {
  fr: {
    heading: "Écrivez-nous",
    text: "Les plus belles lettres paraissent en dernière page.",
    link: { label: "Écrire à la rédaction", url: "https://example.com/fr/contact", newTab: false },
  },
  de: {
    heading: "Schreiben Sie uns",
    text: "Die schönsten Briefe stehen auf der letzten Seite.",
    link: { label: "An die Redaktion", url: "https://example.com/de/kontakt", newTab: false },
  },
};

const composeSectionsAbroad = (locale, heading, body) => [
  ...(body ? [text(heading, body)] : []),
  { __component: "shared.call-to-action", ...letters[locale] },
];

const composeLinks = (subject, locale) => {
  const label = {
    en: `More about ${subject.tags[0].toLowerCase()}`,
    fr: "Tous nos articles",
    de: "Alle Beiträge",
  }[locale];
  const own = {
    label,
    url: `https://example.com/${locale}/tags/${subject.tags[0].toLowerCase().replaceAll(" ", "-")}`,
    newTab: false,
  };
  const map = {
    label: subject.place,
    url: `https://example.org/map?at=${subject.at.join(",")}`,
    newTab: true,
  };
  return [own, map];
};

module.exports = {
  composeEverySection,
  composeLinks,
  composeSections,
  composeSectionsAbroad,
  picturesFor,
};
