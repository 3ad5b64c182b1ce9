import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { RARITIES } from "#web/features/limiteds/browse.ts";
import { CONDITION_LABELS, SORTS } from "#web/features/listings/messages.ts";
import { type Criteria as Chosen, EVERYTHING, FILTERS, faultsOf } from "#web/features/listings/queries.ts";
import { useCategories } from "#web/features/listings/use-categories.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { BoundField, Criteria, fieldsOf, SearchField } from "#web/ui/forms/criteria.tsx";

interface CriteriaFormProps {
  readonly criteria: Chosen;
  readonly onChange: (criteria: Chosen) => void;
}

const CONDITIONS = { all: "Any condition", ...CONDITION_LABELS } as const;
const METHODS = { all: "Any method", ...METHOD_LABELS } as const;

function Filters({ criteria, onChange }: CriteriaFormProps) {
  const field = fieldsOf(criteria, onChange);
  const faults = faultsOf(criteria);
  const categories = useCategories({ all: "Any category" });
  return (
    <div className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-6">
      <BoundField label="Lowest price ($)" error={faults.least} {...field("minPrice")} />
      <BoundField label="Highest price ($)" error={faults.most} {...field("maxPrice")} />
      <Select label="Rarity" options={RARITIES} {...field("rarity")} className="min-w-0" />
      <Select label="Condition" options={CONDITIONS} {...field("condition")} className="min-w-0" />
      <Select label="Payment method" options={METHODS} {...field("paymentMethod")} className="min-w-0" />
      <Select label="Category" options={categories} {...field("category")} className="min-w-0" />
    </div>
  );
}

/** The filters of the shop; each change applies at once. */
export function CriteriaForm({ criteria, onChange }: CriteriaFormProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const field = fieldsOf(criteria, onChange);
  const set = FILTERS.filter((name) => criteria[name] !== EVERYTHING[name]).length;
  return (
    <Criteria className="mb-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[2fr_1fr_auto]">
        <SearchField placeholder="Title or item" {...field("search")} className="col-span-2 sm:col-span-1" />
        <Select label="Sort" options={SORTS} {...field("sort")} className="min-w-0" />
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal className="hidden size-4 sm:block" aria-hidden="true" />
          Filters{set > 0 && ` (${set})`}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        <Filters criteria={criteria} onChange={onChange} />
      </div>
    </Criteria>
  );
}
