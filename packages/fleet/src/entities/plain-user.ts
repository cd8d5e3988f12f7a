import type { User } from './user.ts';

/** An account without any role, limit or restriction; deviceLimit 0 = may not add devices. */
export const PLAIN_USER = {
  attributes: {},
  login: null,
  phone: null,
  readonly: false,
  administrator: false,
  map: null,
  latitude: 0,
  longitude: 0,
  zoom: 0,
  coordinateFormat: null,
  disabled: false,
  expirationTime: null,
  deviceLimit: 0,
  userLimit: 0,
  deviceReadonly: false,
  limitCommands: false,
  disableReports: false,
  fixedEmail: false,
  poiLayer: null,
  temporary: false,
} as const satisfies Partial<User>;
