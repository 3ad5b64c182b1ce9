import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Logo } from "#web/layout/header/logo.tsx";
import { useHasDemoPlayers } from "#web/lib/demo-players.ts";
import { zoneShown } from "#web/lib/format.ts";
import { useSite } from "#web/lib/site.ts";
import { displaySettings } from "#web/lib/store/display-settings.ts";
import { useStore } from "#web/lib/store/store.ts";

/** Which zone the times on the page are in. Only the browser knows, so the build draws its line empty. */
function Zone() {
  const settings = useStore(displaySettings);
  const [zone, setZone] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the zone is one of the settings
  useEffect(() => setZone(zoneShown(Date.now())), [settings]);
  return <p className="min-h-5 text-faint text-sm">{zone && `Times: ${zone}`}</p>;
}

/** The foot of every page. */
export function Footer() {
  const { footer: links } = useSite();
  const hasDemoPlayers = useHasDemoPlayers();
  return (
    <footer className="mt-16 border-line border-t">
      <div className="mx-auto flex max-w-7xl flex-col gap-6 px-4 py-10 sm:px-6 md:flex-row md:items-center md:justify-between">
        <div className="space-y-2">
          <Logo />
          <p className="max-w-sm text-faint text-sm">
            Every bet is one entry in a public, append-only ledger. Every outcome can be checked.
          </p>
          <Zone />
          {hasDemoPlayers && (
            <p className="max-w-sm text-faint text-sm">This is a demo. Players marked “demo” are programs.</p>
          )}
        </div>
        <nav aria-label="Footer" className="-mx-2 flex shrink-0 flex-wrap">
          {links.map(({ label, route: { path } }) => (
            <Link
              key={path}
              href={path}
              className="inline-flex min-h-11 items-center rounded-lg px-2 text-muted text-sm transition-colors hover:text-ink"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
