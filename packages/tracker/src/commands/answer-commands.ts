import type { TrackerBus } from '../messages/topics.ts';
import type { CommandDispatcher } from './command-dispatcher.ts';

/** Answers requests to the dispatcher. @returns a function that ends it. */
export function answerCommands(bus: TrackerBus, dispatcher: CommandDispatcher): () => void {
  const stops = [
    bus.answer('command.requested', (order) => dispatcher.submit(order)),
    bus.answer('command.cancelled', (command) => dispatcher.cancel(command)),
    bus.answer('command.taken', ({ deviceId, protocol }) => dispatcher.replyTo(deviceId, protocol)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
