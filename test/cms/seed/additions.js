"use strict";

/** A project that extends this one replaces this file to add its own documents. */
module.exports = { addAdditions: async () => {} };
