import "#web/styles/theme.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { invariant } from "#domain/kernel/invariant.ts";
import { App } from "#web/app.tsx";
import { createLive } from "#web/lib/live.ts";
import { createQueryClient } from "#web/lib/query-client.ts";

const root = document.getElementById("root");
invariant(root !== null, "the document has a root element");

const live = createLive();
const queryClient = createQueryClient(live);
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} live={live} />
  </StrictMode>,
);
