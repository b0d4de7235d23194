"use strict";

const { abroad, homepage, pages } = require("./pageTexts");
const { showpiece } = require("./plan");
const { toSlug } = require("./words");

const drafts = ["Reader Survey", "Podcast"];
const edited = ["Events", "Advertise"];
const front = [
  "The Quiet Return of the Night Train",
  "They Sleep Up There",
  "Heavy Words",
  "A City With More Steps Than Streets",
  "Hives on the Roof of the Opera",
];

async function addPages(strapi, articles) {
  const documents = strapi.documents("api::page.page");
  const ids = {};
  for (const [index, [parent, title, summary, body]] of pages.entries()) {
    const slug = toSlug(title);
    const status = drafts.includes(title) ? "draft" : "published";
    const data = {
      ...toPage(title, summary, body),
      position: index + 1,
      showInFooter: parent === null,
      ...(parent ? { parent: ids[parent] } : {}),
      ...(title === "About" ? { leadArticle: find(articles, showpiece) } : {}),
    };
    const { documentId } = await documents.create({ data, status, locale: "en" });
    ids[slug] = documentId;
    if (edited.includes(title))
      await documents.update({ documentId, data: { summary: `${summary} New dates soon.` } });
    for (const [locale, text] of Object.entries(abroad[title] ?? {})) {
      await documents.update({
        documentId,
        locale,
        data: toPage(...text),
        status: locale === "fr" ? "published" : "draft",
      });
    }
  }
}

const toPage = (title, summary, body) => ({
  title,
  slug: toSlug(title),
  summary,
  seo: { metaTitle: title, metaDescription: summary, noIndex: false },
  sections: [
    { __component: "sections.text", heading: title, body },
    {
      __component: "shared.call-to-action",
      heading: "Hearth & Compass",
      text: summary,
      link: { label: title, url: `https://example.com/${toSlug(title)}`, newTab: false },
    },
  ],
});

async function addHomepage(strapi, { articles, authors, categories, files }) {
  const documents = strapi.documents("api::homepage.homepage");
  let documentId;
  for (const [locale, [heading, intro]] of Object.entries(homepage)) {
    const featured = featuredIn(locale, articles);
    const data = {
      heading,
      intro,
      cover: files["hills-at-dusk"].id,
      leadArticle: find(articles, showpiece),
      featuredArticles: featured,
      featuredAuthors: authors.slice(0, 4).map((author) => author.documentId),
      categories: Object.values(categories),
      callToAction: {
        heading,
        text: intro,
        link: { label: "Hearth & Compass", url: `https://example.com/${locale}`, newTab: false },
      },
      seo: { metaTitle: "Hearth & Compass", metaDescription: intro, noIndex: false },
      sections: [
        { __component: "sections.text", heading, body: intro },
        {
          __component: "sections.reading-list",
          heading: "Hearth & Compass",
          articles: featured.slice(0, 3),
          category: categories.Food,
        },
      ],
    };
    const status = locale === "de" ? "draft" : "published";
    const written = documentId
      ? await documents.update({ documentId, locale, data, status })
      : await documents.create({ locale, data, status });
    documentId = written.documentId;
  }
}

async function addSettings(strapi, files) {
  await strapi.documents("api::site-setting.site-setting").create({
    data: {
      siteName: "Hearth & Compass",
      tagline: "A magazine for people who take the slow way",
      contactEmail: "hello@example.com",
      commentsOpen: false,
      articlesPerPage: 20,
      logo: files["cup-of-tea"].id,
      footerLinks: ["About", "Contact", "Subscribe", "Privacy"].map((label) => ({
        label,
        url: `https://example.com/${toSlug(label)}`,
        newTab: false,
      })),
    },
  });
}

/** Strapi relates two localized documents only within one locale. */
const featuredIn = (locale, articles) =>
  articles
    .filter(({ title, states }) => front.includes(title) && states[locale])
    .map(({ documentId }) => documentId);

const find = (articles, wanted) => articles.find(({ title }) => title === wanted)?.documentId;

module.exports = { addHomepage, addPages, addSettings };
