import { runTool } from "./log/log-tool.ts";
import { verifyTool } from "./log/verify-tool.ts";

runTool(verifyTool);
