import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { cx } from "#web/lib/cx.ts";

export const inputClass =
  "min-h-11 w-full rounded-control border border-field bg-sunken px-3.5 text-base text-ink placeholder:text-faint transition-colors hover:border-faint focus-visible:border-accent disabled:opacity-50 aria-invalid:border-loss";

interface Labelled {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly className?: string | undefined;
}

/** What ties an input to its label, its hint and its error. */
interface Ties {
  readonly id: string;
  readonly "aria-invalid": true | undefined;
  readonly "aria-describedby": string | undefined;
}

/** A label above what is filled in, with hint and error tied to it; the error is announced as soon as it appears. */
export function LabelledInput({
  label,
  hint,
  error,
  className,
  children,
}: Labelled & { readonly children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const notes = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className={cx("space-y-1.5", className)}>
      <label htmlFor={id} className="block font-medium text-muted text-sm">
        {label}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": notes || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-faint text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-loss text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

/** A labelled input of one line. */
export function Field({
  label,
  hint,
  error,
  className,
  ...input
}: Labelled & Omit<ComponentProps<"input">, "id" | keyof Ties>) {
  return (
    <LabelledInput label={label} hint={hint} error={error} className={className}>
      {(ties) => <input {...input} {...ties} className={inputClass} />}
    </LabelledInput>
  );
}

/** A labelled input of several lines. */
export function TextArea({
  label,
  hint,
  error,
  className,
  ...input
}: Labelled & Omit<ComponentProps<"textarea">, "id" | keyof Ties>) {
  return (
    <LabelledInput label={label} hint={hint} error={error} className={className}>
      {(ties) => <textarea rows={3} {...input} {...ties} className={cx(inputClass, "py-2.5")} />}
    </LabelledInput>
  );
}
