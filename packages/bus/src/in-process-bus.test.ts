import { busContract, type ContractTopics } from './contract/bus-contract.ts';
import { createInProcessBus } from './in-process-bus.ts';

busContract('in process', () => {
  const failures: string[] = [];
  const bus = createInProcessBus<ContractTopics>((topic) => failures.push(topic));
  return { bus, failures, settled: async () => {} };
});
