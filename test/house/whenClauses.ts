/** The values of VS Code's context keys. A key without a value is unset. */
export type ContextKeys = Readonly<Record<string, string | boolean | readonly string[]>>;

const tokens = /\s*(\/(?:\\.|\[[^\]]*\]|[^/\\[])+\/|&&|\|\||==|!=|=~|[!()]|'[^']*'|[^\s()!=&|]+)/y;

const operators = ["==", "!=", "=~", "in"];

/** Whether a `when` clause holds. Evaluates the operators that the manifest uses. */
export function holds(when: string, keys: ContextKeys): boolean {
  const tokensLeft = tokensOf(when);
  const next = (): string => {
    const token = tokensLeft.shift();
    if (token === undefined) throw new Error(`${when} ends too early.`);
    return token;
  };
  const takes = (token: string): boolean => tokensLeft[0] === token && next() === token;
  const either = (): boolean => {
    const values = [both()];
    while (takes("||")) values.push(both());
    return values.includes(true);
  };
  const both = (): boolean => {
    const values = [term()];
    while (takes("&&")) values.push(term());
    return !values.includes(false);
  };
  const term = (): boolean => {
    if (takes("!")) return !term();
    if (takes("(")) {
      const value = either();
      if (!takes(")")) throw new Error(`${when} lacks a parenthesis.`);
      return value;
    }
    const value = keys[next()];
    const operator = operators.find(takes);
    if (operator === undefined) return value !== undefined && value !== false;
    const operand = next().replaceAll("'", "");
    const text = typeof value === "string" ? value : "";
    if (operator === "=~") return new RegExp(operand.slice(1, -1)).test(text);
    const list = keys[operand];
    if (operator === "in") return Array.isArray(list) && list.includes(text);
    return (text === operand) === (operator === "==");
  };
  const value = either();
  if (tokensLeft.length > 0) throw new Error(`${when} has an odd ${tokensLeft.join(" ")}.`);
  return value;
}

/** The context keys that a `when` clause reads. */
export const keysIn = (when: string): readonly string[] => {
  const all = tokensOf(when);
  return all.filter((token, at) => {
    const isValue = ["==", "!=", "=~"].includes(all[at - 1] ?? "");
    return !isValue && /^[a-z]/i.test(token) && token !== "in" && token !== "false";
  });
};

function tokensOf(when: string): string[] {
  const texts: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < when.length) {
    const start = tokens.lastIndex;
    const [, token] = tokens.exec(when) ?? [];
    if (token === undefined) throw new Error(`${when} has an odd ${when.slice(start)}.`);
    texts.push(token);
  }
  return texts;
}
