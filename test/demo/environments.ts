import { ContentWriter } from "../support/contentWriter.ts";
import { plainList } from "../support/plainHttp.ts";
import type { Target } from "../support/plainHttp.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";

/** Two services whose content was equal once, as after the copy of a database, and that differ by now. */
export interface Environments {
  readonly staging: Service;
  readonly production: Service;
  readonly differences: Differences;
  stop(): Promise<void>;
}

/** The documentIds of what differs. Everything else is equal on both services. */
export interface Differences {
  /** Only in staging: an author, and a draft by this author. */
  readonly newAuthor: string;
  readonly newDraft: string;
  /** Only in staging: a published article. */
  readonly newArticle: string;
  /** Changed in staging: the summary of one article, and the cover of another, which is a new image. */
  readonly changedInStaging: string;
  readonly newCover: string;
  /** Changed in production: the kicker. */
  readonly changedInProduction: string;
  /** Changed in both, to different values: the summary. */
  readonly changedInBoth: string;
  /** Only in production: a published article. */
  readonly onlyInProduction: string;
}

/** Starts both services, each on a copy of the same database and uploads, and makes them differ. */
export async function startEnvironments(): Promise<Environments> {
  const services: Service[] = [];
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()));
  };
  const start = async (): Promise<Service> => {
    const service = await startService();
    services.push(service);
    return service;
  };
  try {
    const [staging, production] = [await start(), await start()];
    const differences = {
      ...(await changeStaging(staging)),
      ...(await changeProduction(production)),
    };
    return { staging, production, differences, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type InProduction = "changedInProduction" | "onlyInProduction";

async function changeStaging(staging: Service): Promise<Omit<Differences, InProduction>> {
  const writer = new ContentWriter(staging);
  const [category] = await plainList(staging, "categories?filters[slug][$eq]=travel");
  const newAuthor = await writer.make("authors?status=draft", {
    name: "Sunniva Aldridge",
    slug: "sunniva-aldridge",
    email: "sunniva@example.com",
    basedIn: "Stromness",
    bio: "Sunniva Aldridge repairs foghorns, and writes when the weather is clear.",
  });
  const newDraft = await writer.make("articles?locale=en&status=draft", {
    ...written("The Last Foghorn", "It can be heard in two countries. Neither has asked for it."),
    kicker: "At the coast",
    author: newAuthor,
    category: category?.documentId,
  });
  const newArticle = await writer.make(
    "articles?locale=en",
    written("A Bench for Every View", "Forty benches, forty names, and one that nobody sits on."),
  );
  const changedInStaging = await change(staging, "heavy-words", {
    summary: "A dictionary in twelve volumes, and the shelf that has to carry it.",
  });
  const picture = await writer.upload("kettle-on-ice.svg", "A kettle on a frozen lake");
  const newCover = await change(staging, "tea-in-winter", { cover: picture.id });
  const changedInBoth = await change(staging, "they-sleep-up-there", {
    summary: "Swifts sleep in the air. We asked how anyone found out.",
  });
  return { newAuthor, newDraft, newArticle, changedInStaging, newCover, changedInBoth };
}

async function changeProduction(production: Service): Promise<Pick<Differences, InProduction>> {
  const changedInProduction = await change(production, "hives-on-the-roof-of-the-opera", {
    kicker: "Above the stage",
  });
  await change(production, "they-sleep-up-there", {
    summary: "Swifts land once a year. The rest of the time they sleep up there.",
  });
  const onlyInProduction = await new ContentWriter(production).make(
    "articles?locale=en",
    written("Correction: The Winter Timetable", "The last ferry leaves at 18:40, not at 19:40."),
  );
  return { changedInProduction, onlyInProduction };
}

const written = (title: string, summary: string) => ({
  title,
  slug: title
    .toLowerCase()
    .replace(/[^a-z]+/g, "-")
    .replace(/-$/, ""),
  summary,
  body: `${summary}\n\nThe rest of this piece is still with its author.`,
});

/** Changes the draft of an article. Returns its documentId. */
async function change(service: Target, slug: string, data: object): Promise<string> {
  const articles = await plainList(
    service,
    `articles?status=draft&locale=en&filters[slug][$eq]=${slug}`,
  );
  const [article] = articles;
  if (!article) throw new Error(`The seed has no article ${slug}.`);
  const { documentId } = article;
  await new ContentWriter(service).change(`articles/${documentId}?locale=en&status=draft`, data);
  return documentId;
}
