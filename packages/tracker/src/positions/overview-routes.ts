import { Readable } from 'node:stream';
import type { Clock } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import { isShared } from '@rastro/fleet';
import { OVERVIEW_TYPE, OverviewWriter, type OverviewVehicle } from '@rastro/fleet/overview';
import type { StoredPosition } from '@rastro/storage';
import type { Visibility } from '../access/visibility.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import type { DeviceEntity, Directory } from '../directory/directory.ts';
import { handlers } from '../http/bind.ts';
import { latestFrom } from '../live/latest-positions.ts';

interface Deps {
  readonly directory: Directory;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  readonly clock: Clock;
}
/** Vehicles looked at before the event loop may turn: about 2 ms of work. */
const SLICE = 2_000;

/** The fleet in one small answer, in the order of `GET /devices`: a map shows it before the details come. */
export function overviewRoutes(deps: Deps) {
  return handlers({
    'GET /positions/overview': async ({ caller: { user } }, reply) => {
      const { directory, visibility, live, clock } = deps;
      const rowOf = overviewOf(directory.brand, isShared(user));
      const visible = visibility.visibleDeviceIds(user.id);
      const oldest = latestFrom(clock);
      const writer = new OverviewWriter(visible.size);
      let seen = 0;
      for (const device of directory.devices.inOrder()) {
        if (++seen % SLICE === 0) await nextTurn();
        if (!visible.has(device.id)) continue;
        const { status, position } = live.committed(device.id);
        const isNew = position !== null && position.fixTime >= oldest;
        writer.add(rowOf(device, status, isNew ? position : null));
      }
      return reply.type(OVERVIEW_TYPE).send(Readable.from([writer.end()], { objectMode: false }));
    },
  });
}

/** @param isGuest A guest is not told of alarms (`serializers/guest-serializers.ts`). */
function overviewOf(brand: string, isGuest: boolean) {
  const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return (
    { id, category, attributes }: DeviceEntity,
    status: OverviewVehicle['status'],
    position: StoredPosition | null,
  ): OverviewVehicle => ({
    id,
    status,
    style: {
      category,
      color: textOf(attributes[`${brand}.color`]),
      extraColor: textOf(attributes[`${brand}.color_extra`]),
    },
    place: position,
    isMoving: position?.attributes['motion'] === true,
    hasAlarm: !isGuest && typeof position?.attributes['alarm'] === 'string',
  });
}
