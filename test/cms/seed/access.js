"use strict";

// The credentials of the demo service. They are public on purpose, because its content is fictional.
module.exports = {
  tokens: {
    full: "demo-token-with-full-access",
    readOnly: "demo-token-that-may-only-read",
    custom: "demo-token-with-a-few-permissions",
  },
  user: { identifier: "nora.whitlock", password: "Kettle-and-Compass-1" },
  admin: { email: "admin@example.com", password: "Kettle-and-Compass-1" },
};
