import { Button } from '@mantine/core';
import { useId, useRef, useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pictures.module.css';

const WIDTH = 640;
const HEIGHT = 240;
const LINE = 4;

/** Takes a signature with a finger or a pen; without one, the typed name stands for it. */
export function SignaturePad({ onChange }: { readonly onChange: (signature: Blob | null) => void }) {
  const { t } = useTranslation('qrdriver');
  const label = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const [isEmpty, setEmpty] = useState(true);
  const draw = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = canvas.current?.getContext('2d');
    if (!context || !isDrawing.current) return;
    const { x, y } = pointIn(event);
    context.lineTo(x, y);
    context.stroke();
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (isEmpty) clear(context);
    isDrawing.current = true;
    const { x, y } = pointIn(event);
    context.beginPath();
    context.moveTo(x, y);
  };
  const end = (): void => {
    if (!isDrawing.current) return;
    isDrawing.current = false;
    setEmpty(false);
    canvas.current?.toBlob(onChange, 'image/png');
  };
  const forget = (): void => {
    const context = canvas.current?.getContext('2d');
    if (context) clear(context);
    setEmpty(true);
    onChange(null);
  };
  return (
    <div className={styles.signature}>
      <span id={label}>{t('qrdriver:proof.signature')}</span>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-labelledby={label}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {!isEmpty && (
        <Button variant="default" size="sm" onClick={forget}>
          {t('qrdriver:proof.clear')}
        </Button>
      )}
    </div>
  );
}

/** Black on white in light and dark: whoever looks at it later sees the same. */
function clear(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#fff';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = '#000';
  context.lineWidth = LINE;
  context.lineCap = 'round';
  context.lineJoin = 'round';
}

/** Point of the picture under the pointer. */
function pointIn({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: ((clientX - left) / width) * WIDTH, y: ((clientY - top) / height) * HEIGHT };
}
