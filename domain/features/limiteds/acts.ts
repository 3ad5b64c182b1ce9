import { z } from "zod";
import { moneyText } from "../../kernel/contract.ts";
import { moneyMinorText, whole } from "../../kernel/events/payload.ts";
import { invariant } from "../../kernel/invariant.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { formatMinor, parseMinor } from "../../kernel/money.ts";
import { type ActContext, type ActNames, defineAct, type Recorded } from "../roles/act.ts";
import { type Catalogue, limitedOf, readOfCatalogue, valueInForce } from "./catalogue.ts";
import { valueActEndpoints } from "./contract.ts";
import { limitedValueOverridden, limitedValueOverrideLifted } from "./events.ts";
import {
  changesByMoreThanHalf,
  isNear,
  liftOverride,
  needsTwoToSet,
  type OverrideAnswer,
  overrideValue,
} from "./override.ts";

const act = z.strictObject({
  assetId: whole,
  /** What the item is to count for, or what the market said. Minor units of RBX. */
  value: moneyMinorText,
  /** What the item counted for. */
  before: moneyMinorText,
});
type ValueAct = z.infer<typeof act>;

/** An event of an item, and the catalogue before it. */
type OfItem<P extends JsonObject> = Recorded<P & { readonly assetId: number }, Catalogue>;

const catalogueIn = ({ stream }: ActContext) => stream(readOfCatalogue);
const itemIn = (context: ActContext, assetId: number) => limitedOf(catalogueIn(context), assetId);
const marketValue = (context: ActContext, assetId: number): string => itemIn(context, assetId)?.value ?? "0";
const valueIn = (context: ActContext, assetId: number): bigint => {
  const item = itemIn(context, assetId);
  return item === null ? 0n : valueInForce(item);
};

/** What the acts upon an item's value have in common. */
const common = {
  act,
  streams: () => [readOfCatalogue],
  answer: ({ assetId, value }: OverrideAnswer) => ({ assetId, value: formatMinor(BigInt(value)) }),
  shown: {
    assetId: z.number().int().positive(),
    item: z.string().nullable(),
    from: moneyText,
    to: moneyText,
  },
  show: ({ assetId, value, before }: ValueAct, { item }: ActNames) => ({
    assetId,
    item: item(assetId),
    from: formatMinor(BigInt(before)),
    to: formatMinor(BigInt(value)),
  }),
};

export const valueActs = {
  overrideLimitedValue: defineAct({
    ...common,
    kind: "override_value",
    endpoint: valueActEndpoints.overrideLimitedValue,
    wanted: ({ params, body }) => {
      const value = parseMinor(String(body.value));
      invariant(value !== null, "the schema lets only amounts through");
      return { assetId: params.assetId, value: String(value) };
    },
    actOf: ({ assetId, value }, context) => ({ assetId, value, before: String(valueIn(context, assetId)) }),
    needsTwo: ({ assetId, value }, context) => {
      const item = itemIn(context, assetId);
      return item === null || needsTwoToSet(BigInt(value), item, context.at);
    },
    isStale: ({ assetId, before }, context) => !isNear(valueIn(context, assetId), BigInt(before)),
    essence: ({ assetId, value }) => ({ assetId, value }),
    outcome: {
      event: limitedValueOverridden,
      isOf: ({ assetId, value }, { payload }) => payload.assetId === assetId && payload.value === value,
      needsTwo: ({ event, payload, before }: OfItem<{ readonly value: string }>) => {
        const item = limitedOf(before, payload.assetId);
        return item === null || needsTwoToSet(BigInt(payload.value), item, event.recordedAt);
      },
    },
    perform: (one, context) =>
      overrideValue(
        { ...one, value: BigInt(one.value) },
        { actor: context.actorOf(one.actorId), catalogue: catalogueIn(context) },
      ),
  }),
  liftLimitedValue: defineAct({
    ...common,
    kind: "lift_override",
    endpoint: valueActEndpoints.liftLimitedValue,
    wanted: ({ params: { assetId } }) => ({ assetId }),
    actOf: ({ assetId }, context) => ({
      assetId,
      value: marketValue(context, assetId),
      before: String(valueIn(context, assetId)),
    }),
    needsTwo: ({ assetId, value }, context) => {
      const item = itemIn(context, assetId);
      return item === null || changesByMoreThanHalf(BigInt(value), item, context.at);
    },
    isStale: ({ assetId, value, before }, context) =>
      !isNear(valueIn(context, assetId), BigInt(before)) ||
      !isNear(BigInt(marketValue(context, assetId)), BigInt(value)),
    essence: ({ assetId }) => ({ assetId }),
    outcome: {
      event: limitedValueOverrideLifted,
      isOf: ({ assetId }, { payload }) => payload.assetId === assetId,
      needsTwo: ({ event, payload, before }: OfItem<JsonObject>) => {
        const item = limitedOf(before, payload.assetId);
        return item === null || changesByMoreThanHalf(BigInt(item.value), item, event.recordedAt);
      },
    },
    perform: (one, context) =>
      liftOverride(one, { actor: context.actorOf(one.actorId), catalogue: catalogueIn(context) }),
  }),
} as const;
