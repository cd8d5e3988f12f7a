import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { SmsGateway } from '@rastro/outgoing';
import type { StoredCommand } from '@rastro/storage';
import type { DeviceEntity } from '../directory/directory.ts';
import { forEncoder, newCommand } from '../pending-records/command-life.ts';
import type { CommandOrder, CommandError } from '../messages/topics.ts';
import type { CommandJournal } from './command-journal.ts';
import { commandErrors } from './command-errors.ts';

export type Outcome = { readonly command: StoredCommand } | { readonly error: CommandError };

const SMS_MS = 15_000;

/** By SMS there is no connection to wait for: it is sent now or not at all. */
export async function sendText(
  order: CommandOrder,
  device: DeviceEntity,
  {
    sms,
    clock,
    journal,
  }: { readonly sms: SmsGateway; readonly clock: Clock; readonly journal: CommandJournal },
): Promise<Outcome> {
  if (!sms.enabled) return { error: commandErrors.smsOff() };
  if (order.type !== 'custom') return { error: commandErrors.notSupported(order.type, null) };
  if (device.phone === null) return { error: commandErrors.noPhone() };
  const begun = newCommand(order, clock.now());
  const text = forEncoder({ ...begun, id: 0 }, device.uniqueId).attributes['data'];
  if (typeof text !== 'string' || text === '')
    return { error: commandErrors.badInput('attributes.data: a text is needed') };
  const [command] = await journal.begin([{ ...begun, status: 'sending', sentAt: clock.now() }]);
  if (!command) throw new Error('Cannot send: storage gave no id');
  const outcome = await sms.send({ phone: device.phone, message: text }, host.timeout(SMS_MS));
  if (outcome.ok) return { command: await journal.note(command, { status: 'sent' }) };
  const { code, detail } = outcome.error;
  // Without an answer nobody knows whether the gateway has passed it on.
  const status = code === 'unavailable' && !detail.startsWith('answered') ? 'unknown' : 'failed';
  await journal.note(command, { status, reason: `SMS gateway: ${detail}` });
  return { error: commandErrors.notSent(`The SMS gateway did not take it (${detail})`) };
}
