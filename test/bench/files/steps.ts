import type { Address } from "../../../src/model/foundation/address.ts";
import type { TreeFigures, Ways } from "../tree/inTree.ts";

/** The actions that the window takes, one after the other. */
export type Step =
  | { readonly do: "connect"; readonly url: string; readonly token: string }
  | {
      readonly do: "open";
      readonly address: Address;
      /** Whether to measure the time of the extension's code. The profiler slows the step down. */
      readonly profiled?: true;
    }
  /** Waits only until the text appears, not for requests in progress. */
  | { readonly do: "show"; readonly address: Address }
  /** Types a character into the last value of this name in the active editor. */
  | { readonly do: "type"; readonly into: string }
  /** Saves, and waits until nothing is unsaved and all requests have passed. */
  | { readonly do: "save" }
  /** Measures everything about the tree. */
  | { readonly do: "tree"; readonly urls: Ways }
  /** Closes all editors and discards unsaved changes. */
  | { readonly do: "close" }
  /** Closes the window. */
  | { readonly do: "end" };

/** The result of a step in the extension host. */
export interface StepDone {
  /** The longest time for which the event loop was blocked, in milliseconds. */
  readonly blockedMs: number;
  /** How long code of the extension ran, in milliseconds. Only for profiled steps. */
  readonly ownMs?: number | undefined;
  /** The length of the active editor's text, in characters. */
  readonly length: number;
  readonly tree?: TreeFigures | undefined;
  /** The id of the connection that the step created. */
  readonly connection?: string | undefined;
}

/** The answer to a step. The window also sends an empty answer when it opens and when it closes. */
export type StepAnswer = StepDone | { readonly error: string };
