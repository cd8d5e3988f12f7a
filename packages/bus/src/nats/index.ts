export { connectNats, type NatsSettings } from './connect.ts';
export { type SentCounts } from './message-numbers.ts';
export { createNatsBus, type CountedMessages, type NatsBusOptions } from './nats-bus.ts';
export { type Bundle } from './bundle.ts';
export { BundleRing, type RingOptions } from './bundle-ring.ts';
export { answerMissed, askMissed, type MissedPorts } from './missed-bundles.ts';
export { RecordPublisher, type PublisherOptions } from './record-publisher.ts';
export {
  type Cursor,
  type Found,
  type Missing,
  type ReadBundle,
  type ReaderOptions,
} from './reader-options.ts';
export { RecordReader } from './record-reader.ts';
export { RecordStream, StreamError, type RecordStreamOptions } from './record-stream.ts';
