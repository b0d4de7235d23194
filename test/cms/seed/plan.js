"use strict";

// Plans all articles, with their locales, publication statuses and dates, before anything is written.

const { createChance } = require("./chance");
const subjects = require("./subjects");
const abroad = { fr: require("./translations/fr"), de: require("./translations/de") };
const elsewhere = require("./translations/elsewhere");

const hour = 3_600_000;
const day = 24 * hour;
const first = Date.UTC(2024, 10, 25, 8, 15);
const latest = Date.UTC(2026, 10, 20, 16, 41, 27, 318);
const showpiece = "Tea in Winter";

/** All articles, oldest first. `states` has the publication status in each locale: draft, published or modified. */
function planArticles() {
  const chance = createChance(1911);
  const forms = subjects.flatMap((subject) =>
    Object.keys(subject.articles).map((kind) => ({
      subject,
      kind,
      title: subject.articles[kind][0],
    })),
  );
  const others = forms.filter(({ title }) => title !== showpiece);
  const [tea] = forms.filter(({ title }) => title === showpiece);
  const queue = chance.shuffle([...others, ...elsewhere.map((piece) => ({ piece }))]);
  return [...queue, tea].map((item, index) => {
    const number = index + 1;
    const states = item.piece ? statesOf(item.piece, index) : localesOf(item, index);
    return { ...item, number, states, dates: datesOf(item, states, index, chance) };
  });
}

const cycle = ["draft", "modified", "published", "published", "published"];

const statesOf = ({ locale }, index) => ({ [locale]: index % 3 === 0 ? "draft" : "published" });

function localesOf({ subject, kind, title }, index) {
  if (title === showpiece) return { en: "published", fr: "published", de: "draft" };
  const en = cycle[index % 5];
  const states = { en };
  for (const locale of ["fr", "de"]) {
    if (!abroad[locale][subject.key]?.articles[kind]) continue;
    states[locale] = en === "draft" ? "draft" : cycle[(index + (locale === "fr" ? 2 : 3)) % 5];
  }
  return states;
}

/** When each locale was created, published and last changed, in milliseconds since 1970. */
function datesOf({ title }, states, index, chance) {
  if (title === showpiece) return showpieceDates();
  const span = latest - 20 * day - first;
  const created = atWork(first + (span * index) / 250 + chance.between(-2, 2) * day);
  const dates = {};
  let start = created;
  for (const [locale, state] of Object.entries(states)) {
    const published = atWork(start + chance.between(1, 12) * day);
    // Most changes after publishing are recent.
    const changed = atWork(latest - chance.between(0.02, 1) ** 2 * 150 * day);
    const last = Math.max(published + hour, changed);
    dates[locale] = { created: start, published, changed: state === "modified" ? last : published };
    start = atWork(published + chance.between(3, 25) * day);
  }
  return keepToThePast(dates);
}

const showpieceDates = () => {
  const created = Date.UTC(2025, 11, 2, 9, 20, 11, 204);
  return {
    en: { created, published: latest, changed: latest },
    fr: { created: created + 9 * day, published: latest - 26 * hour, changed: latest - 26 * hour },
    de: { created: created + 30 * day, published: latest - 3 * day, changed: latest - 3 * day },
  };
};

/** Moves a time into office hours, and keeps times distinct. */
function atWork(time) {
  const midnight = Math.floor(time / day) * day;
  const part = (time - midnight) / day;
  return Math.round(midnight + 7.5 * hour + part * 10 * hour);
}

function keepToThePast(dates) {
  const limit = (time) => (time < latest ? time : latest - 2 * hour - (time % (60 * hour)));
  for (const date of Object.values(dates)) {
    for (const key of Object.keys(date)) date[key] = limit(date[key]);
    date.published = Math.max(date.published, date.created + hour / 3);
    date.changed = Math.max(date.changed, date.published);
  }
  return dates;
}

module.exports = { abroad, latest, planArticles, showpiece };
