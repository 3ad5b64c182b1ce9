import { ChevronDown, Filter } from "lucide-react";
import { useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { FilterForm, type FilterFormProps } from "#web/ui/forms/filter-form.tsx";

/** The filters of a list behind a button on a phone, where they would fill the first view. */
export function FoldedFilters(props: FilterFormProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isSet = props.fields.some(({ name }) => Boolean(props.values[name]));
  return (
    <div className="mb-6 grid gap-4">
      <Button aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)} className="sm:hidden">
        <Filter className="size-4" aria-hidden="true" />
        <span className="flex-1 text-left">
          {props.label} {isSet && <Badge tone="accent">Filtered</Badge>}
        </span>
        <ChevronDown className={cx("size-4", isUnfolded && "rotate-180")} aria-hidden="true" />
      </Button>
      <div className={cx(!isUnfolded && "max-sm:hidden")}>
        <FilterForm {...props} />
      </div>
    </div>
  );
}
