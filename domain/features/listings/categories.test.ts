import { describe, expect, it } from "vitest";
import { GivenLog } from "../../testing/given.ts";
import { playerIn, registered } from "../../testing/players.ts";
import { categoriesStream, categoriesStreamKind, saveCategory, takesListings } from "./categories.ts";
import { CATEGORIES_MAX } from "./rules.ts";

const ROOT = "p_root";
const categoriesIn = (log: GivenLog) => log.stream(categoriesStreamKind, categoriesStream);
function begin(): GivenLog {
  const log = new GivenLog();
  log.append([registered(ROOT)]);
  return log;
}
function save(
  log: GivenLog,
  {
    id = null,
    isListed = true,
    ...changes
  }: { id?: number | null; isListed?: boolean; name?: string; isActive?: boolean },
): string | number {
  const actor = { player: playerIn(log, ROOT), isListed };
  const decision = saveCategory({ by: ROOT, id, changes }, { actor, categories: categoriesIn(log) });
  if ("refused" in decision) return decision.refused.code;
  log.append(decision.events);
  return decision.answer.id;
}

describe("a category of the shop", () => {
  it("is created and changed by admins alone, under a unique name", () => {
    const log = begin();
    expect(save(log, { name: "Hats", isListed: false })).toBe("forbidden");
    expect([save(log, { name: "Hats" }), save(log, { name: "hats" }), save(log, { name: "Faces" })]).toEqual([
      1,
      "name_taken",
      2,
    ]);
    expect([save(log, { id: 1, name: "HATS" }), save(log, { id: 3, name: "x" })]).toEqual([
      1,
      "unknown_category",
    ]);
    expect(categoriesIn(log)[1]).toMatchObject({ name: "HATS", isActive: true });
  });

  it("takes listings while it is in use", () => {
    const log = begin();
    save(log, { name: "Hats" });
    expect([takesListings(categoriesIn(log), 1), takesListings(categoriesIn(log), 2)]).toEqual([true, false]);
    save(log, { id: 1, isActive: false });
    expect(takesListings(categoriesIn(log), 1)).toBe(false);
  });

  it(`is one of ${CATEGORIES_MAX} at most`, () => {
    const log = begin();
    for (let number = 1; number <= CATEGORIES_MAX; number += 1) save(log, { name: `Category ${number}` });
    expect(save(log, { name: "One more" })).toBe("too_many_categories");
  });
});
