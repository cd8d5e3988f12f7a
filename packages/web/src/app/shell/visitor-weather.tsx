import { useQuery } from '@tanstack/react-query';
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudMoon,
  CloudRain,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  Moon,
  Snowflake,
  Sun,
  Thermometer,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { initialView } from '../initial-view.ts';
import { useServices, useSignedIn } from '../../kernel/services.tsx';
import { useFormat } from '../../kernel/formats/use-format.ts';
import styles from './header.module.css';
import { weatherKind, type WeatherKind } from './weather-kind.ts';

const QUARTER_HOUR_MS = 900_000;

const ICONS: Readonly<Record<WeatherKind, LucideIcon>> = {
  clear: Sun,
  mainlyClear: Sun,
  partlyCloudy: CloudSun,
  overcast: Cloud,
  fog: CloudFog,
  lightRain: CloudDrizzle,
  rain: CloudRain,
  heavyRain: CloudRainWind,
  lightSnow: CloudSnow,
  snow: CloudSnow,
  heavySnow: Snowflake,
  showers: CloudSunRain,
  heavyShowers: CloudRainWind,
  other: Thermometer,
};
const AT_NIGHT: Partial<Record<WeatherKind, LucideIcon>> = {
  clear: Moon,
  mainlyClear: Moon,
  partlyCloudy: CloudMoon,
};

/** Weather and city of the visitor, through our own server. What it does not know is simply not here. */
export function VisitorWeather() {
  const { t } = useTranslation('shell');
  const { extension } = useServices();
  const signedIn = useSignedIn();
  const format = useFormat();
  // A visitor whose address leads nowhere, e.g. in the company's own network, is where the map starts.
  const [place] = useState(() => initialView(signedIn)?.centre ?? null);
  const { data } = useQuery({
    queryKey: ['visitor', place],
    queryFn: async ({ signal }) => {
      const answer = await extension.visitor(place, signal);
      return answer.ok ? answer.value : null;
    },
    staleTime: QUARTER_HOUR_MS,
    refetchInterval: QUARTER_HOUR_MS,
    retry: false,
  });
  const { city = null, weather = null } = data ?? {};
  if (city === null && weather === null) return null;
  const kind = weather === null ? null : weatherKind(weather.code);
  const Icon =
    kind === null ? null : ((weather?.isDay === false ? AT_NIGHT[kind] : undefined) ?? ICONS[kind]);
  const sky = kind === null ? '' : t(`shell:weather.${kind}`);
  return (
    <span
      className={styles.weather}
      title={weather === null ? undefined : t('shell:weather.credit', { sky })}
    >
      {Icon !== null && <Icon size={17} role="img" aria-label={sky} />}
      {weather !== null && <span>{format.unit(weather.temperature, 'celsius')}</span>}
      {city !== null && <span className={styles.city}>{city}</span>}
    </span>
  );
}
