import type { ReactNode } from "react";
import { ConnectionNotice } from "#web/layout/connection-notice.tsx";
import { useIsConsole } from "#web/layout/console/use-is-console.ts";
import { Footer } from "#web/layout/footer.tsx";
import { Header } from "#web/layout/header/header.tsx";
import { Parts } from "#web/layout/slots/parts.tsx";
import type { Session } from "#web/lib/api/session.ts";
import { useSite } from "#web/lib/site.ts";

const MAIN_ID = "main";

/** Header, the page, footer. */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { banners, asides } = useSite();
  const isConsole = useIsConsole();
  const isAwaited = session.status === "loading" && session.expected;
  return (
    // The panel stands beside the whole column, as high as the view: header, page and footer share one centre.
    <div className="flex">
      <div className="min-w-0 grow">
        <a
          href={`#${MAIN_ID}`}
          className="sr-only z-50 rounded-lg bg-action px-4 py-3 font-semibold text-action-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        <Header session={session} />
        <ConnectionNotice />
        {/* At least as high as the view, so that the footer stays below it and never jumps. */}
        <div className="flex min-h-[calc(100dvh-var(--header))] flex-col">
          {session.status === "signed-in" && <Parts of={banners} />}
          {/* The height of the banner that everybody has: the page does not move down once it is known who is there. */}
          {isAwaited && !isConsole && <div className="h-11 sm:h-12" />}
          <main id={MAIN_ID} className="mx-auto w-full min-w-0 max-w-7xl grow px-4 py-4 sm:px-6 sm:py-8">
            {children}
          </main>
        </div>
        <Footer />
      </div>
      {session.status === "signed-in" && <Parts of={asides} />}
      {isAwaited && <Parts of={asides.map(({ Place }) => ({ View: Place }))} />}
    </div>
  );
}
