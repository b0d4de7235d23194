"use strict";

/**
 * Editors and tokens with full access see all memos. Others don't see confidential memos, and get an error if they
 * request the informants.
 */
module.exports = ({ request, state }) => {
  if (maySeeAll(state)) return true;
  const { query } = request;
  if (JSON.stringify(query.populate ?? null).match(/informants|\*/)) return false;
  query.filters = { $and: [query.filters ?? {}, { confidential: { $eq: false } }] };
  return true;
};

const maySeeAll = ({ user, auth }) =>
  user ? user.role?.type === "editor" : auth?.credentials?.type === "full-access";
