/** The least in view: eight seconds, and twice the stake. */
const SECONDS_LEAST = 8;
const MULTIPLIER_LEAST = 2;
/** Points that the line is drawn through. */
const POINTS = 64;
const RATE = 0.06;
const LINE_WIDTH = 4;
const DOT_RADIUS = 6;
const FILL_ALPHA = 0.14;

export interface CurveView {
  readonly width: number;
  readonly height: number;
  /** Seconds since the start. */
  readonly seconds: number;
}

/** The points of the line in a view, from the start to now: a picture only, never money. */
export function curvePoints({ width, height, seconds }: CurveView): readonly (readonly [number, number])[] {
  const across = Math.max(SECONDS_LEAST, seconds);
  const up = Math.max(MULTIPLIER_LEAST, Math.exp(RATE * seconds)) - 1;
  // The dot at the end has room on every side, at the start as well.
  const [wide, high] = [width - 2 * DOT_RADIUS, height - 2 * DOT_RADIUS];
  return Array.from({ length: POINTS }, (_, i) => {
    const at = (seconds * i) / (POINTS - 1);
    const risen = (Math.exp(RATE * at) - 1) / up;
    return [DOT_RADIUS + (at / across) * wide, DOT_RADIUS + high * (1 - risen)] as const;
  });
}

/** Draws the line of a round, in device pixels, in the colour that the canvas has as text. */
export function drawCurve(canvas: HTMLCanvasElement, seconds: number): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const points = curvePoints({ width, height, seconds });
  const [x = 0, y = 0] = points.at(-1) ?? [];
  context.strokeStyle = getComputedStyle(canvas).color;
  context.fillStyle = context.strokeStyle;
  context.beginPath();
  for (const point of points) context.lineTo(...point);
  context.lineWidth = LINE_WIDTH;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke();
  context.lineTo(x, height);
  context.lineTo(DOT_RADIUS, height);
  context.globalAlpha = FILL_ALPHA;
  context.fill();
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(x, y, DOT_RADIUS, 0, 2 * Math.PI);
  context.fill();
}
