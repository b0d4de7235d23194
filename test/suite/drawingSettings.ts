/** User settings with which VS Code draws less. No test of the suite checks the window itself. */
export const drawingSettings: Readonly<Record<string, unknown>> = {
  "breadcrumbs.enabled": false,
  "editor.bracketPairColorization.enabled": false,
  "editor.colorDecorators": false,
  "editor.cursorBlinking": "solid",
  "editor.guides.indentation": false,
  "editor.lightbulb.enabled": "off",
  "editor.minimap.enabled": false,
  "editor.occurrencesHighlight": "off",
  "editor.selectionHighlight": false,
  "editor.stickyScroll.enabled": false,
};
