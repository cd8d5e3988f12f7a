import { knotsFromKmPerHour } from '@rastro/fleet';
import type { Report } from './report.ts';

/** One HTTP request of a phone app or script. */
export interface OsmandRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly contentType: string | null;
  readonly body: string | null;
}

/** `query`: the parameters in the URL. `json`: the newer app's body. */
export type OsmandForm = 'query' | 'json';

export function osmandRequest(uniqueId: string, report: Report, form: OsmandForm): OsmandRequest {
  return form === 'json' ? jsonRequest(uniqueId, report) : queryRequest(uniqueId, report);
}

function queryRequest(uniqueId: string, report: Report): OsmandRequest {
  const parameters = new URLSearchParams({
    id: uniqueId,
    timestamp: String(Math.round(report.time / 1000)),
    lat: report.latitude.toFixed(6),
    lon: report.longitude.toFixed(6),
    speed: knotsFromKmPerHour(report.speedKmh).toFixed(2),
    bearing: report.course.toFixed(1),
    altitude: report.altitude.toFixed(0),
    accuracy: '6',
    batt: String(report.batteryLevel),
    ignition: String(report.ignition),
    motion: String(report.moving),
    odometer: String(Math.round(report.odometerM)),
  });
  if (!report.valid) parameters.set('valid', 'false');
  if (report.alarm) parameters.set('alarm', report.alarm);
  return { method: 'GET', path: `/?${parameters.toString()}`, contentType: null, body: null };
}

function jsonRequest(uniqueId: string, report: Report): OsmandRequest {
  const coords = {
    latitude: report.latitude,
    longitude: report.longitude,
    accuracy: 12,
    speed: report.speedKmh / 3.6,
    heading: report.course,
    altitude: report.altitude,
  };
  const location = {
    timestamp: new Date(report.time).toISOString(),
    coords,
    is_moving: report.moving,
    odometer: Math.round(report.odometerM),
    battery: { level: report.batteryLevel / 100, is_charging: false },
    activity: { type: report.moving ? 'in_vehicle' : 'still' },
    extras: { ignition: report.ignition, ...(report.alarm ? { alarm: report.alarm } : {}) },
  };
  const body = JSON.stringify({ device_id: uniqueId, location });
  return { method: 'POST', path: '/', contentType: 'application/json', body };
}
