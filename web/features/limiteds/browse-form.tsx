import { type Criteria as Chosen, faultsOf, RARITIES, SORTS } from "#web/features/limiteds/browse.ts";
import { Select } from "#web/ui/forms/choice.tsx";
import { BoundField, Criteria, fieldsOf, SearchField } from "#web/ui/forms/criteria.tsx";

interface BrowseFormProps {
  readonly criteria: Chosen;
  readonly onChange: (criteria: Chosen) => void;
}

/** What to look for in the catalogue; each change counts at once. */
export function BrowseForm({ criteria, onChange }: BrowseFormProps) {
  const field = fieldsOf(criteria, onChange);
  const faults = faultsOf(criteria);
  return (
    <Criteria className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1.3fr_1.3fr_1fr_1fr]">
      <SearchField placeholder="Name of an item" {...field("search")} className="col-span-2 lg:col-span-1" />
      <Select label="Sort" options={SORTS} {...field("sort")} className="min-w-0" />
      <Select label="Rarity" options={RARITIES} {...field("rarity")} className="min-w-0" />
      <BoundField label="Least value" error={faults.least} {...field("least")} />
      <BoundField label="Most value" error={faults.most} {...field("most")} />
    </Criteria>
  );
}
