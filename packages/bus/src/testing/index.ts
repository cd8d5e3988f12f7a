export { findNatsServer } from './nats-binary.ts';
export { NatsCluster, type NatsNode } from './nats-cluster.ts';
