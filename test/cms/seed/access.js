"use strict";

// Who may come in, and with what. The service guards nothing, so these stand here in the open.
module.exports = {
  tokens: {
    full: "demo-token-with-full-access",
    readOnly: "demo-token-that-may-only-read",
    custom: "demo-token-with-a-few-permissions",
  },
  user: { identifier: "nora.whitlock", password: "Kettle-and-Compass-1" },
  admin: { email: "admin@example.com", password: "Kettle-and-Compass-1" },
};
