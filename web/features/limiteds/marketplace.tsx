import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Limited } from "#domain/features/limiteds/contract.ts";
import { NO_LIMITEDS } from "#web/features/limiteds/messages.ts";
import { limitedsQuery } from "#web/lib/items.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ItemCard, ItemGrid, ItemGridSkeleton } from "#web/ui/item-card.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { RarityBadge } from "#web/ui/rarity-badge.tsx";

const ItemDialog = lazy(() => import("#web/features/limiteds/item-dialog.tsx"));

const SKELETONS = 8;
/** Items shown at first, and with each press for more. */
const SHOWN = 40;

function Items({ limiteds }: { limiteds: readonly Limited[] }) {
  const [viewed, setViewed] = useState<Limited | null>(null);
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      <ItemGrid label="All limiteds">
        {limiteds.slice(0, shown).map((limited) => (
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
      {limiteds.length > shown && (
        <Button onClick={() => setShown(shown + SHOWN)} className="mx-auto mt-5 flex">
          Show more ({limiteds.length - shown})
        </Button>
      )}
      <Suspense fallback={null}>
        {viewed && <ItemDialog limited={viewed} onClose={() => setViewed(null)} />}
      </Suspense>
    </>
  );
}

/** Every item of the catalogue. */
export function Marketplace() {
  const { data, error, refetch } = useQuery(limitedsQuery);
  if (!data && error) {
    return (
      <Card>
        <LoadError error={error} what="The catalogue" onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (!data) return <ItemGridSkeleton count={SKELETONS} />;
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState icon={Store} {...NO_LIMITEDS} />
      </Card>
    );
  }
  return <Items limiteds={data} />;
}
