import type { Api } from "#domain/features/contract.ts";
import type { Answer, Route } from "#web/lib/api/api.ts";
import { command } from "#web/lib/api/commands/command.ts";

/** Sends a command. Were its type a plain function, TypeScript would not infer answers from `sendBody(…)`. */
type Send<Input, K extends Route> = ((input: Input) => Promise<Answer<K>>) & { readonly route: K };
/** The calls whose body may be this one. */
type Taking<Body> = { [K in Route]: Body extends Api[K]["body"] ? K : never }[Route];
/** The calls that make something that must not be made twice. */
type Making = { [K in Route]: Api[K]["makesOne"] extends true ? K : never }[Route];
/** What the path of a call names; nothing where it has no parameters. */
type Params<K extends Route> = undefined extends Api[K]["params"] ? [] : [params: Api[K]["params"]];

const make = command as <K extends Route>(route: K, input: object) => Promise<Answer<K>>;

function sending<Input, K extends Route>(
  route: K,
  parts: object,
  bodyOf: (input: Input) => unknown,
): Send<Input, K> {
  const send = (input: Input) => make(route, { ...parts, body: bodyOf(input) });
  return Object.assign(send, { route });
}

/** Sends the body of a command. @example useMutation({ mutationFn: sendBody("POST /chat/mutes") }) */
export const sendBody = <K extends Exclude<Route, Making>>(
  route: K,
  ...[params]: Params<K>
): Send<Api[K]["body"], K> => sending(route, { params }, (body) => body);

/** Sends the body of a command that makes one thing. @example useMutation({ mutationFn: sendOne("POST /cashouts") }) */
export const sendOne = <K extends Making>(route: K): Send<Api[K]["body"], K> =>
  sending(route, { makesOne: true }, (body) => body);

const sendText =
  <F extends string>(field: F) =>
  <K extends Taking<{ readonly [_ in F]: string }>>(route: K, ...[params]: Params<K>): Send<string, K> =>
    sending(route, { params }, (text) => ({ [field]: text }));

/** Sends an act with the reason for it. @example sendReason("POST /admin/purchases/{id}/refund", { id }) */
export const sendReason = sendText("reason");
/** Sends an act with a note for the player. */
export const sendNote = sendText("note");
