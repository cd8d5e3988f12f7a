import styles from './login.module.css';

/** Three trails with their last positions: what the product is about, in the brand's color. */
export function TrailBackdrop() {
  return (
    <svg className={styles.backdrop} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g className={styles.streets}>
        <path d="M-20 190 420 250 760 90 1460 180M-20 520 330 470 620 560 1010 470 1460 560M-20 800 480 730 900 820 1460 740" />
        <path d="M180-20 240 300 150 620 230 920M560-20 520 330 610 640 560 920M930-20 960 280 900 600 980 920M1270-20 1220 330 1300 620 1240 920" />
      </g>
      <g className={styles.trails}>
        <path d="M-20 640C120 640 180 560 270 500S420 330 500 300" />
        <path d="M1460 300C1340 300 1300 420 1210 470S1080 640 1010 700" />
        <path d="M1060-20C1060 80 1110 130 1170 170" />
      </g>
      <g className={styles.heads}>
        <circle cx="500" cy="300" r="7" />
        <circle cx="1010" cy="700" r="7" />
        <circle cx="1170" cy="170" r="7" />
      </g>
    </svg>
  );
}
