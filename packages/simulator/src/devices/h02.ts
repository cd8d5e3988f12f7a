import { Received } from './bytes.ts';
import type { Controls, Conversation, DeviceLanguage, ServerMessage, Message } from './language.ts';
import type { Report } from './report.ts';
import {
  asBytes,
  clockOf,
  dayFirst,
  degreesMinutes,
  eastOrWest,
  hexOf,
  inKnots,
  northOrSouth,
  TOWER,
} from './formats.ts';

const MAKER = 'HQ';
const POSITION = 1;
const HEARTBEAT = 2;
const HASH = 0x23;
const STAR = 0x2a;
/** A bit of 0 is the alarm. */
const ALARM_BITS = { sos: 1, overspeed: 2, powerCut: 19, hardBraking: 0 } as const;
const IGNITION_BIT = 10;

/** A SinoTrack-like unit: V1 positions, which the server confirms, and heartbeats. */
export const h02Device: DeviceLanguage = {
  protocol: 'h02',
  converse: (uniqueId) => new H02Conversation(uniqueId),
  obey,
};

class H02Conversation implements Conversation {
  readonly #received = new Received();
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  login(): null {
    return null;
  }

  pack([report]: readonly Report[]): Message {
    if (!report) throw new Error('Cannot pack a message: there are no reports');
    return { bytes: this.#message(`V1,${place(report)}`), reports: 1, token: POSITION };
  }

  heartbeat(report: Report): Message {
    return { bytes: this.#message(`HTBT,${report.batteryLevel}`), reports: 0, token: HEARTBEAT };
  }

  receive(bytes: Uint8Array): readonly ServerMessage[] {
    this.#received.add(bytes);
    const messages: ServerMessage[] = [];
    for (;;) {
      const { view } = this.#received;
      const start = view.indexOf(STAR);
      const end = view.indexOf(HASH, Math.max(0, start));
      if (start < 0 || end < 0) return messages;
      const values = view
        .subarray(start + 1, end)
        .toString('latin1')
        .split(',');
      this.#received.drop(end + 1);
      if (values[1] === this.#id) messages.push(...this.#understand(values));
    }
  }

  #understand([, , type = '', ...rest]: readonly string[]): readonly ServerMessage[] {
    if (type === 'V4' && rest[0] === 'V1') return [{ kind: 'acknowledged', token: POSITION }];
    if (type === 'HTBT') return [{ kind: 'acknowledged', token: HEARTBEAT }];
    // Acknowledgements of a kind that this unit does not wait for.
    if (type === 'V4' || type === 'R12') return [];
    const text = [type, ...rest.slice(1)].join(',');
    const answer = (result: string, report: Report): Uint8Array =>
      this.#message(`V4,${type},${result},${place(report)}`);
    return [{ kind: 'command', text, answer }];
  }

  #message = (content: string): Uint8Array => asBytes(`*${MAKER},${this.#id},${content}#`);
}

/** From the time to the tower. */
function place(report: Report): string {
  const { time, latitude, longitude } = report;
  return [
    clockOf(time),
    report.valid ? 'A' : 'V',
    degreesMinutes(latitude, 2),
    northOrSouth(latitude),
    degreesMinutes(longitude, 3),
    eastOrWest(longitude),
    inKnots(report.speedKmh).toFixed(2).padStart(6, '0'),
    String(Math.round(report.course) % 360).padStart(3, '0'),
    dayFirst(time),
    hexOf(statusOf(report), 8),
    Math.round(report.odometerM),
    25,
    '42.5',
    Math.round(report.altitude),
    hexOf(TOWER.lac, 4),
    hexOf(TOWER.cellId, 4),
  ].join(',');
}

function statusOf({ alarm, ignition }: Report): number {
  let status = 0xffff_ffff;
  if (!ignition) status -= 2 ** IGNITION_BIT;
  return alarm ? status - 2 ** ALARM_BITS[alarm] : status;
}

function obey(command: string, { cutEngine }: Controls): string {
  const [type = '', , state] = command.split(',');
  switch (type) {
    case 'S20':
      cutEngine(state === '1');
      return 'DONE';
    case 'SCF':
    case 'S71':
    case 'D1':
      return 'OK';
    default:
      return 'ERROR';
  }
}
