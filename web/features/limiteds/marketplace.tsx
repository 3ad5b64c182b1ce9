import { useQuery } from "@tanstack/react-query";
import { SearchX, Store } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Limited } from "#domain/features/limiteds/contract.ts";
import {
  browse,
  type Criteria as Chosen,
  EVERYTHING,
  faultsOf,
  RARITIES,
  SORTS,
} from "#web/features/limiteds/browse.ts";
import { ItemCard, ItemGrid } from "#web/features/limiteds/item-card.tsx";
import { LoadedItems } from "#web/features/limiteds/loaded-items.tsx";
import { NO_LIMITEDS, NO_MATCH } from "#web/features/limiteds/messages.ts";
import { ITEMS_PER_PAGE, limitedsQuery } from "#web/features/limiteds/queries.ts";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { usePaging } from "#web/lib/api/use-paging.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Select } from "#web/ui/forms/choice.tsx";
import { BoundField, Criteria, fieldsOf, SearchField } from "#web/ui/forms/criteria.tsx";
import { PageTurner } from "#web/ui/lists/page-turner.tsx";

interface BrowseFormProps {
  readonly criteria: Chosen;
  readonly onChange: (criteria: Chosen) => void;
}

/** The filters of the catalogue; each change applies at once. */
function BrowseForm({ criteria, onChange }: BrowseFormProps) {
  const field = fieldsOf(criteria, onChange);
  const faults = faultsOf(criteria);
  return (
    <Criteria className="grid grid-cols-2 gap-3 lg:grid-cols-[2fr_1.3fr_1.3fr_1fr_1fr]">
      <SearchField placeholder="Item name" {...field("search")} className="min-w-0" />
      <Select label="Rarity" options={RARITIES} {...field("rarity")} className="min-w-0" />
      <Select label="Sort" options={SORTS} {...field("sort")} className="col-span-2 min-w-0 lg:col-span-1" />
      <BoundField label="Minimum value" error={faults.least} {...field("least")} />
      <BoundField label="Maximum value" error={faults.most} {...field("most")} />
    </Criteria>
  );
}

const ItemDialog = lazy(() => import("#web/features/limiteds/item-dialog.tsx"));

const SKELETONS = 8;
function Cards({ limiteds }: { limiteds: readonly Limited[] }) {
  const [viewed, setViewed] = useState<Limited | null>(null);
  return (
    <>
      <ItemGrid label="All limiteds">
        {limiteds.map((limited) => (
          <ItemCard
            key={limited.id}
            name={limited.name}
            url={limited.imageUrl}
            value={limited.estimatedValue}
            description={limited.description}
            badges={<RarityBadge rarity={limited.rarity} />}
            action={
              <Button size="sm" onClick={() => setViewed(limited)} aria-label={`View ${limited.name}`}>
                View
              </Button>
            }
          />
        ))}
      </ItemGrid>
      <Suspense fallback={null}>
        {viewed && <ItemDialog limited={viewed} onClose={() => setViewed(null)} />}
      </Suspense>
    </>
  );
}

function Items({ limiteds }: { limiteds: readonly Limited[] }) {
  const [criteria, setCriteria] = useState(EVERYTHING);
  const found = useMemo(() => browse(limiteds, criteria), [limiteds, criteria]);
  const turns = usePaging(found, ITEMS_PER_PAGE);
  const look = (next: Chosen) => {
    setCriteria(next);
    turns.restart();
  };
  return (
    <div ref={turns.top} className="scroll-mt-20 space-y-4">
      <BrowseForm criteria={criteria} onChange={look} />
      <p role="status" className="text-muted text-sm">
        {found.length === 1 ? "1 item" : `${found.length} items`}
      </p>
      {found.length === 0 ? (
        <Card>
          <EmptyState
            icon={SearchX}
            {...NO_MATCH}
            action={<Button onClick={() => look(EVERYTHING)}>Show all items</Button>}
          />
        </Card>
      ) : (
        <Cards limiteds={turns.shown} />
      )}
      <PageTurner of="the marketplace" turns={turns} />
    </div>
  );
}

/** Every item of the catalogue. */
export const Marketplace = () => (
  <LoadedItems
    of="The catalogue"
    query={useQuery(limitedsQuery)}
    skeletons={SKELETONS}
    empty={{ icon: Store, ...NO_LIMITEDS }}
  >
    {(limiteds) => <Items limiteds={limiteds} />}
  </LoadedItems>
);
