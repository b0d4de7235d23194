import type { Address } from "../../../src/model/foundation/address.ts";
import type { TreeFigures, Ways } from "../tree/inTree.ts";

/** What the window is told to do, one after the other. */
export type Step =
  | { readonly do: "connect"; readonly url: string; readonly token: string }
  | {
      readonly do: "open";
      readonly address: Address;
      /** Whether to say what of the time was ours: to look takes time, too. */
      readonly profiled?: true;
    }
  /** Until its text is there, whatever else is on its way. */
  | { readonly do: "show"; readonly address: Address }
  /** One character into the last value of this name in the document that is in front. */
  | { readonly do: "type"; readonly into: string }
  /** Ctrl+S, until the editor has what the service made of it. */
  | { readonly do: "save" }
  /** All that is measured of the tree. */
  | { readonly do: "tree"; readonly ways: Ways }
  /** Whatever is open, with its unsaved changes. */
  | { readonly do: "close" }
  /** The window goes. */
  | { readonly do: "end" };

/** How a step went in the extension host. */
export interface StepDone {
  /** The longest time for which its event loop stood still, in milliseconds. */
  readonly blockedMs: number;
  /** For how long code of the extension ran, in milliseconds, where it was asked for. */
  readonly ownMs?: number | undefined;
  /** The characters of the document that is in front. */
  readonly length: number;
  readonly tree?: TreeFigures | undefined;
  /** The id of the connection that was made. */
  readonly connection?: string | undefined;
}

/** What comes back of a step. The beginning and the end are told with nothing in it. */
export type StepAnswer = StepDone | { readonly error: string };
