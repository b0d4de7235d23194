"use strict";

const departments = {
  Food: require("./food"),
  Travel: require("./travel"),
  Craft: require("./craft"),
  Science: require("./science"),
  Culture: require("./culture"),
  Nature: require("./nature"),
  Design: require("./design"),
};

/** Every subject once, with the department that it belongs to. */
module.exports = Object.entries(departments).flatMap(([category, subjects]) =>
  subjects.map((subject) => ({ ...subject, category })),
);
