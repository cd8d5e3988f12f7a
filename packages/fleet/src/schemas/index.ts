export { deviceBody, type DeviceBody } from './device.ts';
export { groupBody, type GroupBody } from './group.ts';
export { serverSettingsBody, type ServerSettingsBody } from './server-settings.ts';
export { userBody, type UserBody } from './user.ts';
