/** The marks as paths on a field of 24 by 24. */
export const SIDE_MARKS = {
  rbx: "M12 1.8 20.8 6.9v10.2L12 22.2 3.2 17.1V6.9Zm0 6.7L8.9 10.3v3.4l3.1 1.8 3.1-1.8v-3.4Z",
  tix: "M2 6.5A1.5 1.5 0 0 1 3.5 5h17A1.5 1.5 0 0 1 22 6.5v3a2.5 2.5 0 0 0 0 5v3a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 17.5v-3a2.5 2.5 0 0 0 0-5ZM9 8v2h2v6h2v-6h2V8Z",
} as const;

/** The mark of a side: a hexagon for RBX, a ticket for TIX. Drawn in the colour of the text around it. */
export function SideMark({ side, className }: { side: "rbx" | "tix"; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} fill="currentColor" fillRule="evenodd" aria-hidden="true">
      <path d={SIDE_MARKS[side]} />
    </svg>
  );
}
