import type { Site } from "./site.ts";

/** Subjects of the mails that the catcher of the demo holds for a person. */
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
