import { type ReactNode, useId } from "react";
import { cx } from "#web/lib/cx.ts";
import { inputClass, LabelledInput } from "#web/ui/forms/field.tsx";

interface RadiosProps<T extends string> {
  /** What is chosen between. */
  readonly legend: string;
  readonly options: Readonly<Record<T, ReactNode>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  /** Leaves the legend to those who cannot see the choice. */
  readonly isLegendHidden?: boolean;
}

/** One of few options, as radio buttons that look like tabs. */
export function Radios<T extends string>(props: RadiosProps<T>) {
  const { legend, options, value, onChange, disabled = false, isLegendHidden = false } = props;
  const name = useId();
  return (
    <fieldset disabled={disabled} className="min-w-0 disabled:opacity-50">
      <legend className={isLegendHidden ? "sr-only" : "mb-1.5 font-medium text-muted text-sm"}>
        {legend}
      </legend>
      <div className="flex gap-1 rounded-control border border-line bg-sunken p-0.75">
        {(Object.keys(options) as T[]).map((option) => (
          <label
            key={option}
            className={cx(
              "flex min-h-11 flex-1 cursor-pointer items-center justify-center whitespace-nowrap rounded-lg px-3 font-medium text-sm transition-colors sm:min-h-9 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              option === value ? "picked" : "text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="sr-only"
            />
            {options[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly options: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
  readonly className?: string;
}

/** One of several, as the platform's own list. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, options, value, onChange, disabled = false, error, className } = props;
  return (
    <LabelledInput label={label} error={error} className={className}>
      {(ties) => (
        <select
          {...ties}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as T)}
          className={cx(inputClass, "max-sm:pr-1")}
        >
          {(Object.keys(options) as T[]).map((option) => (
            <option key={option} value={option}>
              {options[option]}
            </option>
          ))}
        </select>
      )}
    </LabelledInput>
  );
}
