import { type ComponentProps, type ReactNode, useEffect } from "react";
import { cx } from "#web/lib/cx.ts";

/** A panel on the ground. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={cx("rounded-card border border-line bg-panel p-4 shadow-card sm:p-6", className)}
    />
  );
}

interface CardHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** What stands at the right of the title. */
  readonly actions?: ReactNode;
  readonly id?: string;
}

/** The head of a card: its title as a second-level heading. */
export function CardHeader({ title, description, actions, id }: CardHeaderProps) {
  return (
    <div
      className={cx(
        // Room for a word of the title: on a phone the actions are below it where both are too wide for one row.
        "mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 sm:grid sm:grid-cols-[minmax(6rem,1fr)_auto]",
        description ? "sm:items-start" : null,
      )}
    >
      <h2
        id={id}
        className="min-w-24 flex-1 scroll-mt-20 font-semibold text-ink text-lg leading-tight tracking-tight"
      >
        {title}
      </h2>
      {actions && <div className={description ? "sm:row-span-2" : ""}>{actions}</div>}
      {/* Beside the actions only where there is room for both. */}
      {description && <p className="w-full max-w-prose text-muted text-sm sm:col-start-1">{description}</p>}
    </div>
  );
}

interface TitledCardProps extends CardHeaderProps {
  readonly id: string;
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Goes to a card that the address names, once it is there: some cards load after their page. */
function useIsSought(id: string): void {
  useEffect(() => {
    const title = document.getElementById(id);
    const isTyping = document.activeElement?.matches("input, textarea, select");
    if (title === null || window.location.hash !== `#${id}` || isTyping) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    title.scrollIntoView();
  }, [id]);
}

/** A card that is named after its title. @property id the title's, unique on the page */
export function TitledCard({ className, children, ...header }: TitledCardProps) {
  useIsSought(header.id);
  return (
    <Card aria-labelledby={header.id} className={className}>
      <CardHeader {...header} />
      {children}
    </Card>
  );
}
