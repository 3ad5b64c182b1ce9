import { runTool } from "./log-tool.ts";
import { replayTool } from "./replay-tool.ts";

runTool(replayTool);
