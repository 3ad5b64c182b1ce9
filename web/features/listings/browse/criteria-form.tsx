import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { RARITIES } from "#web/features/limiteds/browse.ts";
import { CONDITION_LABELS, SORTS } from "#web/features/listings/messages.ts";
import { type Criteria as Chosen, EVERYTHING, FILTERS, faultsOf } from "#web/features/listings/queries.ts";
import { useCategories } from "#web/features/listings/use-categories.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { BoundField, Criteria, SearchField } from "#web/ui/forms/criteria.tsx";

interface CriteriaFormProps {
  readonly criteria: Chosen;
  readonly onChange: (criteria: Chosen) => void;
}

const CONDITIONS = { all: "Any condition", ...CONDITION_LABELS } as const;
const METHODS = { all: "Any method", ...METHOD_LABELS } as const;

function Filters({ criteria, onChange }: CriteriaFormProps) {
  const change = (part: Partial<Chosen>) => onChange({ ...criteria, ...part });
  const faults = faultsOf(criteria);
  const categories = useCategories({ all: "Any category" });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 xl:grid-cols-6">
      <BoundField
        label="Lowest price ($)"
        value={criteria.minPrice}
        error={faults.least}
        onChange={(minPrice) => change({ minPrice })}
      />
      <BoundField
        label="Highest price ($)"
        value={criteria.maxPrice}
        error={faults.most}
        onChange={(maxPrice) => change({ maxPrice })}
      />
      <Select
        label="Rarity"
        options={RARITIES}
        value={criteria.rarity}
        onChange={(rarity) => change({ rarity })}
        className="min-w-0"
      />
      <Select
        label="Condition"
        options={CONDITIONS}
        value={criteria.condition}
        onChange={(condition) => change({ condition })}
        className="min-w-0"
      />
      <Select
        label="Payment method"
        options={METHODS}
        value={criteria.paymentMethod}
        onChange={(paymentMethod) => change({ paymentMethod })}
        className="min-w-0"
      />
      <Select
        label="Category"
        options={categories}
        value={criteria.category}
        onChange={(category) => change({ category })}
        className="min-w-0"
      />
    </div>
  );
}

/** What to look for in the shop; each change counts at once. */
export function CriteriaForm({ criteria, onChange }: CriteriaFormProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const change = (part: Partial<Chosen>) => onChange({ ...criteria, ...part });
  const set = FILTERS.filter((name) => criteria[name] !== EVERYTHING[name]).length;
  return (
    <Criteria className="mb-4 space-y-3">
      <div className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[2fr_1fr_auto]">
        <SearchField
          placeholder="Title or item"
          value={criteria.search}
          onChange={(search) => change({ search })}
          className="col-span-2 sm:col-span-1"
        />
        <Select label="Sort" options={SORTS} value={criteria.sort} onChange={(sort) => change({ sort })} />
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal className="size-4" aria-hidden="true" />
          Filters{set > 0 && ` (${set})`}
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        <Filters criteria={criteria} onChange={onChange} />
      </div>
    </Criteria>
  );
}
