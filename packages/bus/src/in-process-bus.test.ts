import { busContract, type ContractPorts, type ContractTopics } from './contract/bus-contract.ts';
import { createInProcessBus } from './in-process-bus.ts';

busContract('in process', async () => {
  const failures: string[] = [];
  const bus = createInProcessBus<ContractTopics, ContractPorts>((topic) => failures.push(topic));
  return { bus, failures, settled: async () => {} };
});
