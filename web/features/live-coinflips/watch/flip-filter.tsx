import { useId } from "react";
import {
  type Choice,
  foldedCount,
  KIND_NAMES,
  ORDER_NAMES,
} from "#web/features/live-coinflips/watch/flip.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Radios, Select } from "#web/ui/forms/choice.tsx";
import { inputClass } from "#web/ui/forms/field.tsx";

interface FlipFilterProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  /** Whether a phone shows order and value, too; wider screens always do. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function Bound({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="min-w-0 space-y-1.5">
      <label htmlFor={id} className="block font-medium text-muted text-sm">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        placeholder="Any"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={inputClass}
      />
    </div>
  );
}

/** Chooses among open coinflips by kind and value, and their order. */
export function FlipFilter({ choice, onChange, isOpen, onOpen }: FlipFilterProps) {
  const id = useId();
  const set = foldedCount(choice);
  return (
    <div className="mb-2 grid gap-3 @xl:grid-cols-3 @3xl:grid-cols-[minmax(0,1fr)_11rem_8rem_8rem] @3xl:items-end">
      <div className="@xl:col-span-3 @3xl:col-span-1">
        <Radios
          legend="Kind"
          options={KIND_NAMES}
          value={choice.kind}
          onChange={(kind) => onChange({ ...choice, kind })}
        />
      </div>
      <Button
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
        className="@xl:col-span-3 sm:hidden"
      >
        Filters{set > 0 && ` (${set})`}
      </Button>
      <div id={id} className={cx(isOpen ? "contents" : "hidden", "sm:contents")}>
        <Select
          label="Order"
          options={ORDER_NAMES}
          value={choice.order}
          onChange={(order) => onChange({ ...choice, order })}
        />
        <div className="grid grid-cols-2 gap-3 @xl:contents">
          <Bound
            label="Minimum value"
            value={choice.least}
            onChange={(least) => onChange({ ...choice, least })}
          />
          <Bound
            label="Maximum value"
            value={choice.most}
            onChange={(most) => onChange({ ...choice, most })}
          />
        </div>
      </div>
    </div>
  );
}
