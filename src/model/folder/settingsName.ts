/** The file that makes a folder one for content. Alone here, because the start of VS Code needs no more. */
export const settingsName = "cms.json";
