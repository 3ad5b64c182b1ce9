import type { ReactNode } from "react";

interface RoundPeopleProps {
  /** What they are called, such as "Players". */
  readonly name: string;
  readonly count: number;
  /** Whether the round is not known yet: nothing is said of it, its count included. */
  readonly isLoading: boolean;
  /** A list item for each. */
  readonly children: ReactNode;
}

/** Everybody in a round. Where the bet is below it, its height is fixed: nobody's bet moves the form. */
export function RoundPeople({ name, count, isLoading, children }: RoundPeopleProps) {
  return (
    <section
      aria-label={isLoading ? name : `${name}, ${count}`}
      aria-busy={isLoading}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      tabIndex={0}
      className="h-40 overflow-y-auto rounded-lg xl:h-auto xl:max-h-72 xl:min-h-40"
    >
      {isLoading && (
        <span role="status" className="sr-only">
          Loading...
        </span>
      )}
      {count > 0 && <ul className="divide-y divide-line">{children}</ul>}
      {count === 0 && !isLoading && <p className="text-muted text-sm">Nobody is in yet.</p>}
    </section>
  );
}
