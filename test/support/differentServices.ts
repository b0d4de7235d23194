import type { Sides } from "../../src/model/compare/documentPairs.ts";
import { plainList } from "./plainHttp.ts";
import type { Target } from "./plainHttp.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";
import { plainChange, plainMake, plainMakeDraft, plainUploadImage } from "./plainWrites.ts";

/** Two services whose content was equal once, as after the copy of a database, and that differ by now. */
export interface DifferentServices extends Sides<Service> {
  readonly differences: Differences;
  stop(): Promise<void>;
}

/** The documentIds of what differs. Everything else is equal on both services. */
export interface Differences {
  /** Only in the source: an author, and a draft by this author. */
  readonly newAuthor: string;
  readonly newDraft: string;
  /** Only in the source: a published article. */
  readonly newArticle: string;
  /** Changed in the source: the summary of one article, and the cover of another, which is a new image. */
  readonly changedInSource: string;
  readonly newCover: string;
  /** Changed in the target: the kicker. */
  readonly changedInTarget: string;
  /** Changed in both, to different values: the summary. */
  readonly changedInBoth: string;
  /** Only in the target: a published article. */
  readonly onlyInTarget: string;
}

/** Starts both services, each on a copy of the same database and uploads, and makes them differ. */
export async function startDifferentServices(): Promise<DifferentServices> {
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
    const [from, to] = [await start(), await start()];
    const differences = {
      ...(await changeSource(from)),
      ...(await changeTarget(to)),
    };
    return { from, to, differences, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type InTarget = "changedInTarget" | "onlyInTarget";

async function changeSource(from: Service): Promise<Omit<Differences, InTarget>> {
  const [category] = await plainList(from, "categories?filters[slug][$eq]=travel");
  const newAuthor = await plainMakeDraft(from, "authors", {
    name: "Sunniva Aldridge",
    slug: "sunniva-aldridge",
    email: "sunniva@example.com",
    basedIn: "Stromness",
    bio: "Sunniva Aldridge repairs foghorns, and writes when the weather is clear.",
  });
  const newDraft = await plainMake(from, "articles?locale=en&status=draft", {
    ...written("The Last Foghorn", "It can be heard in two countries. Neither has asked for it."),
    kicker: "At the coast",
    author: newAuthor,
    category: category?.documentId,
  });
  const newArticle = await plainMake(
    from,
    "articles?locale=en",
    written("A Bench for Every View", "Forty benches, forty names, and one that nobody sits on."),
  );
  const changedInSource = await change(from, "heavy-words", {
    summary: "A dictionary in twelve volumes, and the shelf that has to carry it.",
  });
  const picture = await plainUploadImage(from, "kettle-on-ice.svg", "A kettle on a frozen lake");
  const newCover = await change(from, "tea-in-winter", { cover: picture.id });
  const changedInBoth = await change(from, "they-sleep-up-there", {
    summary: "Swifts sleep in the air. We asked how anyone found out.",
  });
  return { newAuthor, newDraft, newArticle, changedInSource, newCover, changedInBoth };
}

async function changeTarget(to: Service): Promise<Pick<Differences, InTarget>> {
  const changedInTarget = await change(to, "hives-on-the-roof-of-the-opera", {
    kicker: "Above the stage",
  });
  await change(to, "they-sleep-up-there", {
    summary: "Swifts land once a year. The rest of the time they sleep up there.",
  });
  const onlyInTarget = await plainMake(
    to,
    "articles?locale=en",
    written("Correction: The Winter Timetable", "The last ferry leaves at 18:40, not at 19:40."),
  );
  return { changedInTarget, onlyInTarget };
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
  await plainChange(service, `articles/${documentId}?locale=en&status=draft`, data);
  return documentId;
}
