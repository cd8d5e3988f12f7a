/** Line drawings of the map's own buttons, 24 × 24, in the color of the text. */
const PATHS = {
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4M12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5',
  layers: 'M12 3.5l8.5 4.6L12 12.7L3.5 8.1ZM3.5 12.2l8.5 4.6l8.5-4.6M3.5 16.2l8.5 4.6l8.5-4.6',
  stack:
    'M12 4a3 3 0 1 0 0 6a3 3 0 0 0 0-6M5.5 14a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M18.5 14a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5M11 9.8l-4 4.6M13 9.8l4 4.6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.3 15.3L20 20',
  place: 'M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10M12 2.5V7M12 17v4.5M2.5 12H7M17 12h4.5',
  nearest:
    'M12 10.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 0 0 0-3M12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 0 0 0-19',
  tools: 'M5 12h.01M12 12h.01M19 12h.01',
  ruler: 'M3.5 15.5L15.5 3.5l5 5L8.5 20.5ZM7 12l2 2M10 9l2.8 2.8M13 6l2 2',
  print:
    'M7 9V3.5h10V9M7 17H4.5A1.5 1.5 0 0 1 3 15.5v-5A1.5 1.5 0 0 1 4.5 9h15a1.5 1.5 0 0 1 1.5 1.5v5a1.5 1.5 0 0 1-1.5 1.5H17M7 14h10v6.5H7Z',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  keys: 'M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5ZM7 10h.01M12 10h.01M17 10h.01M8 14h8',
  close: 'M6 6l12 12M18 6L6 18',
} as const;

export function MapIcon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === 'tools' ? 3 : 1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
