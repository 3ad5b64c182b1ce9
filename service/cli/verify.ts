import { isSegmentThread, serveSegments } from "#service/ledger/verifier/parallel/segment-threads.ts";
import { runTool } from "./log/log-tool.ts";
import { verifyTool } from "./log/verify-tool.ts";

// Threads of a verification are begun with its own script: built, it is the one file that there is.
if (isSegmentThread()) await serveSegments();
else runTool(verifyTool);
