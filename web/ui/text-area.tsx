import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "#web/lib/cx.ts";
import { inputClass } from "#web/ui/field.tsx";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "id"> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A labelled input of several lines whose hint and error are tied to it. */
export function TextArea({ label, hint, error, className, ...input }: TextAreaProps) {
  const id = useId();
  const notes = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null);
  return (
    <div className={cx("space-y-1.5", className)}>
      <label htmlFor={id} className="block font-medium text-muted text-sm">
        {label}
      </label>
      <textarea
        rows={3}
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={notes || undefined}
        className={cx(inputClass, "py-2.5")}
      />
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
