declare const reason: unique symbol;

/** No value has this type. A compile error contains the reason. */
export interface Refused<Reason> {
  readonly [reason]: Reason;
}
