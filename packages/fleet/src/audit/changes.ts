import type { AttributeValue, Attributes } from '../entities/attributes.ts';

/** Names of secrets: their values never appear in a log, whatever contains them. */
const SECRET = /pass(word|phrase|wd)?|token|secret|totp|smtp|hash|salt|credential|api_?key|private|pin$|otp/i;
const HIDDEN = '***';
const MAX_LENGTH = 200;
const MAX_FIELDS = 50;

/**
 * Returns the changes of an edit by field (attributes as `attributes.name`): before and after, null = nothing was
 * there.
 * Secret values are only reported as changed; long values are cut.
 */
export function changesBetween(before: object, after: object): Attributes {
  const [old, now] = [flat(before), flat(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  const changed = names.filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)));
  return Object.fromEntries(
    changed
      .slice(0, MAX_FIELDS)
      .map((name) => [
        name,
        { before: auditValue(name, old.get(name)), after: auditValue(name, now.get(name)) },
      ]),
  );
}

function flat(entity: object): ReadonlyMap<string, unknown> {
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(entity)) {
    if (name === 'attributes' && typeof value === 'object' && value !== null)
      for (const [own, each] of Object.entries(value)) fields.push([`attributes.${own}`, each ?? null]);
    else fields.push([name, value ?? null]);
  }
  // Missing and null are the same to users.
  return new Map(fields.filter(([, value]) => value !== null));
}

function auditValue(name: string, value: unknown): AttributeValue {
  if (value === undefined) return null;
  if (SECRET.test(name)) return HIDDEN;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
