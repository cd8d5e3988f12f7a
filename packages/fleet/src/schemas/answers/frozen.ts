/** Deeply readonly, for senders and readers. */
export type Frozen<T> = string extends keyof T
  ? T
  : T extends number | string | boolean | null | undefined
    ? T
    : { readonly [K in keyof T]: Frozen<T[K]> };
