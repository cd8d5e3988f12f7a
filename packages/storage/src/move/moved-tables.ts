import { DOCUMENT_KINDS } from '../records.ts';
import { columnList, type MovedTable } from './moved-table.ts';

type Options = Partial<Omit<MovedTable, 'kind' | 'key' | 'columns'>>;
const PAGE_ROWS = 2000;
/** Of rows that may hold much. */
const FEW_ROWS = 100;

/** @param key Columns that order the rows, and are first in the list. */
const table = (kind: string, key: number, list: string, options: Options = {}): MovedTable => ({
  kind,
  name: kind,
  inFiles: kind,
  columns: columnList(list),
  key,
  pageRows: PAGE_ROWS,
  hasCounter: false,
  isRefilled: false,
  isReplaced: false,
  ofKind: null,
  whereInFiles: null,
  where: null,
  ...options,
});

const documents = DOCUMENT_KINDS.map((kind) =>
  table(`entities of kind ${kind}`, 1, 'id integer, key text, version integer, body text', {
    name: 'entities',
    inFiles: `${kind}_documents`,
    ofKind: kind,
    hasCounter: true,
    pageRows: FEW_ROWS,
  }),
);

/** The number and the companion of a log belong to the file. */
const cursors = table('cursors', 1, 'name text, instant integer', {
  inFiles: 'marks',
  whereInFiles: `name NOT IN ('log.number', 'log.other')`,
});
const privateValues = table('private_values', 2, 'owner_id integer, name text, value text', {
  pageRows: FEW_ROWS,
});
const actions = table(
  'actions',
  1,
  `id integer, action_time integer, address text, user_id integer, action_type text, object_type text,
   object_id integer, attributes text`,
  { hasCounter: true },
);

/** Columns of a position in the order of `toRawPosition`. */
export const POSITIONS = table(
  'positions',
  4,
  `device_id integer, fix_time integer, device_time integer, content_key integer, id integer, server_time integer,
   protocol text, valid boolean, latitude real, longitude real, altitude real, speed real, course real, accuracy real,
   address text, network text, geofence_ids text, attributes text`,
);
export const DEVICE_STATES = table(
  'device_states',
  1,
  'device_id integer, position_id integer, last_update integer, status text, memory text',
  { pageRows: 1000 },
);
export const TRIP_PIECES = table(
  'trip_pieces',
  6,
  `device_id integer, start_time integer, end_time integer, kind text, start_key integer, end_key integer,
   decided_time integer, decided_device_time integer, decided_key integer, body text, quarters text, state text`,
  { inFiles: 'book_pieces', pageRows: 500 },
);
export const EVENTS = table(
  'events',
  1,
  `id integer, device_id integer, type text, event_time integer, position_id integer, geofence_id integer,
   maintenance_id integer, attributes text`,
);

const recordTables: readonly MovedTable[] = [
  POSITIONS,
  // Behind the positions that they name.
  DEVICE_STATES,
  EVENTS,
  table(
    'alarms',
    1,
    `event_id integer, device_id integer, event_time integer, acknowledged_at integer, user_id integer, user_name text,
     note text`,
  ),
  table('outbox', 1, 'event_id integer'),
  table(
    'late_records',
    3,
    'device_id integer, fix_time integer, position_id integer, correction_m real owed_m, correction_ms integer owed_ms',
  ),
  table(
    'pending_corrections',
    1,
    'device_id integer, correction_m real owed_m, correction_ms integer owed_ms',
    {
      inFiles: 'owed_totals',
    },
  ),
  table('partitions', 1, 'partition integer, epoch integer, seq integer', {
    inFiles: 'cursors',
    isReplaced: true,
    where: 'seq IS NOT NULL',
  }),
];

const tripTables: readonly MovedTable[] = [
  table(
    'trip_heads',
    1,
    `device_id integer, settings text, revision integer, last_time integer, last_device_time integer, last_key integer,
     state text, late_from integer, late_to integer, longest_episode integer, kept_time integer,
     kept_decided_time integer, kept_decided_device_time integer, kept_decided_key integer, kept_state text`,
    { inFiles: 'book_heads', pageRows: 500 },
  ),
  TRIP_PIECES,
  table(
    'trip_episodes',
    7,
    `device_id integer, kind text, start_time integer, end_time integer, geofence_id integer, start_key integer,
     end_key integer, decided_time integer, decided_device_time integer, decided_key integer, body text`,
    { inFiles: 'book_episodes' },
  ),
  table(
    'trip_days',
    2,
    `device_id integer, day integer, distance_m integer, gap_m integer, shuffle_m integer, moving_s integer,
     stopped_s integer, quiet_s integer, silent_s integer, engine_s integer, idle_s integer, overspeed_s integer,
     fuel_ml integer, filled_ml integer, drained_ml integer, records integer, max_kmh real, max_at integer,
     quarters text, over_10_s integer, over_20_s integer, over_50_s integer, over_more_s integer, brakings integer,
     severe_brakings integer, accelerations integer, severe_accelerations integer, cornerings integer,
     severe_cornerings integer, belt_alarms integer, phone_alarms integer, watched_m integer, partly_watched_m integer,
     long_drives integer, night_s integer, off_hours_m integer`,
    { inFiles: 'book_days' },
  ),
  table(
    'driver_days',
    3,
    `device_id integer, day integer, driver text, distance_m integer, gap_m integer, shuffle_m integer,
     moving_s integer, stopped_s integer, quiet_s integer, silent_s integer, engine_s integer, idle_s integer,
     overspeed_s integer, fuel_ml integer, filled_ml integer, drained_ml integer, records integer, max_kmh real,
     max_at integer, night_s integer, watched_m integer, over_10_s integer, over_20_s integer, over_50_s integer,
     over_more_s integer, brakings integer, accelerations integer, cornerings integer, severe_brakings integer,
     severe_accelerations integer, severe_cornerings integer, phone_alarms integer, belt_alarms integer,
     long_drives integer, partly_watched_m integer, off_hours_m integer, quarters text`,
  ),
  table('day_blocks', 3, 'device_id integer, driver text, block integer, sums text, days text', {
    pageRows: 500,
  }),
  // In files, a day of derived history that is stored deletes its track.
  table('track_days', 2, 'device_id integer, day integer, head bytes, body bytes', { pageRows: FEW_ROWS }),
];

/** All of the store of the tracking server, in the order in which it is moved. */
export const TRACKER_TABLES: readonly MovedTable[] = [
  ...documents,
  table('links', 4, 'owner_kind text, owner_id integer, property_kind text, property_id integer'),
  table(
    'credentials',
    1,
    `hash text, purpose text, user_id integer, created_at integer, expires_at integer, origin text, actor_id integer,
     parent_hash text, name text, address text, user_agent text, used_at integer`,
  ),
  privateValues,
  cursors,
  actions,
  table(
    'commands',
    1,
    `id integer, device_id integer, user_id integer, type text, text_channel boolean, description text, attributes text,
     status text, created_at integer, expires_at integer, sent_at integer, changed_at integer, result text, reason text`,
    { hasCounter: true },
  ),
  table(
    'deliveries',
    1,
    `id integer, user_id integer, notification_id integer, event_id integer, event_type text, device_id integer,
     channel text, target text, status text, reason text, tries integer, created_at integer, changed_at integer`,
    { hasCounter: true },
  ),
  table(
    'services',
    1,
    `id integer, device_id integer, maintenance_id integer, maintenance_name text, time integer, odometer_m real,
     hours_ms real, cost integer, notes text, user_id integer, user_name text, created_at integer`,
    { hasCounter: true },
  ),
  table('statistics', 1, 'capture_time integer, body text'),
  table('statistics_seen', 3, 'capture_time integer, name text, id integer'),
  table('addresses', 1, 'cell integer, address text, found_at integer'),
  ...recordTables,
  ...tripTables,
];

const invoiceTables: readonly MovedTable[] = [
  table(
    'invoices',
    1,
    `id integer, issuer_id integer, customer_id integer, customer_name text, customer_key text, month text, due_date text,
     original_due_date text, value integer, status text, paid_date text, paid_value integer, count integer,
     description text, terms text, reason text, provider text, charge_id text, charge text, created_at integer,
     version integer`,
    { hasCounter: true, pageRows: 500 },
  ),
  table('invoice_customers', 1, 'customer_id integer, customer_key text'),
  table('invoice_lines', 1, 'invoice_id integer, lines text', { pageRows: 500 }),
  table(
    'invoice_ledger',
    1,
    `id integer, invoice_id integer, at integer, kind text, from_status text, to_status text, amount integer,
     user_id integer, provider text, event_id text, reason text`,
    { hasCounter: true },
  ),
  // Triggers have summed the invoices that were stored before: theirs give way.
  table('invoice_sums', 3, 'status text, due_date text, issuer_id integer, count integer, value integer', {
    isRefilled: true,
  }),
  table('invoice_received', 2, 'month text, issuer_id integer, count integer, value integer', {
    isRefilled: true,
  }),
  table(
    'provider_events',
    3,
    'provider text, issuer_id integer, event_id text, body text, at integer, is_open boolean',
    { pageRows: FEW_ROWS },
  ),
];

/** All of the store of the extension, in the order in which it is moved. */
export const EXTENSION_TABLES: readonly MovedTable[] = [
  table('documents', 2, 'kind text, key text, version integer, body text', { pageRows: FEW_ROWS }),
  table(
    'listings',
    2,
    'kind text, key text, owner_id integer, device_id integer, state text, at integer, amount integer, text text',
  ),
  privateValues,
  cursors,
  actions,
  table(
    'access_log',
    5,
    'part integer, hour integer, reader_id integer, kind integer, by_token boolean, devices bytes',
    { inFiles: 'viewings' },
  ),
  table('access_log_readers', 1, 'reader_id integer, name text, is_guest boolean', {
    inFiles: 'viewing_readers',
  }),
  ...invoiceTables,
  table(
    'billed_customers',
    1,
    `customer_id integer, issuer_id integer, next_month text, looked_on text, is_active boolean, forecast integer`,
  ),
  table(
    'billed_devices',
    3,
    'customer_id integer, device_id integer, from_day text, until_day text, monthly_value integer',
  ),
];
