import { HtmlRenderer, Parser, type Node } from "commonmark";
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from "parse5";

/**
 * A text as the renderer of the specification renders it, and a browser reads it. That renderer
 * writes tags of HTML in the alternative text of an image, so they are removed.
 */
function render(text: string): Tree.ParentNode {
  const document = new Parser().parse(text);
  const tagsInImages: Node[] = [];
  const walker = document.walker();
  let imageDepth = 0;
  for (let event = walker.next(); event; event = walker.next()) {
    if (event.node.type === "image") imageDepth += event.entering ? 1 : -1;
    if (event.node.type === "html_inline" && imageDepth > 0) tagsInImages.push(event.node);
  }
  for (const tag of tagsInImages) tag.unlink();
  return parseFragment(new HtmlRenderer().render(document));
}

const elementsIn = (parent: Tree.ParentNode): Tree.Element[] =>
  parent.childNodes.flatMap((node) => ("tagName" in node ? [node, ...elementsIn(node)] : []));

/** Characters that one renderer encodes and another does not. */
export const plainTarget = (url: string): string => decodeURIComponent(url);

/** The targets of links and pictures that a reader of a text sees, each once. */
export const renderedTargets = (text: string): string[] => {
  const targets = elementsIn(render(text)).flatMap(({ attrs }) => attrs.flatMap(targetsOf));
  return [...new Set(targets)].filter((target) => target !== "").sort();
};

const targetsOf = ({ name, value }: Tree.Element["attrs"][number]): string[] => {
  if (name === "srcset")
    return value.split(", ").map((part) => plainTarget(part.split(" ")[0] ?? ""));
  return /^(href|src|poster)$/.test(name) ? [plainTarget(value)] : [];
};

/**
 * The HTML of a text in which one target is replaced. Leaves out the text of a link that is its
 * target, and the text of fields, where HTML is no link.
 */
export function renderWith(text: string, oldTarget: string, newTarget: string): string {
  const root = render(text);
  for (const { attrs, childNodes, nodeName } of elementsIn(root)) {
    if (nodeName === "textarea") childNodes.length = 0;
    for (const attribute of attrs.filter((candidate) => targetsOf(candidate).length > 0)) {
      const [child] = childNodes;
      const isOwnText =
        child &&
        "value" in child &&
        plainTarget(attribute.value).endsWith(plainTarget(child.value));
      if (isOwnText) child.value = "";
      attribute.value = attribute.value
        .split(", ")
        .map((part) => part.split(" ").map(plainTarget))
        .map(([target = "", ...more]) =>
          [target === oldTarget ? newTarget : target, ...more].join(" "),
        )
        .join(", ");
    }
  }
  return serialize(root);
}
