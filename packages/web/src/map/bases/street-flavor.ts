import type { Flavor } from '@protomaps/basemaps';
import type { ColourScheme, MapPalette } from '../map-palette.ts';

/**
 * Colors of streets, quiet enough that vehicles stand out. Land and water are those of the built-in world: where an
 * archive ends there is no seam.
 */
export function streetFlavor(palette: MapPalette, scheme: ColourScheme): Partial<Flavor> {
  const tones = scheme === 'light' ? LIGHT : DARK;
  const { road, casing } = tones;
  return {
    background: palette.water,
    earth: palette.land,
    water: palette.water,
    ...tones.ground,
    buildings: tones.building,
    other: road.small,
    minor_service: road.small,
    minor_a: road.minor,
    minor_b: road.minor,
    link: road.major,
    major: road.major,
    highway: road.highway,
    minor_service_casing: casing.minor,
    minor_casing: casing.minor,
    link_casing: casing.major,
    major_casing_early: casing.major,
    major_casing_late: casing.major,
    highway_casing_early: casing.highway,
    highway_casing_late: casing.highway,
    tunnel_other: tones.tunnel,
    tunnel_minor: tones.tunnel,
    tunnel_link: tones.tunnel,
    tunnel_major: tones.tunnel,
    tunnel_highway: tones.tunnel,
    bridges_other: road.small,
    bridges_minor: road.minor,
    bridges_link: road.major,
    bridges_major: road.major,
    bridges_highway: road.highway,
    bridges_other_casing: casing.minor,
    bridges_minor_casing: casing.minor,
    bridges_link_casing: casing.major,
    bridges_major_casing: casing.major,
    bridges_highway_casing: casing.highway,
    railway: tones.rail,
    boundaries: palette.border,
    ...labelsOf(palette, tones.street),
  };
}

function labelsOf(palette: MapPalette, street: string): Partial<Flavor> {
  return {
    roads_label_minor: street,
    roads_label_minor_halo: palette.countryHalo,
    roads_label_major: street,
    roads_label_major_halo: palette.countryHalo,
    subplace_label: palette.country,
    subplace_label_halo: palette.countryHalo,
    city_label: palette.city,
    city_label_halo: palette.countryHalo,
    state_label: palette.country,
    state_label_halo: palette.countryHalo,
    country_label: palette.country,
    address_label: palette.country,
    address_label_halo: palette.countryHalo,
    ocean_label: palette.city,
  };
}

interface Tones {
  readonly road: {
    readonly small: string;
    readonly minor: string;
    readonly major: string;
    readonly highway: string;
  };
  readonly casing: { readonly minor: string; readonly major: string; readonly highway: string };
  readonly tunnel: string;
  readonly rail: string;
  readonly building: string;
  /** Names of streets. */
  readonly street: string;
  readonly ground: Partial<Flavor>;
}

const LIGHT: Tones = {
  road: { small: '#ffffff', minor: '#ffffff', major: '#fff8e3', highway: '#fbe2ae' },
  casing: { minor: '#d6d0c3', major: '#cbbf9f', highway: '#d3a955' },
  tunnel: '#e6e1d7',
  rail: '#b3b6b8',
  building: '#e6e1d6',
  street: '#5a5f66',
  ground: {
    park_a: '#dfead6',
    park_b: '#cfe3c4',
    wood_a: '#d9e7d1',
    wood_b: '#cde0c3',
    scrub_a: '#e4ebd8',
    scrub_b: '#d9e5c9',
    pedestrian: '#eeebe2',
    industrial: '#eceae6',
    aerodrome: '#e9e9ec',
    runway: '#dcdde2',
    pier: '#e9e5dc',
  },
};

const DARK: Tones = {
  road: { small: '#2d3947', minor: '#394757', major: '#4d5f72', highway: '#77705a' },
  casing: { minor: '#1a232d', major: '#18212a', highway: '#1d2228' },
  tunnel: '#27323e',
  rail: '#3f4954',
  building: '#283340',
  street: '#b3c0cc',
  ground: {
    park_a: '#1f3030',
    park_b: '#20352f',
    wood_a: '#1f302e',
    wood_b: '#20332e',
    scrub_a: '#212f30',
    scrub_b: '#22322f',
    glacier: '#2c3743',
    sand: '#2a3239',
    beach: '#2d343a',
    hospital: '#2a2f3b',
    school: '#282f3a',
    industrial: '#242d38',
    military: '#262d37',
    zoo: '#20312f',
    pedestrian: '#263140',
    aerodrome: '#26303c',
    runway: '#364250',
    pier: '#2d3947',
    landcover: {
      grassland: '#20302f',
      barren: '#29313a',
      urban_area: '#252f3b',
      farmland: '#232f35',
      glacier: '#2c3743',
      scrub: '#222f32',
      forest: '#1e3030',
    },
  },
};
