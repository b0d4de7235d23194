import { addUserAttributes, copyChangedProject } from "../../../support/changedProject.ts";

type Attribute = Readonly<Record<string, unknown>>;

const to = (relation: string, target: string, more: object = {}): Attribute => ({
  type: "relation",
  relation,
  target: target.includes("::") ? target : `api::${target}.${target}`,
  ...more,
});
const quote = { type: "component", component: "sections.quote" };

/**
 * A copy of the magazine's project in which types with and without drafts, localized and not, have
 * each kind of relation to each other.
 */
export function copyRelatedProject(): string {
  const project = copyChangedProject({
    article: {
      coauthor: to("oneToOne", "author"),
      reviewers: to("manyToMany", "author"),
      patron: to("oneToOne", "author", { inversedBy: "patronOf" }),
      helpers: to("manyToMany", "author", { inversedBy: "helps" }),
      emblem: to("oneToOne", "category", { inversedBy: "emblemOf" }),
      fans: to("oneToMany", "author", { mappedBy: "fanOf" }),
      starOf: to("oneToOne", "category", { mappedBy: "star" }),
      subject: { type: "relation", relation: "morphToOne" },
      subjects: { type: "relation", relation: "morphToMany" },
    },
    author: {
      patronOf: to("oneToOne", "article", { mappedBy: "patron" }),
      homepagePatronOf: to("oneToOne", "homepage", { mappedBy: "patron" }),
      idolOf: to("oneToOne", "plugin::users-permissions.user", { mappedBy: "idol" }),
      helps: to("manyToMany", "article", { mappedBy: "helpers" }),
      leads: to("oneToMany", "category", { mappedBy: "lead" }),
      mascotOf: to("oneToOne", "category", { mappedBy: "mascot" }),
      mentor: to("manyToOne", "author", { inversedBy: "mentees" }),
      mentees: to("oneToMany", "author", { mappedBy: "mentor" }),
      rival: to("oneToOne", "author", { inversedBy: "rivalOf" }),
      rivalOf: to("oneToOne", "author", { mappedBy: "rival" }),
      friend: to("oneToOne", "author"),
      friends: to("manyToMany", "author"),
      favorite: to("oneToOne", "article"),
      fanOf: to("manyToOne", "article", { inversedBy: "fans" }),
      badge: to("oneToOne", "category", { inversedBy: "badgeOf" }),
    },
    category: {
      emblemOf: to("oneToOne", "article", { mappedBy: "emblem" }),
      badgeOf: to("oneToOne", "author", { mappedBy: "badge" }),
      head: to("manyToOne", "author"),
      lead: to("manyToOne", "author", { inversedBy: "leads" }),
      mascot: to("oneToOne", "author", { inversedBy: "mascotOf" }),
      pick: to("oneToOne", "article"),
      star: to("oneToOne", "article", { inversedBy: "starOf" }),
      quote,
    },
    homepage: { patron: to("oneToOne", "author", { inversedBy: "homepagePatronOf" }) },
    page: { quote },
  });
  addUserAttributes(project, { idol: to("oneToOne", "author", { inversedBy: "idolOf" }) });
  return project;
}
