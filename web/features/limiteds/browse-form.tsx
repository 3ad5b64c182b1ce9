import { type Criteria, faultsOf, RARITIES, SORTS } from "#web/features/limiteds/browse.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";

interface BrowseFormProps {
  readonly criteria: Criteria;
  readonly onChange: (criteria: Criteria) => void;
}

/** What to look for in the catalogue; each change counts at once. */
export function BrowseForm({ criteria, onChange }: BrowseFormProps) {
  const change = (part: Partial<Criteria>) => onChange({ ...criteria, ...part });
  const faults = faultsOf(criteria);
  return (
    <search className="grid grid-cols-2 gap-3 rounded-card border border-line bg-panel p-3 sm:p-4 lg:grid-cols-[2fr_1.3fr_1.3fr_1fr_1fr]">
      <Field
        label="Search"
        type="search"
        placeholder="Name of an item"
        autoComplete="off"
        value={criteria.search}
        onChange={(event) => change({ search: event.target.value })}
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
      <Field
        label="Least value"
        inputMode="decimal"
        placeholder="Any"
        autoComplete="off"
        value={criteria.least}
        error={faults.least}
        onChange={(event) => change({ least: event.target.value })}
      />
      <Field
        label="Most value"
        inputMode="decimal"
        placeholder="Any"
        autoComplete="off"
        value={criteria.most}
        error={faults.most}
        onChange={(event) => change({ most: event.target.value })}
      />
    </search>
  );
}
