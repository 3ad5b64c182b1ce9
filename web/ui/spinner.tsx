/** A spinner with a label. */
export function Spinner({ label = "Loading..." }: { label?: string }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 text-muted">
      <svg viewBox="0 0 24 24" className="size-8 animate-spin" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9.5" className="stroke-line-strong" strokeWidth="2.5" />
        <path
          d="M21.5 12A9.5 9.5 0 0 0 12 2.5"
          className="stroke-ink"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className="text-sm">{label}</span>
    </div>
  );
}

/** A full-height spinner, so that the footer does not jump. */
export const PageSpinner = () => (
  <div className="flex min-h-dvh flex-col items-center pt-[28vh]">
    <Spinner />
  </div>
);
