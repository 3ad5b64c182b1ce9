import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { DEMO_DESCRIPTION, DEMO_TITLE } from "#web/features/inventory/messages.ts";
import { ItemCard, ItemGrid, ItemGridSkeleton } from "#web/features/limiteds/item-card.tsx";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

/** Items of the demo, and the places that are held for them. */
const SHOWN = 12;
const SKELETONS = 8;

function Catalogue() {
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
        <EmptyState icon={PackageOpen} title="No Limiteds Available" text="The catalogue is empty as yet." />
      </Card>
    );
  }
  return (
    <ItemGrid label="Limiteds of the catalogue">
      {data.slice(0, SHOWN).map(({ id, name, imageUrl, estimatedValue, rarity, description }) => (
        <ItemCard
          key={id}
          name={name}
          url={imageUrl}
          value={estimatedValue}
          description={description}
          badges={<RarityBadge rarity={rarity} />}
        />
      ))}
    </ItemGrid>
  );
}

/** What limiteds look like to somebody who is not signed in: real items of the catalogue, and nobody's. */
export default function DemoLimitedsPage() {
  return (
    <>
      <PageHeading title={DEMO_TITLE} description={DEMO_DESCRIPTION} actions={<SignInButton />} />
      <Catalogue />
    </>
  );
}
