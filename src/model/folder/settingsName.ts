/** The file that makes a folder one for content. */
export const settingsName = "cms.json";
