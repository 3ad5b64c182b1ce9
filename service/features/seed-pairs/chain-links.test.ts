import { expect, it } from "vitest";
import { CHAIN_LINKS_MAX, isNextLink, linkOf, terminalOf } from "#domain/fairness/hash-chain.ts";
import { ChainLinks } from "./chain-links.ts";

const root = Buffer.alloc(32, 7);

it.each([1, 99, 100, 101, 250])("a chain of %d links equals the domain's", async (length) => {
  const links = await ChainLinks.of(root, length);
  expect(links.terminal).toBe(Buffer.from(terminalOf({ root, length })).toString("hex"));
  for (let index = 0; index <= length; index += 1)
    expect(links.at(index).equals(linkOf({ root, length }, index))).toBe(true);
});

it("each link of the longest chain commits to the next", async () => {
  const links = await ChainLinks.of(root, CHAIN_LINKS_MAX);
  for (const index of [1, 2, 100, 5_000, CHAIN_LINKS_MAX - 1, CHAIN_LINKS_MAX])
    expect(isNextLink(links.at(index), links.at(index - 1))).toBe(true);
});

it("a chain is restored from its root and terminal, and not from another root", async () => {
  const { terminal } = await ChainLinks.of(root, 345);
  const found = await ChainLinks.upTo(root, terminal);
  expect(found?.length).toBe(345);
  expect(found?.at(345).equals(root)).toBe(true);
  expect(await ChainLinks.upTo(Buffer.alloc(32, 8), terminal)).toBeNull();
});

it.each([-1, 11, 1.5, Number.NaN])("there is no link %d of a chain of ten", async (index) => {
  const links = await ChainLinks.of(root, 10);
  expect(() => links.at(index)).toThrow("a link is between the terminal and the root");
});
