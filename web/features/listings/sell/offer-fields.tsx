import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { METHOD_LEAST, termsOf } from "#domain/features/listings/terms.ts";
import { PAYMENT_METHODS } from "#domain/features/payment-methods/rules.ts";
import { parseMinor } from "#domain/kernel/money.ts";
import { CONDITION_LABELS } from "#web/features/listings/messages.ts";
import { itemPricesQuery } from "#web/features/listings/queries.ts";
import type { Draft, Faults } from "#web/features/listings/sell/draft.ts";
import { useCategories } from "#web/features/listings/use-categories.ts";
import { METHOD_LABELS } from "#web/features/payment-methods/labels.ts";
import { cx } from "#web/lib/cx.ts";
import { dollars, readMoney } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { amountInput } from "#web/ui/forms/amount-input.ts";
import { Select } from "#web/ui/forms/choice.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { TitledFields } from "#web/ui/forms/titled-fields.tsx";

interface OfferFieldsProps {
  readonly draft: Draft;
  readonly faults: Faults;
  /** The item that is sold; null while none is chosen. */
  readonly assetId: number | null;
  readonly disabled: boolean;
  readonly change: (part: Partial<Draft>) => void;
}

/** The prices of an item's copies, and a suggestion. */
function PriceAdvice({ assetId, onTake }: { assetId: number; onTake: (price: string) => void }) {
  const { data } = useQuery(itemPricesQuery(assetId));
  if (!data) return <p className="min-h-10 text-faint text-sm">Prices of this item are loading...</p>;
  const { suggestion, lowest, median, most } = data;
  const known = [
    ...(lowest === null ? [] : [`lowest listed ${dollars(readMoney(lowest))}`]),
    ...(median === null ? [] : [`median sold ${dollars(readMoney(median))}`]),
    `at most ${dollars(readMoney(most))}`,
  ].join(", ");
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-faint text-sm">
      <p>
        Suggested {dollars(readMoney(suggestion))} ({known}).
      </p>
      <Button size="sm" onClick={() => onTake(suggestion)}>
        Use {dollars(readMoney(suggestion))}
      </Button>
    </div>
  );
}

/** What the seller gets by each method. */
function Receipts({ draft }: { draft: Draft }) {
  const price = parseMinor(draft.priceUSD.trim());
  return (
    <section
      aria-label="You receive"
      className="rounded-control border border-line bg-sunken px-4 py-3 text-sm"
    >
      <h3 className="font-medium text-muted">You receive</h3>
      {price === null || draft.paymentMethods.length === 0 ? (
        <p className="mt-1 text-faint">Enter a price and choose a method.</p>
      ) : (
        <dl aria-live="polite">
          {draft.paymentMethods.map((method) => {
            const { platformFee, paymentFee, sellerPayout } = termsOf(price, method);
            return (
              <div key={method} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 pt-2">
                <dt className="text-muted">by {METHOD_LABELS[method]}</dt>
                <dd className={cx("font-semibold", sellerPayout === 0n ? "text-warn" : "text-gain")}>
                  {dollars(sellerPayout)}
                </dd>
                <dd className="col-span-2 text-faint text-xs">
                  {price < METHOD_LEAST[method]
                    ? `cannot be paid: this method takes ${dollars(METHOD_LEAST[method])} or more`
                    : `after a ${dollars(platformFee)} site fee and a ${dollars(paymentFee)} payment fee`}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </section>
  );
}

function MethodChoice({ draft, faults, disabled, change }: OfferFieldsProps) {
  const id = useId();
  const error = faults.paymentMethods;
  return (
    <fieldset disabled={disabled} aria-describedby={error ? id : undefined} className="min-w-0">
      <legend className="mb-1.5 font-medium text-muted text-sm">Payment methods</legend>
      <div className="grid grid-cols-2 gap-2">
        {PAYMENT_METHODS.map((method) => (
          <label
            key={method}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-field px-3 text-ink text-sm hover:border-faint"
          >
            <input
              type="checkbox"
              checked={draft.paymentMethods.includes(method)}
              onChange={({ target }) =>
                change({
                  paymentMethods: PAYMENT_METHODS.filter((one) =>
                    one === method ? target.checked : draft.paymentMethods.includes(one),
                  ),
                })
              }
              className="size-5 accent-action"
            />
            {METHOD_LABELS[method]}
          </label>
        ))}
      </div>
      {error && (
        <p id={id} role="alert" className="mt-1.5 text-loss text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The editable fields of a listing. */
export function OfferFields(props: OfferFieldsProps) {
  const { draft, faults, assetId, disabled, change } = props;
  const categories = useCategories({ "": "No category" });
  return (
    <>
      <TitledFields {...{ draft, faults, disabled, change }} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Price (USD)"
          {...amountInput}
          min={0.01}
          value={draft.priceUSD}
          disabled={disabled}
          error={faults.priceUSD}
          onChange={(event) => change({ priceUSD: event.target.value })}
        />
        <Select
          label="Condition"
          options={CONDITION_LABELS}
          value={draft.condition}
          disabled={disabled}
          onChange={(condition) => change({ condition })}
        />
      </div>
      {Object.keys(categories).length > 1 && (
        <Select
          label="Category"
          options={categories}
          value={draft.category}
          disabled={disabled}
          onChange={(category) => change({ category })}
        />
      )}
      {assetId !== null && <PriceAdvice assetId={assetId} onTake={(priceUSD) => change({ priceUSD })} />}
      <MethodChoice {...props} />
      <Receipts draft={draft} />
    </>
  );
}
