"use strict";

const { randomUUID } = require("node:crypto");

/** Creates a uuid if the request has none, as plugins do that expect every request to contain all attributes. */
function addUuid({ params: { data } }) {
  data.uuid ||= randomUUID();
}

module.exports = { beforeCreate: addUuid, beforeUpdate: addUuid };
