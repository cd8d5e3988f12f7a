import type { User } from '@rastro/fleet';
import { jsonReply } from '../gateway/replies.ts';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';

/** Reports of ours have ids from here on; those that somebody saved in the Traccar itself are below. */
export const FIRST_REPORT_ID = 1_000_000_000;

const SAVED = /^\/api\/reports(?:\/(\d+))?$/;
const LINKS = /^\/api\/permissions(?:\/bulk)?$/;
const PAGE = ['limit', 'offset'] as const;

interface Servers {
  readonly behind: Pick<TrackingServer, 'send'>;
  readonly replica: { send(user: User, request: ForwardedRequest): Promise<ForwardedReply> };
}

/** @returns whether a write is about a report that is saved here. */
export function isSavedHere({ method, url, body }: ForwardedRequest): boolean {
  const path = url.split('?')[0] ?? '';
  const [isSaved, id] = SAVED.exec(path) ?? [];
  if (isSaved !== undefined) return id === undefined ? method === 'POST' : isOurs(Number(id));
  return LINKS.test(path) && linksIn(body).some(isOfOurs);
}

/** Writes a saved report, or links of which some are of reports that are saved here; those of the Traccar come first. */
export async function sendSaved(
  { behind, replica }: Servers,
  user: User,
  request: ForwardedRequest,
): Promise<ForwardedReply> {
  if (!LINKS.test(request.url.split('?')[0] ?? '')) return replica.send(user, request);
  const links = linksIn(request.body);
  const theirs = links.filter((link) => !isOfOurs(link));
  if (theirs.length > 0) {
    const answer = await behind.send(withBody(request, theirs));
    if (answer.status >= 400) return answer;
  }
  return replica.send(user, links.length === 1 ? request : withBody(request, links.filter(isOfOurs)));
}

/** A list of saved reports, or of their links: those of the Traccar, then ours. */
export async function listReports(
  { behind, replica }: Servers,
  user: User,
  request: ForwardedRequest,
): Promise<ForwardedReply> {
  const [path = '', search] = request.url.split('?', 2);
  const query = new URLSearchParams(search);
  const [limit, offset] = PAGE.map((name) => query.get(name));
  for (const name of PAGE) query.delete(name);
  const whole = { ...request, url: query.size > 0 ? `${path}?${query.toString()}` : path };
  const theirs = await behind.send(whole);
  if (theirs.status !== 200) return theirs;
  const ours = await replica.send(user, whole);
  const all = [theirs, ...(ours.status === 200 ? [ours] : [])].flatMap(({ body }) => listIn(body));
  const from = Number(offset ?? 0);
  const page = limit == null ? all.slice(from) : all.slice(from, from + Number(limit));
  return jsonReply(page);
}

/** @param url Of a saved report. */
export const isReportOfOurs = (url: string): boolean =>
  isOurs(Number(SAVED.exec(url.split('?')[0] ?? '')?.[1] ?? 0));

const isOurs = (id: number): boolean => id >= FIRST_REPORT_ID;
const isOfOurs = (link: object): boolean => isOurs(Number(Object(link).reportId ?? 0));

function linksIn(body: Buffer | null): readonly object[] {
  const json: unknown = body === null ? [] : JSON.parse(body.toString('utf8'));
  return [json].flat().filter((each) => typeof each === 'object' && each !== null);
}
function listIn(body: Buffer): readonly unknown[] {
  const json: unknown = JSON.parse(body.toString('utf8'));
  return Array.isArray(json) ? json : [];
}

function withBody(request: ForwardedRequest, links: readonly object[]): ForwardedRequest {
  const [only] = links;
  const isBulk = (request.url.split('?')[0] ?? '').endsWith('/bulk');
  const body = Buffer.from(JSON.stringify(isBulk ? links : only));
  return { ...request, body, headers: { ...request.headers, 'content-length': String(body.length) } };
}
