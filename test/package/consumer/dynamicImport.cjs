"use strict";
const use = require("./use.cjs");

void import("cms-content").then(use);
