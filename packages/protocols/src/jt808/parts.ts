/** Which part of a split message a frame carries, from 1. */
export interface Part {
  readonly total: number;
  readonly number: number;
}

interface SplitMessage {
  readonly id: number;
  readonly part: Part | null;
  readonly body: Uint8Array;
}

/** Parts of one split message received so far, in order. */
export interface HeldParts {
  readonly id: number;
  readonly total: number;
  readonly bodies: readonly Uint8Array[];
  readonly bytes: number;
}

/** A batch of a night; photos and films, which come in more, are not read. */
const MAX_BYTES = 64 * 1024;

/** Parts so far, and the whole body after the last one. */
interface Joined {
  readonly held: HeldParts | null;
  readonly body: Uint8Array | null;
}

const NOTHING: Joined = { held: null, body: null };

/** Adds a part. One that is not the next gives the message up: its sender repeats what was not answered. */
export function withPart(held: HeldParts | null, { id, part, body }: SplitMessage): Joined {
  if (part === null || part.number < 1 || part.number > part.total) return NOTHING;
  const before = part.number === 1 ? { id, total: part.total, bodies: [], bytes: 0 } : held;
  if (before?.id !== id || before.total !== part.total || before.bodies.length !== part.number - 1)
    return NOTHING;
  const bytes = before.bytes + body.length;
  if (bytes > MAX_BYTES) return NOTHING;
  const bodies = [...before.bodies, new Uint8Array(body)];
  if (part.number < part.total) return { held: { ...before, bodies, bytes }, body: null };
  return { held: null, body: new Uint8Array(Buffer.concat(bodies)) };
}
