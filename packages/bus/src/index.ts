export {
  ALL_ANSWERS_MS,
  ANSWER_MS,
  BusError,
  type Address,
  type AllPatience,
  type AnswerOf,
  type Bus,
  type BusErrorCode,
  type Port,
  type PortMap,
  type QuestionOf,
  type TopicMap,
} from './bus.ts';
export { asking, placeOf, typed, type Answering, type Asking, type PlainBus } from './plain-bus.ts';
export { createInProcessBus } from './in-process-bus.ts';
export { startBroker, type Broker } from './socket/broker.ts';
export { connectSocketBus } from './socket/socket-bus.ts';
