import { z } from "zod";
import { type Endpoint, problemSchema } from "#domain/kernel/contract.ts";

interface Described {
  readonly [key: string]: unknown;
}

const jsonOf = (schema: z.ZodType, io: "input" | "output"): Described =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" }) as Described;

const content = (schema: Described, type = "application/json") => ({ content: { [type]: { schema } } });

/** Optional headers of calls. */
const HEADERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A call sent again under the same key is not carried out again; another one under it is refused with 422.",
    schema: { type: "string", pattern: "^[ -~]{1,128}$" },
  },
  LedgerMinPosition: {
    name: "Ledger-Min-Position",
    in: "header",
    description: "The answer waits, for a moment, until it shows this position of the log.",
    schema: { type: "string", pattern: "^\\d{1,15}$" },
  },
};

/** Problems that every call may answer besides its own: see the statuses of problem documents. */
const ERROR_STATUSES = ["400", "401", "403", "404", "409", "422", "429", "503"];
/** Further problems of calls that may have a body: it is too large, or not JSON. */
const BODY_ERROR_STATUSES = ["413", "415"];

function parameters(endpoint: Endpoint): Described[] {
  const from = (schema: z.ZodObject | undefined, where: "path" | "query") =>
    Object.entries(schema?.shape ?? {}).map(([name, part]) => ({
      name,
      in: where,
      required: where === "path" || !(part as z.ZodType).safeParse(undefined).success,
      schema: jsonOf(part as z.ZodType, "input"),
    }));
  const header = endpoint.method === "GET" ? "LedgerMinPosition" : "IdempotencyKey";
  const $ref = `#/components/parameters/${header}`;
  return [...from(endpoint.params, "path"), ...from(endpoint.query, "query"), { $ref }];
}

function operation(name: string, endpoint: Endpoint): Described {
  const own = Object.entries(endpoint.answers).map(([status, schema]) => [
    status,
    {
      description: endpoint.summary,
      content: {
        "application/json": { schema: jsonOf(schema, "output") },
        ...(endpoint.exports === true && status === "200"
          ? { "text/csv": { schema: { type: "string" } } }
          : {}),
      },
    },
  ]);
  const problem = {
    description: "A problem document",
    ...content({ $ref: "#/components/schemas/Problem" }, "application/problem+json"),
  };
  const errors = [...ERROR_STATUSES, ...(endpoint.method === "GET" ? [] : BODY_ERROR_STATUSES)]
    .filter((status) => !(Number(status) in endpoint.answers))
    .map((status) => [status, problem]);
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: parameters(endpoint),
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, ...content(jsonOf(endpoint.body, "input")) } }),
    responses: Object.fromEntries([...own, ...errors]),
    ...(endpoint.access === "public" ? { security: [] } : {}),
  };
}

/** The OpenAPI 3.1 document of a contract. @param cookie name of the session cookie */
export function openApiDocument(endpoints: { readonly [name: string]: Endpoint }, cookie: string): Described {
  const paths: { [path: string]: { [method: string]: Described } } = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = `/api${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Florin",
      version: "1",
      description: "Money is text with two decimals; in requests, numbers.",
    },
    paths,
    security: [{ session: [] }],
    components: {
      parameters: HEADERS,
      schemas: { Problem: jsonOf(problemSchema, "output") },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: cookie } },
    },
  };
}
