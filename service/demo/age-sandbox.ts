import { createAgeSandbox } from "#service/integrations/age-checks/sandbox.ts";
import { type Listening, listenHere } from "#service/integrations/stand-ins/listen-here.ts";
import { DEMO_AGE, type DemoPlaces } from "./settings.ts";

/** Starts the stand-in for the verification service of the demo. @throws Error in production */
export function startAgeSandbox({ host, port, agePort, ageOrigin }: DemoPlaces): Promise<Listening> {
  const sandbox = createAgeSandbox({
    ...DEMO_AGE,
    origin: ageOrigin,
    hints: `http://localhost:${port}/api/webhooks/age`,
  });
  return listenHere((request) => sandbox.fetch(request), { host, port: agePort });
}
