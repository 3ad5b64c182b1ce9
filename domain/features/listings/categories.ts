import { z } from "zod";
import { accept, type Decision, refuse } from "../../kernel/decision.ts";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { whole } from "../../kernel/events/payload.ts";
import type { StreamKind } from "../../kernel/events/stream-kind.ts";
import { type Actor, refusalOfActor } from "../roles/admin.ts";
import { CATEGORIES_MAX } from "./rules.ts";

/** The stream of all categories. */
export const categoriesStream: StreamName = "categories:shop";

/** A shop category as admins define it. */
export interface Category {
  readonly name: string;
  readonly description: string | null;
  /** The name of an icon, for clients. */
  readonly icon: string | null;
  readonly isActive: boolean;
  readonly sortOrder: number;
}

/** An admin made a category of the shop, or changed what it says. */
export const categorySaved = defineEvent({
  type: "CategorySaved",
  payload: z.strictObject({
    categoryId: whole,
    by: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    icon: z.string().nullable(),
    isActive: z.boolean(),
    sortOrder: whole,
  }),
  record: (payload) => ({ streams: [categoriesStream], payload }),
  live: { everybody: ["shop"] },
  example: [
    {
      ...{ categoryId: 1, by: "p_root", name: "Hats", description: "To wear on a head." },
      ...{ icon: null, isActive: true, sortOrder: 1 },
    },
  ],
});

/** The categories of the shop by number. */
export type Categories = { readonly [id: string]: Category };

export const categoriesStreamKind: StreamKind<Categories> = {
  kind: "categories",
  foldVersion: 1,
  initial: {},
  evolve: (categories, event) => {
    if (!categorySaved.is(event)) return categories;
    const { categoryId, by: _by, ...category } = event.payload;
    return { ...categories, [categoryId]: category };
  },
};

/** Whether a listing can be put into a category: there is one of that number, and it is in use. */
export const takesListings = (categories: Categories, id: number): boolean =>
  Object.hasOwn(categories, id) && categories[id]?.isActive === true;

export type CategoryAnswer = { readonly id: number };

/** Makes a category, or changes one. @param id null for a new one */
export function saveCategory(
  {
    by,
    id,
    changes,
  }: { readonly by: string; readonly id: number | null; readonly changes: Partial<Category> },
  { actor, categories }: { readonly actor: Actor; readonly categories: Categories },
): Decision<CategoryAnswer> {
  const refusal = refusalOfActor(actor);
  if (refusal !== null) return { refused: refusal };
  const count = Object.keys(categories).length;
  const before = id === null ? NEW : Object.hasOwn(categories, id) ? categories[id] : undefined;
  if (before === undefined) return refuse("unknown_category", "There is no such category.");
  if (id === null && count >= CATEGORIES_MAX)
    return refuse("too_many_categories", `There can be at most ${CATEGORIES_MAX} categories.`);
  const category = { ...before, ...changes };
  const same = Object.entries(categories).some(
    ([other, { name }]) => other !== String(id) && name.toLowerCase() === category.name.toLowerCase(),
  );
  if (same) return refuse("name_taken", "A category with this name already exists.");
  const categoryId = id ?? count + 1;
  return accept([categorySaved({ categoryId, by, ...category })], { id: categoryId });
}

const NEW: Category = { name: "", description: null, icon: null, isActive: true, sortOrder: 0 };
