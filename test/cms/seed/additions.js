"use strict";

/** What a project that builds on this one adds to the magazine; this one adds nothing. */
module.exports = { addAdditions: async () => {} };
