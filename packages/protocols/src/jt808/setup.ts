import type { TrackerSetup } from '../setups/setup.ts';

/** The standard defines no SMS; each maker has its own. @source JT/T 808-2019, terminal phone number */
export const JT808_SETUPS: readonly TrackerSetup[] = [
  {
    id: 'jt808',
    maker: 'JT/T 808',
    models: ['JT/T 808', 'JC400', 'JC450'],
    protocol: 'jt808',
    transport: 'TCP',
    identifier: 'terminal',
    password: null,
    messages: [],
  },
];
