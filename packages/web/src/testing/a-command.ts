import type { DeviceCommand } from '@rastro/fleet';

export function aCommand(command: Partial<DeviceCommand>): DeviceCommand {
  return {
    id: 1,
    deviceId: 1,
    type: 'engineStop',
    textChannel: false,
    attributes: {},
    description: null,
    userId: 1,
    status: 'queued',
    createdTime: '2026-11-20T12:00:00.000+00:00',
    expirationTime: '2026-11-21T12:00:00.000+00:00',
    sentTime: null,
    changedTime: '2026-11-20T12:00:00.000+00:00',
    result: null,
    reason: null,
    ...command,
  };
}
