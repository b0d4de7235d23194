"use strict";

// Creates the categories, authors and tags of the articles.

const people = require("./people");
const subjects = require("./subjects");
const elsewhere = require("./translations/elsewhere");
const { toSlug } = require("./words");

const categories = {
  Food: "What we eat, who makes it, and how to make it at home.",
  Travel: "The slow way there, and what one sees from it.",
  Craft: "Things made by hand by people who know how.",
  Science: "How we found out, told by those who measured.",
  Culture: "Books, music, pictures, and the rooms they need.",
  Nature: "Everything that manages without us, and how it is doing.",
  Design: "The shape of ordinary things.",
};

const colours = [
  "#b5541c",
  "#2f6f73",
  "#8a6d1f",
  "#5b4a8a",
  "#3f7d4e",
  "#a33b52",
  "#2b5cab",
  "#6b6b6b",
];

async function addCategories(strapi) {
  const ids = {};
  for (const [index, [name, description]] of Object.entries(categories).entries()) {
    const data = { name, slug: toSlug(name), description, position: index + 1 };
    ids[name] = (await strapi.documents("api::category.category").create({ data })).documentId;
  }
  return ids;
}

/** Returns the documentIds of the published tags by slug. Two more tags are drafts. */
async function addTags(strapi) {
  const names = [...new Set([...subjects, ...elsewhere].flatMap(({ tags }) => tags))].sort();
  const ids = {};
  for (const [index, name] of names.entries()) {
    const data = { name, slug: toSlug(name), color: colours[index % colours.length] };
    ids[data.slug] = (
      await strapi.documents("api::tag.tag").create({ data, status: "published" })
    ).documentId;
  }
  for (const name of ["Allotments", "Thrift"]) {
    await strapi
      .documents("api::tag.tag")
      .create({ data: { name, slug: toSlug(name), color: "#6b6b6b" } });
  }
  return ids;
}

/** The last author is a draft, and one author has a modified biography. */
async function addAuthors(strapi, { users, files }) {
  const documents = strapi.documents("api::author.author");
  const portraits = Object.values(files);
  const written = [];
  for (const [index, [name, basedIn, fields, bio]] of people.authors.entries()) {
    const slug = toSlug(name);
    const data = {
      name,
      slug,
      email: `${slug.replaceAll("-", ".")}@example.com`,
      basedIn,
      bio,
      portrait: portraits[index % portraits.length].id,
      links: [{ label: "All articles", url: `https://example.com/authors/${slug}`, newTab: false }],
      account: users[4 + index].id,
    };
    const { documentId } = await documents.create({ data, status: "published" });
    if (index === 4)
      await documents.update({ documentId, data: { bio: `${bio} Her second is about handles.` } });
    written.push({ documentId, name, fields });
  }
  await documents.create({
    data: {
      name: "Bartholomew Quill",
      slug: "bartholomew-quill",
      basedIn: "Lewes",
      bio: "Bartholomew Quill joins us in spring.",
    },
  });
  return written;
}

module.exports = { addAuthors, addCategories, addTags };
