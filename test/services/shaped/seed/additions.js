"use strict";

// Creates two or three documents of each type that only this project has, in every publication status.

const editorTypes = ["memo", "review", "term"];

/**
 * Creates the documents that the magazine doesn't have. `written` contains the documents of the magazine's own seed.
 */
async function addAdditions(strapi, written) {
  const refs = refsFrom(written);
  await grantMemos(strapi);
  const write = writer(strapi);
  await addLandings(write, refs);
  await addMasthead(write, refs);
  await addShaped(write, refs);
  await addHooked(write, refs);
  await addProducts(write, refs);
  await addSchool(write);
  await addOddities(write);
}

/** Articles without unpublished changes in English, because relations to them survive a publish. */
function refsFrom({ articles, authors, files }) {
  const english = articles.filter(({ states }) => states?.en === "published");
  return {
    articles: english.slice(0, 6).map(({ documentId }) => documentId),
    authors: authors.map(({ documentId }) => documentId),
    images: Object.values(files).map(({ id }) => id),
  };
}

/** Creates a document and its localizations. If `edit` is given, changes the draft afterwards. */
const writer =
  (strapi) =>
  async (name, data, { status = "published", edit, locales = {} } = {}) => {
    const documents = strapi.documents(`api::${name}.${name}`);
    const { documentId } = await documents.create({ data, status });
    for (const [locale, more] of Object.entries(locales)) {
      await documents.update({ documentId, locale, data: more, status: "published" });
    }
    if (edit) await documents.update({ documentId, data: edit });
    return documentId;
  };

const link = (label) => ({ label, url: `https://example.com/${label.toLowerCase()}` });

const callToAction = (heading) => ({
  __component: "shared.call-to-action",
  heading,
  text: `Read more: ${heading}`,
  link: link("More"),
});

const section = (heading, body) => ({ __component: "sections.text", heading, body });

async function addLandings(write, { articles, authors, images }) {
  const landing = (title, word, pointed = articles.slice(0, 2)) => ({
    title,
    slug: word,
    priority: 3,
    seo: { metaTitle: title, metaDescription: `All about ${word}`, shareImage: images[0] },
    sections: [
      section(title, "Come **in**."),
      callToAction(`Subscribe to ${word}`),
      { __component: "promo.banner", heading: `${title}!`, image: images[1], link: link(title) },
      {
        __component: "promo.voices",
        heading: "What readers say",
        voices: [
          { quote: "I read it twice.", author: authors[0] },
          { quote: "So did I.", author: authors[1] },
        ],
        articles: pointed,
      },
    ],
  });
  // Not every article has a French localization.
  const french = landing("Printemps", "printemps", []);
  await write("landing", landing("Spring", "spring"), { locales: { fr: french } });
  await write("landing", landing("Summer", "summer"), { status: "draft" });
  await write("landing", landing("Autumn", "autumn"), { edit: { title: "Late Autumn" } });
}

async function addOddities(write) {
  const oddity = (title, status) => ({
    ...{ title, status, $ref: "#/odd", "net price": 12.5 },
    ...{ unit: link("Piece"), "unit.label": "per piece", "size[0]": 4, "🍵 tea": true },
  });
  await write("oddity", oddity("Cup", "sold out"));
  await write("oddity", oddity("Saucer", "on its way"), { status: "draft" });
}

async function addMasthead(write, { articles, images }) {
  const masthead = (name, motto) => ({
    name,
    motto,
    founded: "1924-05-01",
    cover: images[2],
    leadArticle: articles[0],
    links: [link("Imprint"), link("Contact")],
  });
  const french = { ...masthead("Foyer et boussole", "Le chemin lent"), leadArticle: null };
  await write("masthead", masthead("Hearth & Compass", "The slow way"), {
    locales: { fr: french },
  });
}

async function addShaped(write, { articles, authors, images }) {
  const teaser = { heading: "Look", image: images[3], article: articles[1], authors: [authors[2]] };
  for (const [index, title] of ["Winter Reading", "Slow Travel", "Tea Week"].entries()) {
    const campaign = {
      title,
      budget: 1200.5,
      lead: authors[index],
      teaser,
      voices: [
        { quote: "Lovely.", author: authors[3] },
        { quote: "Lovelier.", author: authors[4] },
      ],
      sections: [
        { __component: "promo.banner", heading: title, image: images[4], link: link("Campaign") },
        section("Why", "Because."),
        {
          __component: "promo.voices",
          heading: "Voices",
          voices: [{ quote: "Again!", author: authors[5] }],
          articles: [articles[2]],
        },
      ],
    };
    await write("campaign", campaign, { status: index === 1 ? "draft" : "published" });
    await write("offer", {
      title: `${title} Offer`,
      price: 12.5,
      link: link("Buy"),
      teaser,
      sections: [section("What you get", "A year."), callToAction(`Order ${title}`)],
    });
    await write("occasion", {
      title: `${title} Evening`,
      starts: "2026-12-01T18:00:00.000Z",
      venue: { name: "Reading room", city: "Lewes" },
      speakers: authors.slice(0, 2),
      poster: images[5],
    });
  }
}

async function addHooked(write, { articles, authors }) {
  for (const [index, word] of ["Kicker", "Dateline", "Byline"].entries()) {
    const article = articles[index];
    const status = index === 2 ? "draft" : "published";
    await write("term", { word, meaning: `What ${word} means`, seeAlso: [article] }, { status });
    await write("review", { title: `${word} reviewed`, stars: index + 2, body: "Good.", article });
    await write("redirect", { slug: word.toLowerCase(), visits: index, article }, { status });
    await write("memo", {
      subject: `About ${word}`,
      text: "Please read.",
      confidential: index === 0,
      informants: authors.slice(index, index + 2),
    });
  }
}

async function addProducts(write, { articles, authors, images }) {
  const label = (word) => ({ label: word, symbol: "*", languageText: "en", image: images[0] });
  const drawer = (word) => ({
    drawer: word,
    material: "Oak",
    contentsText: `Letters, ${word}`,
    labels: [label("A to K"), label("L to Z")],
    mainLabel: label(word),
  });
  const box = (word) => ({
    box: word,
    maker: "Penhallow",
    historyText: "Old",
    shelf: {
      shelf: "Upper",
      wood: "Elm",
      placeText: "Hall",
      drawers: [drawer("Left"), drawer("Right")],
      topDrawer: drawer("Top"),
    },
    keeper: authors[1],
  });
  const description = (text) => ({
    text,
    links: [link("Shop"), link("Map")],
    image: images[1],
    shop: authors[0],
  });
  const long = "promo.description-of-what-is-offered-this-week-and-of-where-it-can-be-had";
  for (const [index, name] of ["Writing Desk", "Tea Chest"].entries()) {
    const product = {
      ...{ name, brand: "H&C", model: `No. ${index}`, origin: "Sussex", colour: "Brown" },
      ...{ careText: "Wipe.", storyText: "Found." },
      box: box("Main"),
      boxes: [box("First"), box("Second")],
      descriptions: [description("This week"), description("Next week")],
      blocks: [
        {
          __component: "promo.teaser",
          heading: name,
          image: images[2],
          article: articles[3],
          authors: authors.slice(0, 2),
        },
        { __component: long, ...description("In the zone") },
        { __component: "deep.drawer", ...drawer("Zone") },
      ],
    };
    await write("product", product, { edit: index === 1 ? { colour: "Red" } : undefined });
  }
}

async function addSchool(write) {
  const courses = [];
  for (const title of ["Bookbinding", "Bread", "Clouds"]) {
    courses.push(await write("course", { title, hours: 12 }));
  }
  let mentor = null;
  for (const [index, name] of ["Ada Fern", "Bo Quist", "Cy Marlow"].entries()) {
    const favourite = courses[index];
    const teaching = [favourite, courses[(index + 1) % 3]];
    mentor = await write("teacher", { name, favourite, mentor, courses: teaching });
  }
}

/**
 * Lets editors and contributors read memos, reviews and terms. The policies of the types decide which ones they see.
 */
async function grantMemos(strapi) {
  const roles = await strapi.db
    .query("plugin::users-permissions.role")
    .findMany({ where: { type: { $in: ["editor", "contributor"] } } });
  const actions = editorTypes.flatMap((type) =>
    ["find", "findOne"].map((action) => `api::${type}.${type}.${action}`),
  );
  for (const { id } of roles) {
    for (const action of actions) {
      const data = { action, role: id };
      await strapi.db.query("plugin::users-permissions.permission").create({ data });
    }
  }
}

module.exports = { addAdditions };
