import type { TrackerBus } from '../messages/topics.ts';
import type { CommandDispatcher } from './command-dispatcher.ts';

/** Answers requests to the dispatcher about devices of a partition. @returns a function that ends it. */
export function answerCommands(bus: TrackerBus, dispatcher: CommandDispatcher, at: number): () => void {
  const stops = [
    bus.answer('command.requested', (order) => dispatcher.submit(order), { at }),
    bus.answer('command.cancelled', (command) => dispatcher.cancel(command), { at }),
    bus.answer('command.taken', ({ deviceId, protocol }) => dispatcher.replyTo(deviceId, protocol), { at }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
