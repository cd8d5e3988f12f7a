/** @source docs/reference/requirements.md SPEC §9 "Mobile detection": a mobile user agent, or width up to 768 px. */
export const PHONE_WIDTH = '(max-width: 768px)';
export const PHONE_AGENT = /Android.+Mobile|iPhone|iPod|Windows Phone|IEMobile|Opera Mini/i;

export const isPhone = (): boolean =>
  PHONE_AGENT.test(navigator.userAgent) || window.matchMedia(PHONE_WIDTH).matches;
