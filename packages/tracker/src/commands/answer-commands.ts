import type { TrackerBus } from '../messages/topics.ts';
import type { CommandDesk } from './command-desk.ts';

/** What others may ask of the desk. @returns ends it. */
export function answerCommands(bus: TrackerBus, desk: CommandDesk): () => void {
  const stops = [
    bus.answer('command.wanted', (order) => desk.submit(order)),
    bus.answer('command.cancelled', (command) => desk.cancel(command)),
    bus.answer('command.taken', ({ deviceId, protocol }) => desk.replyTo(deviceId, protocol)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
