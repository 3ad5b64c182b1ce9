import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Fragment, useSyncExternalStore } from "react";
import { alone } from "#web/gallery/alone.tsx";
import { coins } from "#web/gallery/coins.tsx";
import { controls } from "#web/gallery/controls.tsx";
import { facts } from "#web/gallery/facts.tsx";
import { figures } from "#web/gallery/figures.tsx";
import { forms } from "#web/gallery/forms.tsx";
import { lists } from "#web/gallery/lists.tsx";
import type { ShownPart, Wall } from "#web/gallery/part.ts";

/** Every part of `web/ui`. */
export const walls: readonly Wall[] = [coins, controls, forms, figures, facts, lists, alone];

/** Where each picture hangs: a wall, or one state of a part that covers the page. */
export const placesOf = ({ name, parts, isAlone }: Wall): readonly string[] =>
  isAlone ? parts.flatMap((one) => Object.keys(one.states).map((state) => `${one.name}-${state}`)) : [name];

const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
});
queryClient.setQueryData(["name", "players", "p_alice"], "alice");
queryClient.setQueryData(["name", "items", "1029025"], "Crown");

const onHashChange = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};
const readHash = (): string => decodeURIComponent(window.location.hash.slice(1));

function States({ part: { name, states } }: { part: ShownPart }) {
  return (
    <section className="space-y-3 border-line border-t py-4">
      <h2 className="font-semibold text-sm">{name}</h2>
      {Object.entries(states).map(([state, shown]) => (
        <div key={state} className="grid gap-1">
          <p className="text-faint text-xs">{state}</p>
          <div data-picture={`${name} ${state}`} className="min-w-0 max-w-2xl p-2">
            {shown}
          </div>
        </div>
      ))}
    </section>
  );
}

function Hall({ place }: { place: string }) {
  const wall = walls.find(({ name, isAlone }) => name === place && !isAlone);
  if (wall) return wall.parts.map((one) => <States key={one.name} part={one} />);
  const only = alone.parts.flatMap(({ name, states }) =>
    Object.entries(states).filter(([state]) => `${name}-${state}` === place),
  )[0];
  if (only) return <Fragment key={place}>{only[1]}</Fragment>;
  return (
    <ul>
      {walls.flatMap(placesOf).map((name) => (
        <li key={name}>
          <a href={`#${encodeURIComponent(name)}`} className="inline-block p-2 text-accent underline">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Every part of `web/ui` in each of its states; in development alone. */
export function Gallery() {
  const place = useSyncExternalStore(onHashChange, readHash);
  return (
    <QueryClientProvider client={queryClient}>
      <main data-place={place} className="p-4">
        <h1 className="sr-only">Gallery</h1>
        <Hall place={place} />
      </main>
    </QueryClientProvider>
  );
}
