import type { Api } from "#domain/features/contract.ts";
import { type Answer, call, type Route } from "#web/lib/api/api.ts";

/** Sends a call under a key. Were its type a plain function, TypeScript would not infer answers from `sendBody(…)`. */
type Send<Input, K extends Route> = ((input: Input, idempotencyKey: string) => Promise<Answer<K>>) & {
  readonly name: string;
};
/** The calls whose body may be this one. */
type Taking<Body> = { [K in Route]: Body extends Api[K]["body"] ? K : never }[Route];
/** What the path of a call names; nothing where it has no parameters. */
type Params<K extends Route> = undefined extends Api[K]["params"] ? [] : [params: Api[K]["params"]];

const make = call as <K extends Route>(route: K, input: object) => Promise<Answer<K>>;

/** Sends the body of a call. @example useKeyed(sendBody("POST /cashouts/{id}/cancel", { id })) */
export const sendBody =
  <K extends Route>(route: K, ...[params]: Params<K>): Send<Api[K]["body"], K> =>
  (body, idempotencyKey) =>
    make(route, { params, body, idempotencyKey });

const sendText =
  <F extends string>(field: F) =>
  <K extends Taking<{ readonly [_ in F]: string }>>(route: K, ...[params]: Params<K>): Send<string, K> =>
  (text, idempotencyKey) =>
    make(route, { params, body: { [field]: text }, idempotencyKey });

/** Sends an act with the reason for it. @example sendReason("POST /admin/purchases/{id}/refund", { id }) */
export const sendReason = sendText("reason");
/** Sends an act with a note for the player. */
export const sendNote = sendText("note");
