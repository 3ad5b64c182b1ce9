import { serveSegments } from "#service/ledger/verifier/parallel/segment-threads.ts";

await serveSegments();
