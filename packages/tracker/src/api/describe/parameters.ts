import type { Parameter } from './route-description.ts';

const parameter = (
  name: string,
  type: Parameter['type'],
  what: string,
  more: Pick<Parameter, 'repeatable' | 'required'> = {},
): Parameter => ({ name, type, what, ...more });

export const FROM = parameter('from', 'date-time', 'Begin, included; with zone', { required: true });
export const TO = parameter('to', 'date-time', 'End, included; with zone', { required: true });
export const DEVICE = parameter('deviceId', 'integer', 'A device');
export const THE_DEVICE = parameter('deviceId', 'integer', 'The device', { required: true });
export const DEVICES = parameter('deviceId', 'integer', 'Devices', { repeatable: true });
export const GROUPS = parameter('groupId', 'integer', 'Groups, with all below', { repeatable: true });
export const GEOFENCE = parameter('geofenceId', 'integer', 'Only positions inside this geofence');
export const GEOFENCES = parameter('geofenceId', 'integer', 'Geofences whose visits are wanted', {
  repeatable: true,
});
/** Of reports. */
export const PAGE = [
  parameter('limit', 'integer', 'Most items'),
  parameter('offset', 'integer', 'Items left out before, with limit'),
];
const NAMED_PAGE = [
  parameter('keyword', 'string', 'Part of the name, in any case'),
  parameter('limit', 'integer', 'Most rows'),
  parameter('offset', 'integer', 'Rows left out before, with limit'),
  parameter('excludeAttributes', 'boolean', 'Leaves the attributes empty'),
];
const OF_USER = parameter('userId', 'integer', 'As that user sees it: direct links only');
/** Of simple lists. */
export const SIMPLE_LIST = [
  parameter('all', 'boolean', 'Everything; administrators only'),
  OF_USER,
  ...NAMED_PAGE,
];
/** Of lists that can be narrowed to a device or group. */
export const LIST = [
  ...SIMPLE_LIST,
  parameter('deviceId', 'integer', 'Linked directly to this device'),
  parameter('groupId', 'integer', 'Linked directly to this group'),
];
export const DEVICE_LIST = [
  ...SIMPLE_LIST,
  parameter('id', 'integer', 'Devices by id', { repeatable: true }),
  parameter('uniqueId', 'string', 'Devices by unique id', { repeatable: true }),
  parameter('deviceId', 'integer', 'Devices linked to this device'),
];
export const USER_LIST = [OF_USER, parameter('deviceId', 'integer', 'Users with this device'), ...NAMED_PAGE];
export const POSITION_LIST = [
  parameter('id', 'integer', 'Positions by id', { repeatable: true }),
  DEVICE,
  parameter('from', 'date-time', 'Begin of the history, included'),
  parameter('to', 'date-time', 'End of the history, included'),
  GEOFENCE,
];
export const PLACE = [
  parameter('latitude', 'number', 'Degrees', { required: true }),
  parameter('longitude', 'number', 'Degrees', { required: true }),
];
export { parameter };
