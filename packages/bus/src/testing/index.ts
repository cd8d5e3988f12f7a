export { DAMAGES } from './damage-files.ts';
export { findNatsServer } from './nats-binary.ts';
export { NatsCluster, type NatsNode } from './nats-cluster.ts';
