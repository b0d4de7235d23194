import type { Page } from "playwright-core";
import { pseudoLocale } from "./pseudoLocale.ts";
import type { WorkbenchOptions } from "../window/workbench.ts";

/** The color preferences of the system that the page emulates, and the class that VS Code's window has then. */
interface Look {
  readonly media: Parameters<Page["emulateMedia"]>[0];
  readonly worn: string;
}

/** A window in which all scenes run once, and the looks in which each step is pictured. */
export interface Walkthrough {
  readonly looks: Readonly<Record<string, Look>>;
  readonly window: Pick<WorkbenchOptions, "width" | "height" | "scale" | "translation">;
  /** The width of the side bar in pixels. The default is VS Code's own. */
  readonly sideBar?: number;
}

const light: Look = { media: { colorScheme: "light", forcedColors: "none" }, worn: "vs" };
const dark: Look = { media: { colorScheme: "dark", forcedColors: "none" }, worn: "vs-dark" };
const highContrast: Look = {
  media: { colorScheme: "dark", forcedColors: "active" },
  worn: "hc-black",
};

export const walkthroughs: readonly Walkthrough[] = [
  { looks: { light, dark, "high-contrast": highContrast }, window: {} },
  // A window of half the size has as much room as one of 1400 × 900 pixels at 200 %.
  { looks: { "200-percent": light }, window: { width: 700, height: 450, scale: 2 } },
  { looks: { "pseudo-locale": light }, window: { translation: pseudoLocale } },
  { looks: { narrow: dark }, window: { width: 1000, height: 800 }, sideBar: 250 },
];
