import { nothing, part, type Wall } from "#web/gallery/part.ts";
import { Radios, Select } from "#web/ui/forms/choice.tsx";
import { BoundField, Criteria, SearchField } from "#web/ui/forms/criteria.tsx";
import { Field, TextArea } from "#web/ui/forms/field.tsx";
import { FilterForm } from "#web/ui/forms/filter-form.tsx";
import { TitledFields } from "#web/ui/forms/titled-fields.tsx";

const STAKED = { currency: "Currency", limiteds: "Limiteds" } as const;
const ORDERS = { newest: "Newest first", value: "Most valuable first" } as const;

const FILTERS = [
  { name: "player", label: "Player", placeholder: "p_..." },
  { name: "kind", label: "Kind", options: { "": "Any", flip: "Coin flip" } },
];

const PLAIN = { value: "10.00", onChange: nothing };
const TOO_SMALL = "The smallest bet is 1.00.";

/** Form fields. */
export const forms: Wall = {
  name: "forms",
  parts: [
    part("Field", {
      empty: <Field label="Bet amount" placeholder="0.00" />,
      filled: <Field label="Bet amount" hint="1.00 to 500.00 RBX" {...PLAIN} />,
      refused: <Field label="Bet amount" error={TOO_SMALL} {...PLAIN} />,
      disabled: <Field label="Bet amount" disabled {...PLAIN} />,
    }),
    part("TextArea", {
      empty: <TextArea label="Note" placeholder="Why" />,
      refused: <TextArea label="Note" hint="Only admins read it" error="Write a few words" />,
      disabled: <TextArea label="Note" disabled value="It was agreed." onChange={nothing} />,
    }),
    part("Radios", {
      plain: <Radios legend="What you stake" options={STAKED} value="currency" onChange={nothing} />,
      "no legend": (
        <Radios legend="What you stake" options={STAKED} value="limiteds" onChange={nothing} isLegendHidden />
      ),
      disabled: (
        <Radios legend="What you stake" options={STAKED} value="currency" onChange={nothing} disabled />
      ),
    }),
    part("Select", {
      plain: <Select label="Order" options={ORDERS} value="newest" onChange={nothing} />,
      disabled: <Select label="Order" options={ORDERS} value="value" onChange={nothing} disabled />,
    }),
    part("Criteria", {
      plain: (
        <Criteria className="grid gap-3">
          <p className="text-muted text-sm">Items of the shop</p>
        </Criteria>
      ),
    }),
    part("SearchField", {
      empty: <SearchField placeholder="Item name" value="" onChange={nothing} />,
      filled: <SearchField placeholder="Item name" value="Crown" onChange={nothing} />,
    }),
    part("BoundField", {
      empty: <BoundField label="At least" value="" onChange={nothing} />,
      refused: <BoundField label="At most" value="x" error="Write an amount" onChange={nothing} />,
    }),
    part("FilterForm", {
      none: <FilterForm label="Filter events" fields={FILTERS} values={{}} onApply={nothing} />,
      set: (
        <FilterForm
          label="Filter events"
          fields={FILTERS}
          values={{ player: "p_alice", kind: "flip" }}
          onApply={nothing}
        />
      ),
    }),
    part("TitledFields", {
      filled: (
        <TitledFields
          draft={{ title: "Alice's table", description: "" }}
          faults={{}}
          disabled={false}
          change={nothing}
        />
      ),
      refused: (
        <TitledFields
          draft={{ title: "", description: "Quick" }}
          faults={{ title: "Write a title" }}
          disabled={false}
          change={nothing}
        />
      ),
    }),
  ],
};
