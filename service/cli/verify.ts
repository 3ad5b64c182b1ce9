import { runTool } from "./log-tool.ts";
import { verifyTool } from "./verify-tool.ts";

runTool(verifyTool);
