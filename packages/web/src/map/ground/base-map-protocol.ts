/** Files of the base map are packed: addresses with this protocol are read by our part of the map's worker. */
export const BASE_MAP_PROTOCOL = 'base-map';
