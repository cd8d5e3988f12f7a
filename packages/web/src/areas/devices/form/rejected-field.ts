import { DEVICE_ATTRIBUTES } from '@rastro/fleet';
import type { ApiFailure } from '@rastro/tracking-client';
import { FIELD_NAMES, fieldOf, type FieldName } from '../fields/device-fields.ts';

/** The field that the server rejected, when its answer names one; a key below `deviceform:problem`. */
export interface RejectedField {
  readonly name: FieldName;
  readonly problem: 'taken' | 'refused';
}

/**
 * Finds the field behind an error: a taken identifier, or the place that `INVALID_DATA` names.
 * @example rejectedField({ code: 'INVALID_DATA', message: 'Invalid data - phone: Too big' }) // phone
 */
export function rejectedField({ code, message }: Pick<ApiFailure, 'code' | 'message'>): RejectedField | null {
  if (code === 'ALREADY_IN_USE') return { name: 'uniqueId', problem: 'taken' };
  // The tracking server rejects a foreign group or calendar by its kind.
  if (code === 'GROUP_ACCESS_DENIED') return { name: 'groupId', problem: 'refused' };
  if (code === 'CALENDAR_ACCESS_DENIED') return { name: 'calendarId', problem: 'refused' };
  if (code !== 'INVALID_DATA') return null;
  const place = /- ([\w.]+):/.exec(message)?.[1];
  if (place === 'model') return { name: 'gpsModel', problem: 'refused' };
  const name = FIELD_NAMES.find((each) => {
    const { at } = fieldOf(each);
    return 'core' in at && at.core === place;
  });
  if (place === `attributes.${DEVICE_ATTRIBUTES.decoderZone}`)
    return { name: 'decoderZone', problem: 'refused' };
  // One attribute may be too much for all of them; the longest text is the one to shorten.
  if (place?.split('.')[0] === 'attributes') {
    return { name: 'observations', problem: 'refused' };
  }
  return name === undefined ? null : { name, problem: 'refused' };
}
