import { expect, it } from "vitest";
import { aUser } from "#domain/testing/shown/users.ts";
import { features } from "#web/features/all.ts";
import type { Session } from "#web/lib/api/session.ts";
import { pagesFor } from "#web/lib/site.ts";
import { site } from "#web/site.ts";

const admin: Session = { status: "signed-in", user: aUser({ roles: ["admin"] }) };
const sessions: readonly Session[] = [
  { status: "setup-required" },
  { status: "signed-out", reachable: true },
  { status: "signed-in", user: aUser() },
  admin,
];
const labels = (links: readonly { readonly label: string }[]) => links.map(({ label }) => label);

it("lists each feature once", () => {
  const names = features.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it.each(sessions)("has one page for each address, and one for all others: $status", (session) => {
  const paths = pagesFor(site, session).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.at(-1)).toBe("*");
});

it("shows the console to admins alone", () => {
  const console = site.console.map(({ route }) => route);
  expect(console.length).toBeGreaterThan(0);
  for (const session of sessions) {
    const shown = pagesFor(site, session);
    expect(console.every((route) => shown.includes(route))).toBe(session === admin);
    expect(console.some((route) => shown.includes(route))).toBe(session === admin);
  }
});

it("shows every count of news in the bar: none stands behind More", () => {
  expect(site.further.length).toBeGreaterThan(0);
  expect(site.further.filter(({ Count }) => Count !== undefined)).toEqual([]);
});

it("orders the links of footer and console independently of the features' order", () => {
  const linked = features.flatMap(({ routes = [] }) => routes);
  for (const place of ["footer", "console"] as const) {
    const links = linked.flatMap((route) => route[place] ?? []);
    expect(labels(site[place])).toEqual(labels(links.toSorted((a, b) => a.order - b.order)));
    const orders = links.map(({ order }) => order);
    expect(orders, "no two links have one place").toEqual([...new Set(orders)]);
  }
  expect(labels(site.footer)).toEqual(expect.arrayContaining(["Game Info", "Ledger"]));
  expect(labels(site.console)[0]).toBe("Overview");
});
