import { isSegmentThread, serveSegments } from "#service/ledger/verifier/parallel/segment-threads.ts";
import { runTool } from "./log/log-tool.ts";
import { verifyTool } from "./log/verify-tool.ts";

// The threads of a verification run this same script: built, it is the only file.
if (isSegmentThread()) await serveSegments();
else runTool(verifyTool);
