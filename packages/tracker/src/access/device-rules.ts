import { isDeepStrictEqual } from 'node:util';
import { hiddenDevice, isHiddenDevice } from '@rastro/fleet';
import type { DeviceBody, Draft } from '@rastro/fleet/schemas';
import { appError } from '../errors/app-error.ts';
import type { DeviceEntity } from '../directory/directory.ts';
import type { Caller } from './caller.ts';
import type { Restrictions } from './restrictions.ts';

interface Change {
  /** Null = a new device. */
  readonly before: DeviceEntity | null;
  readonly after: Draft<DeviceBody>;
}

/** Identifiers of hidden devices are made by hiding a device, and by nothing else. @throws AppError */
export function checkIdentifier({ before, after }: Change): void {
  if (!isHiddenDevice(after)) return;
  const isHiding = before !== null && after.disabled && after.uniqueId === hiddenDevice(before).uniqueId;
  if (!isHiding) throw appError.badInput('uniqueId: is kept for deleted devices');
}

/**
 * A device that a user stopped (disabled, or gave an end) is resumed by that user or by one above. A user above who
 * stops a stopped device, and writes nothing else, takes the stop over.
 * @returns the user who has stopped it now; undefined = nobody.
 * @throws AppError when the change resumes it and may not.
 */
export function stoppedBy(
  restrictions: Restrictions,
  { user }: Caller,
  { before, after }: Change,
): number | undefined {
  const stopper = before?.stoppedBy;
  const isAbove =
    user.administrator ||
    stopper === user.id ||
    (stopper !== undefined && restrictions.manages(user.id, stopper));
  if (before !== null && goesOn(before, after) && !isAbove) throw appError.stoppedAbove();
  if (!isStopped(after)) return undefined;
  const isTheirs =
    before === null ||
    !isStopped(before) ||
    (isAbove && (!isSame(before, after) || isUnchanged(before, after)));
  return isTheirs ? user.id : stopper;
}

type Stops = Pick<DeviceBody, 'disabled' | 'expirationTime'>;
const endOf = ({ expirationTime }: Stops): number =>
  expirationTime === null ? Infinity : Date.parse(expirationTime);
const isStopped = (device: Stops): boolean => device.disabled || device.expirationTime !== null;
const isSame = (a: Stops, b: Stops): boolean => a.disabled === b.disabled && endOf(a) === endOf(b);
const goesOn = (before: Stops, after: Stops): boolean =>
  (before.disabled && !after.disabled) || endOf(after) > endOf(before);
/** A write without changes: it can only mean the stop. */
const isUnchanged = (
  { stoppedBy: _by, rejectedId: _id, ...before }: DeviceEntity,
  after: Draft<DeviceBody>,
): boolean => isDeepStrictEqual(before, { id: before.id, ...after });
