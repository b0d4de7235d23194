"use strict";
const use = require("./use.cjs");

void use(require("cms-content"));
