import { type Criteria as Chosen, faultsOf, RARITIES, SORTS } from "#web/features/limiteds/browse.ts";
import { Select } from "#web/ui/forms/choice.tsx";
import { BoundField, Criteria, SearchField } from "#web/ui/forms/criteria.tsx";

interface BrowseFormProps {
  readonly criteria: Chosen;
  readonly onChange: (criteria: Chosen) => void;
}

/** What to look for in the catalogue; each change counts at once. */
export function BrowseForm({ criteria, onChange }: BrowseFormProps) {
  const change = (part: Partial<Chosen>) => onChange({ ...criteria, ...part });
  const faults = faultsOf(criteria);
  return (
    <Criteria className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1.3fr_1.3fr_1fr_1fr]">
      <SearchField
        placeholder="Name of an item"
        value={criteria.search}
        onChange={(search) => change({ search })}
        className="col-span-2 lg:col-span-1"
      />
      <Select
        label="Sort"
        options={SORTS}
        value={criteria.sort}
        onChange={(sort) => change({ sort })}
        className="min-w-0"
      />
      <Select
        label="Rarity"
        options={RARITIES}
        value={criteria.rarity}
        onChange={(rarity) => change({ rarity })}
        className="min-w-0"
      />
      <BoundField
        label="Least value"
        value={criteria.least}
        error={faults.least}
        onChange={(least) => change({ least })}
      />
      <BoundField
        label="Most value"
        value={criteria.most}
        error={faults.most}
        onChange={(most) => change({ most })}
      />
    </Criteria>
  );
}
