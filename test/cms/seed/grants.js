"use strict";

const { tokens, user, admin } = require("./access");
const { names, roles } = require("./people");
const { toSlug } = require("./words");

const collections = ["article", "author", "category", "page", "tag"];
const reading = ["find", "findOne"];
const writing = ["create", "update", "delete"];

const on = (types, actions) =>
  types.flatMap((type) => actions.map((action) => `api::${type}.${type}.${action}`));

const schemas = [
  "plugin::content-type-builder.content-types.getContentTypes",
  "plugin::content-type-builder.content-types.getContentType",
  "plugin::content-type-builder.components.getComponents",
  "plugin::content-type-builder.components.getComponent",
];
const locales = "plugin::i18n.locales.listLocales";
const self = ["plugin::users-permissions.user.me", "plugin::users-permissions.auth.changePassword"];
const people = ["user.find", "user.findOne", "user.count", "role.find", "role.findOne"].map(
  (action) => `plugin::users-permissions.${action}`,
);
const files = ["plugin::upload.content-api.find", "plugin::upload.content-api.findOne"];
const singles = ["homepage", "site-setting"];

const permissions = {
  Editor: [
    ...on(collections, [...reading, ...writing]),
    ...on(singles, ["find", "update", "delete"]),
    ...[...schemas, locales, ...people, ...files],
  ],
  Contributor: [
    ...on(collections, reading),
    ...on(["article"], ["create", "update"]),
    ...[...schemas, locales, ...files],
  ],
  Reader: [...on(["article", "category", "tag"], reading), ...on(["homepage"], ["find"])],
  Authenticated: on(["category"], reading),
};

async function grantAccess(strapi) {
  const service = strapi.service("admin::api-token");
  const grant = async (name, description, type, key, actions = []) => {
    const { id } = await strapi.db.query("admin::api-token").create({
      data: {
        name,
        description,
        type,
        kind: "content-api",
        accessKey: service.hash(key),
        lifespan: null,
        expiresAt: null,
      },
    });
    for (const action of actions) {
      await strapi.db.query("admin::api-token-permission").create({ data: { action, token: id } });
    }
  };
  await grant("Full access", "May do everything.", "full-access", tokens.full);
  await grant("Read only", "May find, and nothing else.", "read-only", tokens.readOnly);
  await grant("Website", "What the public site reads.", "custom", tokens.custom, [
    ...on(["article", "category", "tag"], reading),
    ...[...schemas, locales],
  ]);

  const superAdmin = await strapi.service("admin::role").getSuperAdmin();
  await strapi.service("admin::user").create({
    ...admin,
    firstname: "Harriet",
    lastname: "Penhallow",
    registrationToken: null,
    isActive: true,
    roles: [superAdmin.id],
  });
}

async function addLocales(strapi) {
  const service = strapi.plugin("i18n").service("locales");
  await service.create({ code: "fr", name: "French (fr)" });
  await service.create({ code: "de", name: "German (de)" });
}

/** Creates forty users in four roles, and returns them in the order of `names`. */
async function addUsers(strapi) {
  const everyone = roles.flatMap((role) => Array.from({ length: role.people }, () => role.name));
  const ids = {};
  for (const { name, description } of roles) ids[name] = await addRole(strapi, name, description);

  const service = strapi.plugin("users-permissions").service("user");
  const users = [];
  for (const [index, name] of names.entries()) {
    const username = toSlug(name).replaceAll("-", ".");
    users.push(
      await service.add({
        username,
        email: `${username}@example.${index % 3 === 2 ? "org" : "com"}`,
        ...(username === user.identifier ? { password: user.password } : {}),
        provider: "local",
        confirmed: index % 9 !== 7,
        blocked: index % 13 === 11,
        role: ids[everyone[index]],
      }),
    );
  }
  // The other users share one password, because each hash takes a tenth of a second.
  const shared = await service.ensureHashedPasswords({ password: "Unknown-to-anyone" });
  await strapi.db
    .query("plugin::users-permissions.user")
    .updateMany({ where: { password: { $null: true } }, data: shared });
  return users;
}

async function addRole(strapi, name, description) {
  const type = name.toLowerCase();
  const query = strapi.db.query("plugin::users-permissions.role");
  const found = await query.findOne({ where: { type } });
  const { id } = found ?? (await query.create({ data: { name, description, type } }));
  const grants = strapi.db.query("plugin::users-permissions.permission");
  for (const action of new Set([...self, ...permissions[name]])) {
    const where = { action, role: id };
    if (!(await grants.findOne({ where }))) await grants.create({ data: where });
  }
  return id;
}

module.exports = { addLocales, addUsers, grantAccess };
