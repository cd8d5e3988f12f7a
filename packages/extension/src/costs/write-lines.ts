import { isDeepStrictEqual } from 'node:util';
import { retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { CostContent, CostLine } from '@rastro/fleet/costs';
import { isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { nextNumbers } from '../next-numbers.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { openMonths } from './closed-months.ts';
import { costErrors, forMembers, type CostContext, type CostDeps } from './cost-deps.ts';
import {
  LINE_COUNTER,
  lineMadeFrom,
  lineOf,
  linePuts,
  lineRemovals,
  partRemovals,
  sourcePut,
} from './cost-store.ts';

export const makeLine = (deps: CostDeps): ExtensionHandler<'POST /costs'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, body: { requestId, ...content } }) => {
      const named = await namesOf(here, caller, content, null);
      if ('status' in named) return named;
      const { own: ownerId } = await here.companiesOf(caller);
      const createdTime = new Date(here.clock.now()).toISOString();
      const importKey = requestId === null ? '' : `request/${requestId}`;
      return retryOnConflict(async () => {
        const former = requestId === null ? null : await lineMadeFrom(here.storage, { ownerId, importKey });
        if (former !== null)
          return isSame(former, content) ? { status: 200, body: former } : costErrors.savedBefore();
        const months = await openMonths(here, ownerId, [content]);
        if (months === null) return costErrors.closed();
        const { first: id, put } = await nextNumbers(here.storage, { kind: LINE_COUNTER, count: 1 });
        const made = { ownerId, source: 'user', importKey, createdTime, receipts: [] } as const;
        const line: CostLine = { ...content, ...named, ...made, id, version: 0 };
        const source = requestId === null ? [] : [sourcePut(line)];
        await here.storage.commit({ put: [...linePuts(line), ...source, put, ...months] });
        return { status: 200, body: { ...line, version: 1 } };
      });
    }),
  );
/** Whether a line is what is written again, after an answer that was lost. */
const isSame = (line: CostLine, content: CostContent): boolean =>
  isDeepStrictEqual({ ...line, ...content }, line);

export const changeLine = (deps: CostDeps): ExtensionHandler<'PUT /costs/:id'> =>
  forMembers(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...content } }) => {
      const seen = await seenLine(here, caller, params.id);
      if (seen === null) return costErrors.unknown();
      const named = await namesOf(here, caller, content, seen);
      if ('status' in named) return named;
      return retryOnConflict(async () => {
        const before = await lineOf(here.storage, params.id);
        if (before === null) return costErrors.unknown();
        if (before.version !== version) return costErrors.changed();
        const months = await openMonths(here, before.ownerId, [before, content]);
        if (months === null) return costErrors.closed();
        const next = { ...before, ...content, ...named };
        await here.storage.commit({
          put: [...linePuts(next), ...months],
          remove: partRemovals(before, next),
        });
        return { status: 200, body: { ...next, version: version + 1 } };
      });
    }),
  );

export const removeLine = (deps: CostDeps): ExtensionHandler<'DELETE /costs/:id'> =>
  forMembers(
    withTrackingApi(deps, (here, { caller, params }) =>
      // Whoever removes it means it, whatever was changed meanwhile.
      retryOnConflict(async () => {
        const line = await seenLine(here, caller, params.id);
        if (line === null) return costErrors.unknown();
        const months = await openMonths(here, line.ownerId, [line]);
        if (months === null) return costErrors.closed();
        await here.storage.commit({ put: months, remove: lineRemovals(line) });
        return { status: 204, body: '' };
      }),
    ),
  );

/** A line that the caller sees. Null = there is none, or it is not theirs. */
export async function seenLine(here: CostContext, caller: User, id: number): Promise<CostLine | null> {
  const line = await lineOf(here.storage, id);
  return line && isInSight(await sightOf(here, caller), line) ? line : null;
}

type Named = Pick<CostLine, 'deviceName' | 'driverName'>;
/** Names of vehicle and driver as the caller sees them; those that stay as they were are not asked for again. */
async function namesOf(
  { trackingApi }: CostContext,
  caller: User,
  { deviceId, driverUniqueId }: Pick<CostContent, 'deviceId' | 'driverUniqueId'>,
  before: CostLine | null,
): Promise<ExtensionReply | Named> {
  const isSameDevice = before?.deviceId === deviceId;
  const device = isSameDevice ? null : await trackingApi.device(caller.id, deviceId, soon());
  if (!isSameDevice && device === null) return costErrors.noVehicle();
  const deviceName = device?.name ?? before?.deviceName ?? '';
  if (driverUniqueId === '') return { deviceName, driverName: '' };
  if (before?.driverUniqueId === driverUniqueId) return { deviceName, driverName: before.driverName };
  const driver = await trackingApi.driverCalled(caller, driverUniqueId, soon());
  return driver === null ? costErrors.noDriver() : { deviceName, driverName: driver.name };
}
