declare const module: { exports: unknown };

/**
 * Values of objects, for qs. esbuild.mjs bundles this module in place of the package side-channel,
 * which also supports engines without Map and takes 35 KB.
 */
module.exports = (): Map<object, unknown> => new Map();
