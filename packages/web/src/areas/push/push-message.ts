/** Message from the server to a browser. */
export interface Push {
  readonly title: string;
  readonly body: string;
  readonly eventId: number;
  readonly deviceId: number;
  /** Address of the place; null = the server does not know its own address. */
  readonly link: string | null;
}

const NOTHING: Push = { title: 'Rastro', body: '', eventId: 0, deviceId: 0, link: null };

/** Reads a message; what cannot be read is shown without words. */
export function readPush(data: { json(): unknown } | null): Push {
  try {
    const read = data?.json() as Partial<Record<keyof Push, unknown>> | null | undefined;
    const { title, body, eventId, deviceId, link } = read ?? {};
    return {
      title: typeof title === 'string' && title !== '' ? title : NOTHING.title,
      body: typeof body === 'string' ? body : '',
      eventId: Number.isInteger(eventId) ? Number(eventId) : 0,
      deviceId: Number.isInteger(deviceId) ? Number(deviceId) : 0,
      link: typeof link === 'string' ? link : null,
    };
  } catch {
    return NOTHING;
  }
}

/** Target of a message, within this origin only. */
export function pathOf({ link, deviceId }: Pick<Push, 'link' | 'deviceId'>, origin: string): string {
  if (link !== null && URL.canParse(link, origin)) {
    const url = new URL(link, origin);
    if (url.origin === origin) return `${url.pathname}${url.search}`;
  }
  return deviceId > 0 ? `/devices/${deviceId}` : '/events';
}
