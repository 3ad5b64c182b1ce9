import { useQuery } from "@tanstack/react-query";
import { PackageOpen } from "lucide-react";
import { DEMO_DESCRIPTION, DEMO_TITLE } from "#web/features/inventory/messages.ts";
import { ItemCard, ItemGrid } from "#web/features/limiteds/item-card.tsx";
import { LoadedItems } from "#web/features/limiteds/loaded-items.tsx";
import { limitedsQuery } from "#web/features/limiteds/queries.ts";
import { RarityBadge } from "#web/features/limiteds/rarity-badge.tsx";
import { SignInButton } from "#web/layout/header/sign-in-button.tsx";
import { PageHeading } from "#web/layout/page-heading.tsx";

/** Items of the demo, and the places that are held for them. */
const SHOWN = 12;
const SKELETONS = 8;

function Catalogue() {
  return (
    <LoadedItems
      of="The catalogue"
      query={useQuery(limitedsQuery)}
      skeletons={SKELETONS}
      empty={{ icon: PackageOpen, title: "No Limiteds Available", text: "The catalogue is still empty." }}
    >
      {(limiteds) => (
        <ItemGrid label="Limiteds of the catalogue">
          {limiteds.slice(0, SHOWN).map(({ id, name, imageUrl, estimatedValue, rarity, description }) => (
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
      )}
    </LoadedItems>
  );
}

/** Limiteds for signed-out visitors: real items of the catalogue that nobody owns. */
export default function DemoLimitedsPage() {
  return (
    <>
      <PageHeading title={DEMO_TITLE} description={DEMO_DESCRIPTION} actions={<SignInButton />} />
      <Catalogue />
    </>
  );
}
