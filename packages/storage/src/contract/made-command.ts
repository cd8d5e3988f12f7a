import type { StoredCommand } from '../command-port.ts';

export const command = (values: Partial<StoredCommand> = {}): Omit<StoredCommand, 'id'> => ({
  deviceId: 1,
  userId: 3,
  type: 'engineStop',
  textChannel: false,
  description: 'Stop',
  attributes: { data: 'çã', list: [1] },
  status: 'queued',
  createdAt: 1000,
  expiresAt: 9000,
  sentAt: null,
  changedAt: 1000,
  result: null,
  reason: null,
  ...values,
});
