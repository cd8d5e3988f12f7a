import {
  attributeName,
  fitsAttribute,
  isOff,
  isSet,
  SERVER_ATTRIBUTES,
  type Attributes,
  type AttributeValue,
  type ServerSettings,
  languageAttribute,
  DISTANCE_ATTRIBUTE,
  HOUR12_ATTRIBUTE,
  SPEED_ATTRIBUTE,
  TEMPERATURE_ATTRIBUTE,
} from '@rastro/fleet';
import {
  checkMapDefaults,
  mapDefaults,
  writtenMapDefaults,
  type MapDefaults,
} from '../../kernel/map-defaults/map-defaults.ts';
import { recordOf } from '../../ui/fields/record-of.ts';

/** Fields of the record that are switches. Each of them is read by the tracking server or by this application. */
export const SERVER_FLAGS = [
  'registration',
  'readonly',
  'deviceReadonly',
  'limitCommands',
  'disableReports',
  'forceSettings',
] as const;
export type ServerFlag = (typeof SERVER_FLAGS)[number];

/**
 * Server attributes that have a field, by what they are to us.
 * @source docs/reference/requirements.md SPEC §3 "Server"
 */
export function serverAttributes(brand: string) {
  return {
    language: languageAttribute(brand),
    speedUnit: SPEED_ATTRIBUTE,
    distanceUnit: DISTANCE_ATTRIBUTE,
    temperatureUnit: TEMPERATURE_ATTRIBUTE,
    timezone: 'timezone',
    mapTilerKey: 'mapTilerKey',
    hereKey: 'hereKey',
    pinned: `${brand}.deviceAttributes`,
    deviceLimit: `${brand}.deviceLimit`,
    hour12: HOUR12_ATTRIBUTE,
    safeDeletion: `${brand}.safeDeletion`,
    advancedPerms: `${brand}.enableAdvancedPerms`,
    logoWidth: attributeName(brand, SERVER_ATTRIBUTES.logoWidth),
    billing: attributeName(brand, SERVER_ATTRIBUTES.enableBilling),
    lockButtons: attributeName(brand, SERVER_ATTRIBUTES.lockButtons),
    unlockButtons: attributeName(brand, SERVER_ATTRIBUTES.unlockButtons),
    showStops: attributeName(brand, SERVER_ATTRIBUTES.showStops),
    showEvents: attributeName(brand, SERVER_ATTRIBUTES.showEvents),
    qrCheckIn: attributeName(brand, SERVER_ATTRIBUTES.qrCheckIn),
    qrPrintedCodeOnly: attributeName(brand, SERVER_ATTRIBUTES.qrPrintedCodeOnly),
  } as const;
}
/** On unless set otherwise. */
export const USUALLY_ON = ['lockButtons', 'unlockButtons', 'showStops', 'showEvents', 'qrCheckIn'] as const;
type Name = keyof ReturnType<typeof serverAttributes>;
export const SWITCHES = [
  'hour12',
  'safeDeletion',
  'advancedPerms',
  'billing',
  'qrPrintedCodeOnly',
  ...USUALLY_ON,
] as const satisfies readonly Name[];
export type ServerSwitch = (typeof SWITCHES)[number];
const TEXTS = [
  'language',
  'speedUnit',
  'distanceUnit',
  'temperatureUnit',
  'timezone',
  'mapTilerKey',
  'hereKey',
  'pinned',
  'logoWidth',
  'deviceLimit',
] as const satisfies readonly Exclude<Name, ServerSwitch>[];
export type ServerText = (typeof TEXTS)[number];

/** The settings as a form holds them. An empty text = not set. */
export interface ServerValues
  extends Readonly<Record<ServerFlag | ServerSwitch, boolean>>, Readonly<Record<ServerText, string>> {
  readonly map: MapDefaults;
  readonly coordinateFormat: string;
  readonly announcement: string;
}

export function serverValues(settings: ServerSettings, brand: string): ServerValues {
  const names = serverAttributes(brand);
  const { attributes } = settings;
  const limit = Number(attributes[names.deviceLimit] ?? 0);
  return {
    map: mapDefaults(settings),
    coordinateFormat: settings.coordinateFormat ?? '',
    announcement: settings.announcement ?? '',
    ...recordOf(SERVER_FLAGS, (flag) => settings[flag]),
    ...recordOf(SWITCHES, (name) =>
      USUALLY_ON.some((each) => each === name)
        ? !isOff(attributes, names[name])
        : isSet(attributes, names[name]),
    ),
    ...recordOf(TEXTS, (name) => {
      const value = attributes[names[name]];
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    }),
    // docs/reference/requirements.md SPEC §5: only a limit above 0 counts.
    deviceLimit: limit > 0 ? String(limit) : '',
  };
}

/** Keys of the namespace `server`, or of `account` for the map. */
export function checkServer({ map, deviceLimit, logoWidth }: ServerValues): ReturnType<
  typeof checkMapDefaults
> & {
  readonly deviceLimit?: 'deviceLimitWrong';
  readonly logoWidth?: 'logoWidthWrong';
} {
  const limit = deviceLimit.trim();
  const width = logoWidth.trim();
  return {
    ...checkMapDefaults(map),
    ...(width !== '' &&
      !fitsAttribute(SERVER_ATTRIBUTES.logoWidth, Number(width)) && { logoWidth: 'logoWidthWrong' }),
    ...(!/^\d{0,9}$/.test(limit) && { deviceLimit: 'deviceLimitWrong' }),
  };
}

/**
 * The settings to write: `fresh`, as the server has them now, with the user's changes.
 * @param before Initial values of the form.
 * @param after Values of the form; checked.
 */
export function changedServer(
  fresh: ServerSettings,
  { before, after, brand }: { before: ServerValues; after: ServerValues; brand: string },
): ServerSettings {
  const [oldFields, newFields] = [writtenFields(before), writtenFields(after)];
  const [oldAttributes, newAttributes] = [writtenAttributes(before, brand), writtenAttributes(after, brand)];
  const fields = Object.entries(newFields).filter(
    ([name, value]) => value !== oldFields[name as keyof typeof oldFields],
  );
  const changed = new Set(
    Object.values(serverAttributes(brand)).filter((name) => oldAttributes[name] !== newAttributes[name]),
  );
  const unchanged = Object.entries(fresh.attributes).filter(([name]) => !changed.has(name));
  const put = [...changed].flatMap((name) => {
    const value = newAttributes[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...fresh, ...Object.fromEntries(fields), attributes: Object.fromEntries([...unchanged, ...put]) };
}

function writtenFields(values: ServerValues) {
  const { map, coordinateFormat, announcement } = values;
  // Clusters are a preference of each user: those of the server are not read.
  const { attributes: _clusters, ...start } = writtenMapDefaults(map, {});
  return {
    ...start,
    ...recordOf(SERVER_FLAGS, (flag) => values[flag]),
    coordinateFormat: coordinateFormat === '' ? null : coordinateFormat,
    announcement: announcement.trim() === '' ? null : announcement.trim(),
  };
}

function writtenAttributes(values: ServerValues, brand: string): Attributes {
  const names = serverAttributes(brand);
  const written: Record<string, AttributeValue> = {};
  for (const name of TEXTS) {
    const text = name === 'pinned' ? listed(values.pinned) : values[name].trim();
    if (text !== '') written[names[name]] = text;
  }
  const limit = Number(values.deviceLimit);
  if (limit > 0) written[names.deviceLimit] = limit;
  else delete written[names.deviceLimit];
  if (values.logoWidth.trim() !== '') written[names.logoWidth] = Number(values.logoWidth);
  for (const name of SWITCHES) written[names[name]] = values[name];
  return written;
}

/** A comma list: each name once, in the order of the user. */
const listed = (text: string): string =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '').join(',');
