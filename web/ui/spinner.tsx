/** A turning ring with a word beside it that says what is waited for. */
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

/** A spinner in the middle of an otherwise empty page. */
export function PageSpinner({ label }: { label?: string }) {
  return (
    <div className="grid min-h-[60vh] place-items-center">
      <Spinner {...(label !== undefined && { label })} />
    </div>
  );
}
