export { connectNats, type NatsSettings } from './connect.ts';
export { createNatsBus, type NatsBusOptions } from './nats-bus.ts';
