const lone = "\ud800";

export function fail(): never {
  throw new Error("A caller's own code failed.");
}

function cycle(): object {
  const self: Record<string, unknown> = { list: [] };
  self["self"] = self;
  (self["list"] as unknown[]).push(self);
  return self;
}

function nest(depth: number): object {
  let inner: object = {};
  for (let at = 0; at < depth; at += 1) inner = at % 2 ? [inner] : { inner };
  return inner;
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const traps: ProxyHandler<object> = {
  get: fail,
  has: fail,
  ownKeys: fail,
  getOwnPropertyDescriptor: fail,
  getPrototypeOf: fail,
};

/** A placeholder for a property that throws when it is read. */
export const throwingGetter = Symbol("throwing getter");

/** Values that JavaScript accepts although the types forbid them. */
export const wildValues = {
  undefined: () => undefined,
  null: () => null,
  false: () => false,
  zero: () => 0,
  "an empty text": () => "",
  "a dot": () => ".",
  "two dots": () => "..",
  "a path": () => "../../admin?x=1#y",
  "half a character": () => lone,
  "half a character in a text": () => `tea${lone}tea`,
  "half a character as a key": () => ({ [lone]: lone }),
  lines: () => "tea\r\nauthorization: x\0",
  "a long text": () => "é".repeat(20_000),
  NaN: () => NaN,
  infinity: () => Infinity,
  "less than nothing": () => -1,
  "a BigInt": () => 1n,
  "a BigInt far inside": () => ({ a: [{ b: { $eq: 1n } }] }),
  "a symbol": () => Symbol("tea"),
  "a symbol inside": () => ({ a: [Symbol("tea")], [Symbol("key")]: 1 }),
  "a function": () => fail,
  "a function inside": () => ({ $eq: fail, list: [fail] }),
  "a class": () => Date,
  "a cycle": cycle,
  "a nest": () => nest(60),
  "a deep nest": () => nest(20_000),
  "a long list": () => Array.from({ length: 3_000 }, (_, at) => at),
  "a list with holes": () => new Array<unknown>(50),
  "a long list of holes": () => new Array<unknown>(20_000),
  "many keys": () => Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])),
  "a getter that throws": () => throwingGetter,
  "a getter inside that throws": () => ({
    $eq: 1,
    get title() {
      return fail();
    },
  }),
  "a proxy that throws": () => new Proxy({}, traps),
  "a list that is a proxy that throws": () => new Proxy([], traps),
  "a proxy that is revoked": revoked,
  "toJSON that throws": () => ({ toJSON: fail }),
  "toJSON that gives a cycle": () => ({ toJSON: cycle }),
  "toString that throws": () => ({ toString: fail, valueOf: fail, [Symbol.toPrimitive]: fail }),
  "a promise": () => Promise.resolve({ title: "Tea" }),
  "a then that throws": () => ({ then: fail }),
  "an object of no class": () => Object.create(null) as unknown,
  "keys of Object's own": () =>
    JSON.parse('{"__proto__":{"x":1},"constructor":{"prototype":1}}') as unknown,
  "a date that is none": () => new Date(NaN),
  "a map": () => new Map([[{}, 1]]),
  bytes: () => new Uint8Array(64),
  "a boxed text": () => Object("tea") as unknown,
  "a regular expression": () => /tea/g,
  "an error": () => new Error("tea"),
  "page and offset at once": () => ({ page: 1, start: 1, pageSize: 1, limit: 1 }),
  "nothing in a list": () => ({ $in: [], title: { $eq: undefined } }),
  "a list of more than 100": () => ({ title: { $in: Array.from({ length: 150 }, String) } }),
  "a signal that is none": () => ({ aborted: false, reason: 1 }),
  "a signal that throws": () => ({
    get aborted() {
      return fail();
    },
  }),
  "a signal whose listeners throw": () => ({ aborted: false, addEventListener: fail }),
} satisfies Record<string, () => unknown>;

export type WildName = keyof typeof wildValues;
