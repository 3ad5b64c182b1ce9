import "#web/styles/theme.css";
import { lazy, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { invariant } from "#domain/kernel/invariant.ts";
import { App } from "#web/app.tsx";
import { createQueryClient } from "#web/lib/api/query-client.ts";
import { currentUserQuery } from "#web/lib/api/session.ts";
import { createLive } from "#web/lib/live/live.ts";

const root = document.getElementById("root");
invariant(root !== null, "the document has a root element");

const live = createLive();
const queryClient = createQueryClient(live);
// Asked before the first drawing, which takes a tenth of a second on a slow phone.
void queryClient.prefetchQuery(currentUserQuery);
// A build evaluates this to false and drops the gallery.
const Gallery =
  import.meta.env.DEV && window.location.pathname === "/gallery"
    ? lazy(async () => ({ default: (await import("#web/gallery/gallery.tsx")).Gallery }))
    : null;
createRoot(root).render(
  <StrictMode>{Gallery ? <Gallery /> : <App queryClient={queryClient} live={live} />}</StrictMode>,
);
