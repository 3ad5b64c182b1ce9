import { useId } from "react";
import {
  type Choice,
  foldedCount,
  KIND_NAMES,
  ORDER_NAMES,
} from "#web/features/live-coinflips/watch/flip.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { Radios, Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";

interface FlipFilterProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
  /** Whether a phone shows order and value, too; wider screens always do. */
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

interface BoundProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const Bound = ({ onChange, ...rest }: BoundProps) => (
  <Field
    {...rest}
    {...amountInput}
    min={0}
    placeholder="Any"
    className="min-w-0"
    onChange={(event) => onChange(event.target.value)}
  />
);

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
