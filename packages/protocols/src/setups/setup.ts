/** Where a tracker is to send, and by which mobile network. Every field is fit for a message, see `isFit`. */
export interface SetupValues {
  /** Name or IP address of the server. */
  readonly host: string;
  readonly port: number;
  readonly apn: string;
  /** Of the APN; empty = not needed. */
  readonly user: string;
  readonly secret: string;
  /** Password of the tracker for messages; empty = it has none. */
  readonly password: string;
  /** As the vehicle has it. */
  readonly uniqueId: string;
}

export const SETUP_PURPOSES = ['network', 'apn', 'apnUser', 'server', 'mode', 'interval', 'check'] as const;
/** Purpose of a message: sets the APN and the server at once, or one of them. */
export type SetupPurpose = (typeof SETUP_PURPOSES)[number];

export interface SetupMessage {
  readonly purpose: SetupPurpose;
  /** Null = not needed with these values. */
  readonly write: (values: SetupValues) => string | null;
}

/** A family of trackers that are set up in the same way. */
export interface TrackerSetup {
  readonly id: string;
  readonly maker: string;
  /** Commercial names; the family name where all of a family are the same. */
  readonly models: readonly string[];
  /** Name of the protocol in the catalog. */
  readonly protocol: string;
  readonly transport: 'TCP' | 'UDP' | 'HTTP';
  /** Identifier that the tracker reports and the vehicle must have. */
  readonly identifier: 'imei' | 'lastNine' | 'label' | 'terminal' | 'chosen';
  /** Password of a new tracker for messages; null = its messages carry none. */
  readonly password: string | null;
  /** In their order, one SMS each; empty = only the manual of the tracker describes the setup. */
  readonly messages: readonly SetupMessage[];
  /** Usual mistake with these messages. */
  readonly caution?: 'leadingBlank' | 'addressOnly';
}

/** No delimiters of fields in any of the messages, and nothing that an SMS cannot carry. */
const FIT = /^[A-Za-z0-9@._+-]*$/;
/** May a value be used in a message? Not if it would end a field, or begin another command. */
export const isFit = (value: string): boolean => FIT.test(value);

export interface WrittenMessage {
  readonly purpose: SetupPurpose;
  readonly text: string;
}

/** Messages for a tracker, in the order in which they are sent. @throws RangeError for values that are not fit. */
export function writeSetup({ messages }: TrackerSetup, values: SetupValues): readonly WrittenMessage[] {
  const { host, apn, user, secret, password, uniqueId } = values;
  const unfit = [host, apn, user, secret, password, uniqueId].find((value) => !isFit(value));
  if (unfit !== undefined) throw new RangeError(`Cannot write a message with "${unfit}"`);
  return messages.flatMap(({ purpose, write }) => {
    const text = write(values);
    return text === null ? [] : [{ purpose, text }];
  });
}

const DOTTED = /^\d{1,3}(\.\d{1,3}){3}$/;
export const isIpAddress = (host: string): boolean => DOTTED.test(host);
