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

/** All subjects, each with its category. */
module.exports = Object.entries(departments).flatMap(([category, subjects]) =>
  subjects.map((subject) => ({ ...subject, category })),
);
