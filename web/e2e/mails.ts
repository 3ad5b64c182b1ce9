import type { Site } from "./site.ts";

/** Subjects of a person's mails in the demo's mail catcher. */
export async function mailsTo(site: Site, username: string): Promise<readonly string[]> {
  const origin = /Mails are read at (\S+)/.exec(site.log())?.[1] ?? "";
  const answer = await fetch(new URL("/api/mails", origin));
  const mails = (await answer.json()) as readonly {
    readonly to: readonly string[];
    readonly subject: string;
  }[];
  const own = mails.filter(({ to }) => to.some((address) => address.startsWith(username)));
  return own.map(({ subject }) => subject);
}
