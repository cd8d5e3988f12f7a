/**
 * Attributes that control how records of a device are accepted, for one device or for a group.
 * @source docs/reference/tracking-api.md §2.20
 */
const OF_RECORDS: readonly string[] = (
  'speedLimit fuelDropThreshold fuelIncreaseThreshold fuelCapacity proximityEnterDistance ' +
  'proximityExitDistance unaccompaniedDistance deviceInactivityStart deviceInactivityPeriod ' +
  'event.motion.speedThreshold filter.invalid filter.zero filter.duplicate filter.outdated ' +
  'filter.approximate filter.static filter.future filter.past filter.accuracy filter.distance ' +
  'filter.maxSpeed filter.minPeriod filter.dailyLimit filter.dailyLimitInterval filter.skipLimit ' +
  'filter.skipAttributes time.override time.ahead processing.copyAttributes decoder.timezone ' +
  'trip.logic trip.start trip.trackerFlags trip.startSpeed trip.stopSpeed trip.minStop ' +
  'trip.minStopIgnitionOff trip.standRadius trip.minDistance trip.silence trip.silenceIgnitionOn ' +
  'trip.holeFactor fuel.table fuel.sensor fuel.minFill fuel.minDrain litresPer100Km ' +
  'fuel.litresPer100Km fuel.idleLitresPerHour report.trip.minDistance report.trip.minDuration ' +
  'report.trip.stopGap harsh.source harsh.braking harsh.acceleration harsh.cornering ' +
  'drive.maxWithoutBreak drive.minBreak night.from night.to work.hours timezone'
).split(' ');

/**
 * Attributes with a meaning for this server, by the entity that has them: forms suggest them. Others are allowed too.
 */
export const KNOWN_ATTRIBUTES = {
  device: [...OF_RECORDS, 'devicePassword', 'notificationTokens'],
  group: [...OF_RECORDS, 'score.settings'],
  /** Parameters of a saved command. @source docs/reference/tracking-api.md §2.9 */
  command: (
    'data index enable frequency radius message phone server port timezone language devicePassword ' +
    'uniqueId noQueue'
  ).split(' '),
  notification: ['priority', 'geofenceIds'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
