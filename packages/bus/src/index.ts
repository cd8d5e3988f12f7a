export type { Bus, TopicMap } from './bus.ts';
export { createInProcessBus } from './in-process-bus.ts';
