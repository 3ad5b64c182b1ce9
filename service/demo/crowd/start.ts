import type { Logger } from "pino";
import { endpoints } from "#domain/features/contract.ts";
import { Browser, type Web } from "./browser.ts";
import { Crowd } from "./crowd.ts";

/** Time limit of a request, in milliseconds: a join waits 8 seconds for its result. */
const REQUEST_TIMEOUT_MS = 15_000;

/** A running site. */
interface CrowdedSite {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL;
  readonly log: Logger;
}

/** Starts the demo players on a site, over the network. They begin with a burst if nobody has played yet. */
export async function startCrowd({ host, port, publicUrl, log }: CrowdedSite): Promise<Crowd> {
  const siteUrl = `http://${addressFor(host)}:${port}`;
  const web = (signal: AbortSignal): Web => {
    const send = (request: Request): Promise<Response> =>
      fetch(request, {
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
    return { siteUrl, origin: publicUrl.origin, toSite: send, toPlatform: send };
  };
  const onTrouble = (error: Error): void => log.warn({ error: error.message }, "a demo player had trouble");
  const crowd = new Crowd({ web, onTrouble });
  crowd.start(await isEmpty(web(new AbortController().signal)));
  return crowd;
}

/** A service's address on its own machine. */
function addressFor(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function isEmpty(web: Web): Promise<boolean> {
  const { status, text } = await new Browser(web).get(`/api${endpoints.liveBets.path}?limit=1`);
  return status === 200 && endpoints.liveBets.answers[200].parse(JSON.parse(text)).length === 0;
}
