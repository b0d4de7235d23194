import { isDeepStrictEqual } from "node:util";
import type * as vscode from "vscode";
import { CollectionState } from "./collectionState.ts";
import type { JsonObject } from "../model/foundation/json.ts";
import type { CollectionAddress } from "../model/foundation/address.ts";
import type { Titles } from "../model/content/listQuery.ts";

export interface RecentFilter {
  readonly filter: JsonObject;
  readonly titles?: Titles | undefined;
}

/** The number of filters stored for each collection. */
const most = 5;

export class RecentFilters extends CollectionState<readonly RecentFilter[]> {
  constructor(context: { readonly globalState: vscode.Memento }) {
    super(context, "cms.recentFilters");
  }

  of(place: CollectionAddress): readonly RecentFilter[] {
    return this.load(place) ?? [];
  }

  async note(place: CollectionAddress, recent: RecentFilter): Promise<void> {
    const others = this.of(place).filter((one) => !isDeepStrictEqual(one.filter, recent.filter));
    await this.save(place, [recent, ...others].slice(0, most));
  }
}
