interface NewCountProps {
  readonly count: number | string;
  /** What is counted, for screen readers. */
  readonly what: string;
}

/** How much is new, in a small badge behind a name. */
export const NewCount = ({ count, what }: NewCountProps) => (
  <span className="ml-1.5 inline-grid min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-ground text-xs tabular-nums leading-5">
    {count}
    <span className="sr-only"> {what}</span>
  </span>
);
