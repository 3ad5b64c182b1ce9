import { endpoint } from "../../kernel/contract.ts";
import { privacySchema } from "../../player/privacy.ts";

export const profileEndpoints = {
  privacy: endpoint({
    method: "GET",
    path: "/me/privacy",
    summary: "What others see of the player",
    access: "player",
    answers: { 200: privacySchema },
  }),
  setPrivacy: endpoint({
    method: "PUT",
    path: "/me/privacy",
    summary: "Set what others see of the player",
    access: "player",
    body: privacySchema,
    answers: { 200: privacySchema },
  }),
} as const;
