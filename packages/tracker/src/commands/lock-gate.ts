import type { Clock } from '@rastro/base';
import { isSet } from '@rastro/fleet';
import { engineActionOf } from '@rastro/protocols/engine';
import type { StoredPosition } from '@rastro/storage';
import type { Directory } from '../directory/directory.ts';
import type { CommandOrder } from '../messages/topics.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { commandSettings, type LockRule } from './command-settings.ts';

/** A speed is believed so long; what a vehicle did before may be over. */
const SPEED_FRESH_MS = 300_000;
/** Units report at once when the ignition comes on, so that its absence is valid for longer. */
const IGNITION_FRESH_MS = 3_600_000;
const KMH_PER_KNOT = 1.852;

interface LockGateDeps {
  readonly clock: Clock;
  readonly directory: Directory;
  readonly pipeline: Pipeline;
}
type Seen = Pick<StoredPosition, 'serverTime' | 'fixTime' | 'valid' | 'speed' | 'attributes'>;

/** Whether a vehicle may be locked now, and why not, as users read it in the life of the command. */
export type LockVerdict = 'stands' | 'moving' | 'settling' | 'unknown';

/**
 * Whether a vehicle is known to be stationary: slow, or with the ignition off, for as long as the rule says.
 * @param since Time it stopped, as far as it was watched; ms since 1970, null = not seen stationary.
 */
export function lockVerdict(
  last: Seen | null,
  { rule, since, now }: { readonly rule: LockRule; readonly since: number | null; readonly now: number },
): LockVerdict {
  const stands = isStopped(last, rule, now);
  if (stands === null) return 'unknown';
  if (!stands) return 'moving';
  return now - (since ?? now) >= rule.holdMs ? 'stands' : 'settling';
}

/** Null = too long ago, or without a fix: nobody knows. */
function isStopped(last: Seen | null, { belowKmh }: LockRule, now: number): boolean | null {
  if (last === null) return null;
  const ageMs = now - Math.min(last.serverTime, now);
  if (last.attributes['ignition'] === false && ageMs <= IGNITION_FRESH_MS) return true;
  const isFresh = ageMs <= SPEED_FRESH_MS && now - last.fixTime <= SPEED_FRESH_MS;
  if (!isFresh || !last.valid) return null;
  return last.speed * KMH_PER_KNOT < belowKmh;
}

/** Holds locks back until their vehicle is known to stand. */
export class LockGate {
  readonly #deps: LockGateDeps;
  /** Times since which vehicles that wait for a lock have been seen stationary. */
  readonly #since = new Map<number, number>();

  constructor(deps: LockGateDeps) {
    this.#deps = deps;
  }

  /** Why a command that locks has to wait for its vehicle to stand; null = it has not. */
  judge(
    order: Pick<CommandOrder, 'deviceId' | 'type' | 'attributes'>,
  ): Exclude<LockVerdict, 'stands'> | null {
    const { clock, directory, pipeline } = this.#deps;
    const { lock: rule } = commandSettings(directory.server.attributes);
    const { deviceId, attributes } = order;
    if (rule.mode === 'allow' || isSet(attributes, 'lockNow') || engineActionOf(order) !== 'lock')
      return null;
    const now = clock.now();
    const last = pipeline.newest(deviceId);
    const since =
      isStopped(last, rule, now) === true
        ? (this.#since.get(deviceId) ?? Math.min(last?.serverTime ?? now, now))
        : null;
    if (since === null) this.#since.delete(deviceId);
    else this.#since.set(deviceId, since);
    const verdict = lockVerdict(last, { rule, since, now });
    return verdict === 'stands' ? null : verdict;
  }
  /** Nothing waits for it any more. */
  forget(deviceId: number): void {
    this.#since.delete(deviceId);
  }
}
