import type { ExpressionTry } from '@rastro/fleet';
import { toText, type Value } from '@rastro/fleet/expressions';
import type { Storage, StoredPosition } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { ReferenceData } from '../pipeline/reference-data.ts';
import { evaluateAttribute } from '../computed/computed-attributes.ts';
import type { DeviceEntity } from '../directory/directory.ts';

interface Deps {
  readonly restrictions: Restrictions;
  readonly live: CommittedStates;
  readonly around: ReferenceData;
  readonly storage: Pick<Storage, 'history'>;
}

/** So far back from the newest position, and so many of them. */
const TRIED_MS = 3_600_000;
const MAX_READ = 4000;
const MAX_TESTED = 20;

/**
 * Evaluates an expression for positions of a device, without storing it.
 * @source docs/reference/tracking-api.md §3.14; `tries` is our own
 */
export const computedTestRoutes = ({ restrictions, live, around, storage }: Deps) => {
  const newest = (deviceId: number): StoredPosition => {
    const { position } = live.committed(deviceId);
    if (!position) throw appError.badInput('deviceId: the device has no position');
    return position;
  };
  /** @param last The position before, as the pipeline would see it. */
  const evaluate = (
    expression: string,
    device: DeviceEntity,
    place: StoredPosition,
    last: StoredPosition,
  ) => {
    const { computedDeviceAttributes, computedLastAttributes } = around.optionsOf(device);
    return evaluateAttribute(expression, place, {
      device,
      last,
      deviceAttributes: computedDeviceAttributes,
      lastAttributes: computedLastAttributes,
    });
  };
  return handlers({
    'POST /attributes/computed/test': ({ caller, query, body }, reply) => {
      restrictions.requireComputed(caller, 'edit');
      const device = restrictions.device(caller, query.deviceId);
      const position = newest(device.id);
      const result = evaluate(body.expression, device, position, position);
      if (!result.ok) throw appError.badInput(`expression: ${result.error}`);
      const { value } = result;
      if (value === null) return reply.code(204).send();
      if (typeof value === 'number' || typeof value === 'boolean') {
        return reply.type('application/json').send(JSON.stringify(value));
      }
      return reply.type('text/plain').send(toText(value));
    },
    'POST /attributes/computed/tries': async ({ caller, query, body }) => {
      restrictions.requireComputed(caller, 'edit');
      const device = restrictions.device(caller, query.deviceId);
      const to = newest(device.id).fixTime;
      const positions: StoredPosition[] = [];
      let read = 0;
      for await (const page of storage.history({
        deviceId: device.id,
        from: to - TRIED_MS,
        to,
        pageSize: 500,
      })) {
        // One more than is returned: the first one returned also needs its predecessor.
        positions.push(...page);
        positions.splice(0, positions.length - MAX_TESTED - 1);
        if ((read += page.length) >= MAX_READ) break;
      }
      const results = positions.map((place, i) =>
        tried(place, evaluate(body.expression, device, place, positions[i - 1] ?? place)),
      );
      return results.slice(-MAX_TESTED).toReversed();
    },
  });
};

function tried({ id, fixTime }: StoredPosition, result: ReturnType<typeof evaluateAttribute>): ExpressionTry {
  const of = { positionId: id, fixTime: new Date(fixTime).toISOString() };
  return result.ok
    ? { ...of, value: plain(result.value), error: null }
    : { ...of, value: null, error: result.error };
}

const plain = (value: Value): ExpressionTry['value'] =>
  value === null || typeof value === 'number' || typeof value === 'boolean' ? value : toText(value);
