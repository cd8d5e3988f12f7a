/**
 * Reasons why an outside service did not accept a delivery. Callers branch on the code alone; `detail` is for the
 * delivery log and never holds a secret.
 * - `invalid_target`: this address will never take anything; forget it.
 * - `invalid_request`: our request is wrong; sending it again changes nothing.
 * - `unauthorized`: our own credentials or settings are rejected; the operator must act.
 * - `rate_limited`, `unavailable`: it may work later.
 */
export type DeliveryFailure =
  | { readonly code: 'invalid_target' | 'invalid_request' | 'unauthorized'; readonly detail: string }
  | {
      readonly code: 'rate_limited' | 'unavailable';
      readonly detail: string;
      /** Pause that the other side asks for; null = none given. */
      readonly afterMs: number | null;
    };

export const unavailable = (detail: string): DeliveryFailure => ({
  code: 'unavailable',
  detail,
  afterMs: null,
});
