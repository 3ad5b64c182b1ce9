import { useQuery } from "@tanstack/react-query";
import { Plus, Tags } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { CategoryShown } from "#domain/features/listings/contract.ts";
import { AdminListings } from "#web/features/listings/moderate/admin-listings.tsx";
import { categoriesQuery } from "#web/features/listings/queries.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { command } from "#web/lib/api/commands/command.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { useLive } from "#web/lib/live/live.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Dialog, DialogAction } from "#web/ui/dialogs/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Field, TextArea } from "#web/ui/forms/field.tsx";
import { actionColumn, DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly sortOrder: string;
  readonly isActive: boolean;
}

const draftOf = (category: CategoryShown | null): Draft => ({
  name: category?.name ?? "",
  description: category?.description ?? "",
  sortOrder: String(category?.sortOrder ?? 0),
  isActive: category?.isActive ?? true,
});
const bodyOf = ({ name, description, sortOrder, isActive }: Draft) => ({
  name: name.trim(),
  description: description.trim() || null,
  sortOrder: Number(sortOrder),
  isActive,
});

function CategoryDialog({ category, onClose }: { category: CategoryShown | null; onClose: () => void }) {
  const [draft, setDraft] = useState(draftOf(category));
  const live = useLive();
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { mutate, isPending } = useAdminMutation({
    send: (body: ReturnType<typeof bodyOf>) =>
      category === null
        ? command("POST /admin/shop/categories", { body, makesOne: true })
        : command("PATCH /admin/shop/categories/{id}", {
            params: { id: String(category.id) },
            body,
          }),
    done: ({ name }) => `${name} is saved.`,
    onDone: () => {
      live.changed(["shop"], null);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(bodyOf(draft));
  };
  return (
    <Dialog
      onClose={onClose}
      title={category === null ? "New category" : `Change ${category.name}`}
      description="Sellers list items under it, and buyers filter by it."
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <Field
          label="Name"
          autoComplete="off"
          maxLength={50}
          value={draft.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextArea
          label="Description"
          hint="Optional"
          value={draft.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <Field
          label="Position in the list"
          type="number"
          min={0}
          max={1000}
          value={draft.sortOrder}
          onChange={({ target }) => change({ sortOrder: target.value })}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-ink text-sm">
          <input
            type="checkbox"
            checked={draft.isActive}
            onChange={({ target }) => change({ isActive: target.checked })}
            className="size-5 accent-action"
          />
          Accepts listings
        </label>
        <DialogAction type="submit" isUnavailable={isPending}>
          {isPending ? "Saving..." : "Save"}
        </DialogAction>
      </form>
    </Dialog>
  );
}

const columnsFor = (onEdit: (category: CategoryShown) => void): readonly TableColumn<CategoryShown>[] => [
  {
    title: "Category",
    isHeader: true,
    cell: ({ name, description }) => (
      <>
        {name} {description && <span className="block font-normal text-faint text-xs">{description}</span>}
      </>
    ),
  },
  { title: "Place", isNumeric: true, cell: ({ sortOrder }) => sortOrder },
  {
    title: "State",
    cell: ({ isActive }) => (
      <Badge tone={isActive ? "gain" : "neutral"}>{isActive ? "Accepts listings" : "Closed"}</Badge>
    ),
  },
  actionColumn((category) => (
    <Button size="sm" aria-label={`Change ${category.name}`} onClick={() => onEdit(category)}>
      Change
    </Button>
  )),
];

/** The categories of the shop. */
export default function CategoriesPage() {
  const { data, error, refetch } = useQuery(categoriesQuery);
  const [open, setOpen] = useState<CategoryShown | "new" | null>(null);
  return (
    <AdminFrame title="Shop" description="What is for sale, and the categories to list it under.">
      <div className="space-y-6">
        <AdminListings />
        <TitledCard
          id="categories"
          title="Categories"
          actions={
            <Button variant="primary" onClick={() => setOpen("new")}>
              <Plus className="size-4" aria-hidden="true" />
              New category
            </Button>
          }
        >
          {!data && error && <LoadError error={error} what="Categories" onRetry={() => void refetch()} />}
          {!data && !error && <TableSkeleton rows={4} />}
          {data?.length === 0 && <EmptyState icon={Tags} text="There are no categories yet." />}
          {data && data.length > 0 && (
            <DataTable
              caption="Categories"
              columns={columnsFor(setOpen)}
              rows={data}
              rowKey={({ id }) => String(id)}
            />
          )}
        </TitledCard>
      </div>
      {open !== null && (
        <CategoryDialog category={open === "new" ? null : open} onClose={() => setOpen(null)} />
      )}
    </AdminFrame>
  );
}
