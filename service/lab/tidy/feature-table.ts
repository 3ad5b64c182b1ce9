import { existsSync } from "node:fs";
import { features } from "#domain/features/all.ts";
import type { DomainFeature } from "#domain/kernel/feature.ts";

const ROOMS = ["domain", "projections", "service", "web"];
const [BEGIN, END] = ["<!-- features: npm run docs -->", "<!-- end of features -->"];

/** The table of features in ARCHITECTURE.md, from their entries in the domain. */
function featureTable(): string {
  const rows = features.map(({ name, title, summary, buildsOn }: DomainFeature) => {
    const rooms = ROOMS.filter((room) => existsSync(`${room}/features/${name}`));
    return `| ${title} | ${summary} | \`${name}\` in ${rooms.join(", ")} | ${buildsOn.join(", ")} |`;
  });
  return ["| feature | what it is | where | builds on |", "|---|---|---|---|", ...rows].join("\n");
}

/** A document with the present table of features between its two marks. */
export function withFeatureTable(document: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`Mark the table with ${BEGIN} and ${END}.`);
  return `${before}${BEGIN}\n\n${featureTable()}\n\n${END}${after}`;
}
