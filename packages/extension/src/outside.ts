/** Answer of an external service, success or not. */
export interface OutsideAnswer {
  readonly status: number;
  readonly body: string;
}
/**
 * Asks a service outside. Handed in by the server, which knows where calls may go and how long they may take.
 * @returns null when there was no answer.
 */
export type AskOutside = (url: URL) => Promise<OutsideAnswer | null>;

/** The fields of a JSON answer that was a success; null = it was not, or it is something else. */
export function fieldsOf(answer: OutsideAnswer | null): Readonly<Record<string, unknown>> | null {
  if (answer === null || answer.status !== 200) return null;
  try {
    const value = JSON.parse(answer.body) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null; // E.g. the page of a proxy on the way.
  }
}

/** Some services write numbers as texts, and some a sentence where a number belongs. */
export function numberIn(value: unknown): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
