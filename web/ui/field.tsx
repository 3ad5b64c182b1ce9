import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { cx } from "#web/lib/cx.ts";

export const inputClass =
  "min-h-11 w-full rounded-control border border-line-strong bg-sunken px-3.5 text-base text-ink placeholder:text-faint transition-colors hover:border-faint focus-visible:border-accent disabled:opacity-50 aria-invalid:border-loss";

interface FieldProps extends Omit<ComponentProps<"input">, "id"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A labelled input whose hint and error are tied to it. */
export function Field({ label, hint, error, className, ...input }: FieldProps) {
  const id = useId();
  const notes = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className={cx("space-y-1.5", className)}>
      <label htmlFor={id} className="block font-medium text-muted text-sm">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        className={inputClass}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-loss text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
