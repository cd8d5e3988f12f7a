import { z } from 'zod';
import type { Device } from '../../entities/device.ts';
import type { Group } from '../../entities/group.ts';
import { accumulatorsBody } from '../../schemas/accumulators.ts';
import { assignBody } from '../../schemas/assign.ts';
import { deviceBody } from '../../schemas/device.ts';
import { groupBody } from '../../schemas/group.ts';
import { moveBody } from '../../schemas/move.ts';
import { trafficBody } from '../../schemas/traffic.ts';
import { crud, NONE_FOR_GUESTS } from '../crud.ts';
import { didInPath, moved, removed, setTotals, type AuditRule } from '../audit-rules.ts';
import { deviceList, simpleList } from '../lists.ts';
import { count } from '../query-fields.ts';
import { defineRoutes, file, listOf, one } from '../route.ts';

const area = 'devices';

const readTraffic = didInPath('readTraffic', 'device');
const readFirstPage: AuditRule = (call) => (Number(call.query['after'] ?? 0) > 0 ? [] : readTraffic(call));

/**
 * Seeing one's vehicles live needs no right but a link, because guests and drivers do it too.
 * @source docs/reference/tracking-api.md §3.5
 */
export const DEVICE_ROUTES = defineRoutes({
  ...crud<Device>()('devices', {
    area,
    entity: 'Device',
    name: 'device',
    kind: 'device',
    rights: { view: 'session', create: 'devices.create', edit: 'devices.edit', delete: 'devices.delete' },
    body: deviceBody,
    list: deviceList,
  }),
  'PUT /devices/:id/accumulators': {
    area,
    summary: 'Sets total distance and engine hours of a device',
    access: 'devices.edit',
    body: accumulatorsBody.meta({ title: 'Accumulators' }),
    audit: setTotals,
  },
  'POST /devices/:id/image': {
    area,
    summary: 'The picture of a device, made anew as WebP; answers the file name',
    access: 'devices.edit',
    upload: 'image/*',
    answer: file('text/plain'),
    audit: didInPath('edit', 'device'),
  },
  'GET /devices/:id/image': {
    feature: 'deviceImages',
    area,
    summary: 'The picture of a device, also for a guest, who is not told its identifier (own)',
    access: 'session',
    answer: file('image/*'),
    errors: [404],
  },
  'DELETE /devices/:id/image': {
    feature: 'deviceImages',
    area,
    summary: 'Removes the picture of a device, if it has one',
    access: 'devices.edit',
    audit: didInPath('edit', 'device'),
  },
  'GET /media/:uniqueId/:file': {
    area,
    summary: 'A picture or file of a device',
    access: 'session',
    answer: file('image/*'),
  },
  'POST /devices/:id/move': {
    feature: 'customers',
    area,
    summary: 'Moves a device with its history to another customer; former ones see it no longer (own)',
    access: 'users.edit',
    body: moveBody,
    audit: moved('device'),
  },
  'GET /devices/unassigned': {
    feature: 'unknownDevices',
    area,
    summary: 'Trackers that nobody sees: those that registered themselves; administrators (own)',
    access: 'administrator',
    answer: listOf('UnassignedDevice'),
  },
  'POST /devices/:id/assign': {
    feature: 'unknownDevices',
    area,
    summary: 'Gives an unassigned tracker to a user, with the name and plate of its vehicle (own)',
    access: 'administrator',
    body: assignBody,
    answer: one('Device'),
    errors: [409],
    audit: moved('device'),
  },
  'POST /devices/:id/reject': {
    feature: 'unknownDevices',
    area,
    summary: 'Deletes an unassigned tracker, which then does not register itself again (own)',
    access: 'administrator',
    errors: [409],
    audit: removed('device'),
  },
  'POST /devices/:id/traffic': {
    feature: 'traffic',
    area,
    summary: 'Records the traffic of a device for a while; administrators (own)',
    access: 'administrator',
    body: trafficBody.meta({ title: 'TrafficRequest' }),
    answer: one('Traffic'),
    audit: didInPath('record', 'device'),
  },
  'GET /devices/:id/traffic': {
    feature: 'traffic',
    area,
    summary: 'What was recorded, raw and decoded (own)',
    access: 'administrator',
    query: z.object({ after: count('Only messages after this number') }),
    answer: one('Traffic'),
    // The page polls every second for new messages: only the first request counts.
    audit: readFirstPage,
  },
  'DELETE /devices/:id/traffic': {
    feature: 'traffic',
    area,
    summary: 'Ends the recording (own)',
    access: 'administrator',
    audit: didInPath('stopRecording', 'device'),
  },
  'GET /devices/:id/connection': {
    feature: 'diagnosis',
    area,
    summary: 'Where the tracker of a device is to send, and what came there instead of it (own)',
    access: 'devices.create',
    answer: one('DeviceConnection'),
  },
  'GET /devices/:id/diagnosis': {
    feature: 'diagnosis',
    area,
    summary: 'Why a device is not heard: a verdict and what speaks for it (own)',
    access: 'devices.view',
    answer: one('Diagnosis'),
  },
});

/** @source docs/reference/tracking-api.md §3.6 */
export const GROUP_ROUTES = defineRoutes({
  ...crud<Group>()('groups', {
    area: 'groups',
    entity: 'Group',
    name: 'group',
    kind: 'group',
    rights: { view: 'groups.view', create: 'groups.create', edit: 'groups.edit', delete: 'groups.delete' },
    body: groupBody,
    list: simpleList,
    first: { list: NONE_FOR_GUESTS },
  }),
});
