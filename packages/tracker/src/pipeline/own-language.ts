import type { Attributes } from '@rastro/fleet';

/** The language that a device speaks, and the time of its last message in it. */
export interface OwnLanguage {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Stored state of a device. */
interface LanguageState {
  readonly memory: { readonly language: OwnLanguage | null };
  readonly position: { readonly protocol: string } | null;
  /** Milliseconds since 1970; null = never. */
  readonly lastUpdate: number | null;
}

/**
 * After a gap this long another language may take over: a tracker was replaced. It is the life of a command that acts
 * on the vehicle, so that none of them outlives the change.
 */
const TAKE_OVER_MS = 24 * 3_600_000;

/**
 * A device whose identifier is known to others can be claimed in a language that proves nothing. Its records count;
 * commands go only to the one the device has been all along.
 */
export function stepLanguage(
  before: OwnLanguage | null,
  reported: OwnLanguage,
): { readonly language: OwnLanguage; readonly isForeign: boolean } {
  const isOwn = before === null || before.name === reported.name || reported.at - before.at >= TAKE_OVER_MS;
  return isOwn ? { language: reported, isForeign: false } : { language: before, isForeign: true };
}

/** As far as it is known: for devices from before this was stored, the language of their newest position. */
export function languageOf({ memory, position, lastUpdate }: LanguageState): OwnLanguage | null {
  if (memory.language) return memory.language;
  return position === null || lastUpdate === null ? null : { name: position.protocol, at: lastUpdate };
}

/**
 * The language in which commands go; null = whichever comes first. The attribute `command.protocol` says it for good.
 */
export function commandLanguage(
  device: { readonly attributes: Attributes },
  snapshot: LanguageState,
): string | null {
  const configured = device.attributes['command.protocol'];
  return typeof configured === 'string' && configured !== ''
    ? configured
    : (languageOf(snapshot)?.name ?? null);
}
