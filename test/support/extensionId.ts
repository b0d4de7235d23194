import manifest from "../../package.json" with { type: "json" };

/** The ID of the extension: its publisher and its name. */
export const extensionId = `${manifest.publisher}.${manifest.name}`;
