import type { FormEvent, ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { inputClass, LabelledInput } from "#web/ui/forms/field.tsx";

/** One filter of a list. */
export interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly inputMode?: "numeric" | "text";
  /** What it can be, where that is known: a list to choose from. */
  readonly options?: Readonly<Record<string, string>>;
  readonly type?: "text" | "datetime-local" | "date" | "search";
}

export interface FilterFormProps {
  /** What is filtered, as in 'Filter events'. */
  readonly label: string;
  readonly fields: readonly FilterField[];
  /** What is in force. */
  readonly values: Readonly<Record<string, string>>;
  readonly onApply: (values: Readonly<Record<string, string>>) => void;
  readonly action?: string;
  readonly children?: ReactNode;
}

function Input({ field, value }: { field: FilterField; value: string }) {
  const { name, label, options, placeholder, inputMode, type = "text" } = field;
  return (
    <LabelledInput label={label} className="min-w-0">
      {(ties) =>
        options ? (
          <select {...ties} name={name} defaultValue={value} className={inputClass}>
            {Object.entries(options).map(([option, text]) => (
              <option key={option} value={option}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...ties}
            name={name}
            type={type}
            step={type === "datetime-local" ? 1 : undefined}
            defaultValue={value}
            placeholder={placeholder}
            inputMode={inputMode}
            autoComplete="off"
            spellCheck={false}
            className={cx(inputClass, "min-w-0")}
          />
        )
      }
    </LabelledInput>
  );
}

/** The filters of a list: applied together, by Enter or the button, and cleared by another. */
export function FilterForm({ label, fields, values, onApply, action = "Apply", children }: FilterFormProps) {
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onApply(Object.fromEntries(fields.map(({ name }) => [name, String(form.get(name) ?? "").trim()])));
  };
  const isSet = fields.some(({ name }) => Boolean(values[name]));
  return (
    // A link may change the active filters: then the fields start over.
    <form
      key={fields.map(({ name }) => values[name] ?? "").join("\n")}
      aria-label={label}
      onSubmit={apply}
      className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      {fields.map((field) => (
        <Input key={field.name} field={field} value={values[field.name] ?? ""} />
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <Button type="submit">{action}</Button>
        <Button
          variant="ghost"
          disabled={!isSet}
          onClick={() => onApply(Object.fromEntries(fields.map(({ name }) => [name, ""])))}
        >
          Clear
        </Button>
        {children}
      </div>
    </form>
  );
}
