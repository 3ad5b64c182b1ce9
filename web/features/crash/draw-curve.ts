/** What is in view at least: eight seconds, and twice the stake. */
const SECONDS_LEAST = 8;
const MULTIPLIER_LEAST = 2;
/** Points that the line is drawn through. */
const POINTS = 64;
const RATE = 0.06;
const LINE_WIDTH = 4;

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
  const room = height - LINE_WIDTH;
  return Array.from({ length: POINTS }, (_, i) => {
    const at = (seconds * i) / (POINTS - 1);
    const risen = (Math.exp(RATE * at) - 1) / up;
    return [(at / across) * width, LINE_WIDTH / 2 + room * (1 - risen)] as const;
  });
}

/** Draws the line of a round. */
export function drawCurve(canvas: CanvasRenderingContext2D, view: CurveView, color: string): void {
  canvas.clearRect(0, 0, view.width, view.height);
  canvas.beginPath();
  for (const [x, y] of curvePoints(view)) canvas.lineTo(x, y);
  canvas.strokeStyle = color;
  canvas.lineWidth = LINE_WIDTH;
  canvas.lineCap = "round";
  canvas.lineJoin = "round";
  canvas.stroke();
}
