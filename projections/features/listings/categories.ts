import type { CategoryShown } from "#domain/features/listings/contract.ts";
import { texts } from "../../kernel/events/columns.ts";
import { decodedEvents } from "../../kernel/events/decoded-events.ts";
import type { Projection } from "../../kernel/projection.ts";
import type { ReadModels } from "../../kernel/read-models.ts";
import type { Row } from "../../kernel/sql.ts";

const saved = decodedEvents("categories_saved", "CategorySaved", {
  id: "(payload ->> 'categoryId')::int",
  ...texts("name", "description", "icon"),
  is_active: "(payload ->> 'isActive')::boolean",
  sort_order: "(payload ->> 'sortOrder')::int",
});

/** The categories of the shop. */
export const categoriesProjection: Projection = {
  name: "shop-categories",
  version: 1,
  tables: {
    shop_categories: {
      columns: {
        id: "integer not null",
        name: "text not null",
        description: "text",
        icon: "text",
        is_active: "boolean not null",
        sort_order: "integer not null",
      },
      key: ["id"],
    },
  },
  reads: [saved],
  apply: (table) => [
    `insert into ${table("shop_categories")} (id, name, description, icon, is_active, sort_order)
    select distinct on (id) id, name, description, icon, is_active, sort_order from categories_saved
    order by id, position desc
    on conflict (id) do update set name = excluded.name, description = excluded.description,
      icon = excluded.icon, is_active = excluded.is_active, sort_order = excluded.sort_order`,
  ],
};

interface CategoryRow extends Row {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly icon: string | null;
  readonly is_active: boolean;
  readonly sort_order: number;
}

/** All categories in their order. */
export async function shopCategories(models: ReadModels): Promise<CategoryShown[]> {
  const rows = await models.ask<CategoryRow>(
    (table) => `select * from ${table("shop_categories")} order by sort_order, id`,
    [],
  );
  return rows.map(({ id, name, description, icon, is_active: isActive, sort_order: sortOrder }) => ({
    ...{ id, name, description, icon, isActive, sortOrder },
  }));
}
