export type SpeedUnit = 'kmh' | 'mph' | 'kn';
export type DistanceUnit = 'km' | 'mi' | 'nmi';
