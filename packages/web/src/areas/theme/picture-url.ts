/** Address of a picture of a brand; '' = none. */
export const pictureUrl = (use: 'logo' | 'icon', file: string): string =>
  `/ext/assets/custom/${file}${use === 'icon' ? '-180.png' : ''}`;
