import { z } from "zod";
import type { StreamName } from "../../kernel/events/event.ts";
import { defineEvent } from "../../kernel/events/event-definition.ts";
import { adminAct, confirmedBy, confirmedByNobody } from "../../kernel/events/payload.ts";

/** New values by name: whole numbers as text, minor units where they are money; null for the default. */
export type SettingValues = { readonly [name: string]: string | null };
export const settingValuesSchema = z.record(z.string(), z.string().nullable());

/** The one stream of the settings, which every decision that follows one reads. */
export const settingsStream: StreamName = "settings:house";

/** An admin changed settings, and said why. */
export const settingsChanged = defineEvent({
  type: "SettingsChanged",
  version: 2,
  payload: z.strictObject({ ...adminAct, values: settingValuesSchema, confirmedBy }),
  upcasters: [confirmedByNobody],
  record: (payload) => ({ streams: [settingsStream], payload }),
  live: { everybody: ["stakes"] },
  example: [
    {
      by: "p_root",
      reason: "For the weekend.",
      values: { stakeMax: "5000", bankFloor: null },
      confirmedBy: "p_dora",
    },
  ],
});
