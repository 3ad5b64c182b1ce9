import type { z } from "zod";
import { declaredBy } from "../kernel/feature.ts";
import { features } from "./all.ts";

/** Every call of the API that answers JSON. */
export const endpoints = declaredBy(features, "endpoints");

type Endpoints = (typeof endpoints)[keyof typeof endpoints];

/** The API as types keyed by `"<METHOD> <path>"`, so that clients import no schemas. */
export type Api = {
  [E in Endpoints as `${E["method"]} ${E["path"]}`]: {
    readonly params: E extends { readonly params: infer P extends z.ZodType } ? z.input<P> : undefined;
    readonly query: E extends { readonly query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
    readonly body: E extends { readonly body: infer B extends z.ZodType } ? z.input<B> : undefined;
    readonly makesOne: E extends { readonly makesOne: true } ? true : false;
    readonly answer: E["answers"] extends { readonly 200: infer A extends z.ZodType }
      ? z.output<A>
      : E["answers"] extends { readonly 202: infer A extends z.ZodType }
        ? z.output<A>
        : never;
  };
};
