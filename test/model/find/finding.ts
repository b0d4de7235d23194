import { findContent } from "../../../src/model/find/typeSearch.ts";
import type { SearchResults } from "../../../src/model/find/typeSearch.ts";
import type { SearchHit } from "../../../src/model/find/searchHits.ts";
import type { TestModel } from "../testModel.ts";
import { must } from "../outcomes.ts";

/** All results for a text on the model's connection. */
export const find = async (
  model: TestModel,
  text: string,
  inZones = false,
): Promise<SearchResults> =>
  must(
    await findContent(model, {
      connection: model.connections.get(model.connection.id)!,
      text,
      inZones,
      signal: new AbortController().signal,
      show: () => undefined,
    }),
  );

/** The hits as lines: type, locale, title, status, field. */
export const reported = ({ groups }: SearchResults): string[] =>
  groups.flatMap(({ hits }) =>
    hits.map(({ address, title, state, where }: SearchHit) =>
      [address.type, address.locale, title, state, where && `${where.field}: ${where.snippet}`]
        .filter(Boolean)
        .join(" | "),
    ),
  );
