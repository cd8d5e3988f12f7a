import type { Clock } from '@rastro/base';
import type { CommandStorage } from '@rastro/storage';
import type { CommandJournal } from './command-journal.ts';
import type { CommandQueues } from './command-queues.ts';
import { CARRIED, WATCH_MS, type SentCommands } from './sent-commands.ts';

export interface CommandsInMemory {
  readonly queues: CommandQueues;
  readonly sent: SentCommands;
  readonly journal: CommandJournal;
}

/** Takes up what another process left behind for some devices. */
export async function takeOverCommands(
  { queues, sent, journal }: CommandsInMemory,
  { storage, clock }: { readonly storage: CommandStorage; readonly clock: Clock },
  isTaken: (deviceId: number) => boolean,
): Promise<void> {
  for (const command of await storage.openCommands(clock.now() - WATCH_MS)) {
    if (!isTaken(command.deviceId)) continue;
    if (command.status === 'queued' || command.status === 'waiting') {
      queues.add(command, true);
    } else if (command.status === 'sending') {
      const reason = 'the server stopped while sending';
      sent.add(await journal.change(command, { status: 'unknown', reason }), CARRIED, true);
    } else sent.add(command, CARRIED, true);
  }
}

/** Forgets devices that another process works on now, or that are gone. */
export function handOverCommands(
  { queues, sent }: Pick<CommandsInMemory, 'queues' | 'sent'>,
  isGiven: (deviceId: number) => boolean,
): void {
  for (const known of [queues, sent])
    for (const deviceId of known.devices()) if (isGiven(deviceId)) known.forget(deviceId);
}
